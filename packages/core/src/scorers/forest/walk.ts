import { instantiate } from "../../base/wasm.js";
import { linearAlgebra } from "../../linalg/backend.js";
import type { Matrix } from "../../linalg/matrix.js";
import { FOREST_BINARY } from "./binary.generated.js";
import type { Forest } from "./forest.js";

interface Exports {
  readonly memory: WebAssembly.Memory;
  pack(panels: number, columns: number, from: number, to: number): void;
  add(panels: number, columns: number, panel: number, roots: number, trees: number, sums: number): void;
}

const PAGE = 65536;
/** Rows of a panel, see `assembly/forest.ts`. */
const LANES = 8;
const NODE = 16;
/** So many numbers of rows visit WebAssembly at once: few enough to stay in the cache. */
const VISIT = 2 ** 15;
/** Fewer rows are not worth the way. */
const FEW = 2 * LANES;
const MOST_BYTES = 2 ** 30;

/**
 * The sums over the trees of the values of the leaves that each row falls into, with the bits of the plain
 * walk; undefined if there is no WebAssembly or it is not worth it.
 */
export function walkedSums(
  forest: Forest,
  rows: Matrix,
  { simd = linearAlgebra().name === "simd", few = FEW } = {},
): Float64Array | undefined {
  const { columns, roots } = forest;
  if (!simd || rows.rows < few) return undefined;
  const panels = Math.max(1, Math.floor(VISIT / ((columns + 1) * LANES)));
  const room = roomOf(forest, panels);
  const kernel = room && held(forest, room);
  if (room === undefined || kernel === undefined) return undefined;
  const { exports, bytes } = kernel;
  const numbers = new Float64Array(bytes.buffer);
  const sums = new Float64Array(rows.rows);
  for (let first = 0; first < rows.rows; first += panels * LANES) {
    const count = Math.min(panels * LANES, rows.rows - first);
    const used = Math.ceil(count / LANES);
    numbers.set(rows.data.subarray(first * columns, (first + count) * columns), room.rowsAt / 8);
    exports.pack(used, columns, room.rowsAt, room.panelsAt);
    numbers.fill(0, room.sumsAt / 8, room.sumsAt / 8 + used * LANES);
    exports.add(used, columns, room.panelsAt, room.rootsAt, roots.length, room.sumsAt);
    sums.set(numbers.subarray(room.sumsAt / 8, room.sumsAt / 8 + count), first);
  }
  return sums;
}

/** Where things stand in the memory, in bytes. After one page, which the module may use, come the nodes. */
interface Room {
  readonly rootsAt: number;
  readonly sumsAt: number;
  readonly rowsAt: number;
  readonly panelsAt: number;
  readonly end: number;
}

/** Undefined if that is more than a memory should have. */
function roomOf({ columns, roots, feature }: Forest, panels: number): Room | undefined {
  const rootsAt = PAGE + NODE * feature.length;
  const sumsAt = rootsAt + 8 * Math.ceil(roots.length / 2);
  const rowsAt = sumsAt + 8 * panels * LANES;
  const panelsAt = rowsAt + 8 * panels * LANES * columns;
  const end = panelsAt + 8 * panels * LANES * (columns + 1);
  return end <= MOST_BYTES ? { rootsAt, sumsAt, rowsAt, panelsAt, end } : undefined;
}

/** One for each thread; the nodes of the last forest stay. */
let made: { readonly exports: Exports; resident: WeakRef<Forest> | undefined } | null | undefined;

/** The kernel with this forest in its memory. */
function held(forest: Forest, { rootsAt, end }: Room): { exports: Exports; bytes: Uint8Array } | undefined {
  if (made === undefined) {
    const exports = instantiate(FOREST_BINARY) as Exports | undefined;
    made = exports === undefined ? null : { exports, resident: undefined };
  }
  if (made === null) return undefined;
  const { memory } = made.exports;
  try {
    const missing = end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(memory.buffer);
  if (made.resident?.deref() !== forest) {
    const { nodes, roots } = packedOf(forest);
    bytes.set(new Uint8Array(nodes.buffer), PAGE);
    bytes.set(new Uint8Array(roots.buffer), rootsAt);
    made.resident = new WeakRef(forest);
  }
  return { exports: made.exports, bytes };
}

/** Nodes and roots as the kernel wants them. */
interface Packed {
  readonly nodes: Float64Array;
  readonly roots: Uint32Array;
}

const packed = new WeakMap<Forest, Packed>();

function packedOf(forest: Forest): Packed {
  const known = packed.get(forest);
  if (known !== undefined) return known;
  const { columns, feature, number, right } = forest;
  const nodes = new Float64Array(2 * feature.length);
  const words = new Uint32Array(nodes.buffer);
  /** Where each node goes: a tree begins where it did, and siblings stand together, the right one first. */
  const place = Uint32Array.from(feature.keys());
  const isRoot = new Uint8Array(feature.length);
  for (const root of forest.roots) isRoot[root] = 1;
  let free = 0;
  for (let node = 0; node < feature.length; node++) {
    // The next place belongs to the root; all others follow in pairs.
    if (isRoot[node] === 1) {
      place[node] = node;
      free = node + 1;
    }
    const at = place[node];
    nodes[2 * at] = number[node];
    const leaf = feature[node] < 0;
    words[4 * at + 2] = 8 * LANES * (leaf ? columns : feature[node]);
    words[4 * at + 3] = PAGE + NODE * (leaf ? at : free);
    if (leaf) continue;
    place[right[node]] = free;
    place[node + 1] = free + 1;
    free += 2;
  }
  const found = { nodes, roots: forest.roots.map((root) => PAGE + NODE * root) };
  packed.set(forest, found);
  return found;
}
