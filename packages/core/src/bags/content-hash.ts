import { hex, sha256 } from "../base/sha256.js";
import type { BagSet } from "./bag-set.js";
import { LABEL_CODE } from "./label.js";
import type { SparseBlock } from "./sparse.js";

/** Values are hashed in pieces of this many bytes, so that memory stays bounded. */
const PIECE = 2 ** 22;

/**
 * A hash of the content of a BagSet: 64 hexadecimal digits, equal for equal features, ids, labels,
 * groups, sizes and values in the same order, whether the set is a view or a copy. Values are
 * compared bit by bit, so 0 and -0 differ; all NaN are equal.
 *
 * It is the SHA-256 of the concatenated SHA-256 digests of, first, the UTF-8 JSON text
 * `{"bagwise":1,"features":[..],"ids":[..],"labels":[1|0|-1,..],"groups":[..]|null,"sizes":[..]}`
 * and, then, each piece of 2^22 bytes (the last may be shorter, and is absent when empty) of the
 * values as little-endian 64-bit floats, row by row, bag by bag. Blocks of sparse features add a list
 * `blocks` to the text, and a digest each. Costs one pass.
 */
export async function contentHash(bags: BagSet): Promise<string> {
  const digests = [await sha256(new TextEncoder().encode(header(bags)))];
  for (const piece of valuePieces(bags)) digests.push(await sha256(piece));
  for (const block of bags.blocks) digests.push(await blockDigest(bags, block));
  const all = new Uint8Array(32 * digests.length);
  digests.forEach((digest, k) => {
    all.set(digest, 32 * k);
  });
  return hex(await sha256(all));
}

/**
 * The SHA-256 of the entries of a block as little-endian 64-bit floats: for each row their number, then
 * for each entry position and value.
 */
async function blockDigest(bags: BagSet, { offsets, indices, values }: SparseBlock): Promise<Uint8Array> {
  let entries = 0;
  for (let i = 0; i < bags.size; i++) entries += offsets[bags.startOf(i) + bags.sizeOf(i)] - offsets[bags.startOf(i)];
  const numbers = new DataView(new ArrayBuffer(8 * (bags.instances + 2 * entries)));
  let at = 0;
  const write = (value: number) => {
    numbers.setFloat64(at, value, true);
    at += 8;
  };
  for (let i = 0; i < bags.size; i++)
    for (let row = bags.startOf(i); row < bags.startOf(i) + bags.sizeOf(i); row++) {
      write(offsets[row + 1] - offsets[row]);
      for (let e = offsets[row]; e < offsets[row + 1]; e++) {
        write(indices[e]);
        write(values[e]);
      }
    }
  return await sha256(new Uint8Array(numbers.buffer));
}

function header(bags: BagSet): string {
  return JSON.stringify({
    bagwise: 1,
    features: bags.features,
    ids: bags.ids(),
    labels: bags.labels().map((label) => LABEL_CODE[label]),
    groups: bags.groups() ?? null,
    sizes: Array.from({ length: bags.size }, (_, i) => bags.sizeOf(i)),
    ...(bags.blocks.length > 0 && {
      blocks: bags.blocks.map(({ name, width, similarity }) => ({ name, width, similarity })),
    }),
  });
}

/** The buffer is reused for the next piece. */
function* valuePieces(bags: BagSet): Iterable<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(Math.min(PIECE, 8 * bags.instances * bags.dimension));
  const view = new DataView(bytes.buffer);
  let filled = 0;
  for (let i = 0; i < bags.size; i++) {
    const from = bags.startOf(i) * bags.dimension;
    const to = from + bags.sizeOf(i) * bags.dimension;
    for (let at = from; at < to; at++) {
      const value = bags.data[at];
      if (Number.isNaN(value)) view.setBigUint64(filled, 0x7ff8000000000000n, true);
      else view.setFloat64(filled, value, true);
      filled += 8;
      if (filled === bytes.length) {
        yield bytes;
        filled = 0;
      }
    }
  }
  if (filled > 0) yield bytes.subarray(0, filled);
}
