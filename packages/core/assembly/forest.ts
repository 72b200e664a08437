// The walk of many rows through the trees of a forest, in AssemblyScript. `scripts/build-wasm.mjs`
// compiles it.
//
// `src/model/forest/forest.ts` has the same walk in plain TypeScript; the two give the same bits. Eight
// rows walk at once and without branches: the processor cannot guess where a row goes, but it can wait
// for eight numbers at a time.
//
// A node has 16 bytes: its number, the place of its column in a panel, and the place of its right child,
// which its left child follows. A leaf is its own child, and asks for a column that is NaN. A panel is eight
// rows, interleaved: number k of row r stands at 8 k + r. All places count bytes.

function next(node: usize, panel: usize, lane: usize): usize {
  const value = load<f64>(panel + <usize>load<u32>(node, 8) + lane);
  return <usize>load<u32>(node, 12) + ((<usize>(value <= load<f64>(node))) << 4);
}

/** Interleaves rows of `columns` numbers to panels, each with a column of NaN behind. `panels` x 8 rows are read. */
export function pack(panels: usize, columns: usize, from: usize, to: usize): void {
  const step = columns << 3;
  for (; panels > 0; panels--) {
    for (let k: usize = 0; k < step; k += 8) {
      let at = from + k;
      for (let r: usize = 0; r < 64; r += 8) {
        store<f64>(to + r, load<f64>(at));
        at += step;
      }
      to += 64;
    }
    for (let r: usize = 0; r < 64; r += 8) store<f64>(to + r, NaN);
    to += 64;
    from += step << 3;
  }
}

/** Adds the leaves' values of each tree, in their order, to the sum of each row of the panels. */
export function add(panels: usize, columns: usize, panel: usize, roots: usize, trees: usize, sums: usize): void {
  const step = (columns + 1) << 6;
  const end = roots + (trees << 2);
  for (let root = roots; root < end; root += 4) {
    const first = <usize>load<u32>(root);
    let at = panel;
    let sum = sums;
    for (const last = panel + panels * step; at < last; at += step) {
      let a = first;
      let b = first;
      let c = first;
      let d = first;
      let e = first;
      let f = first;
      let g = first;
      let h = first;
      let moved: usize;
      do {
        a = next(a, at, 0);
        b = next(b, at, 8);
        c = next(c, at, 16);
        d = next(d, at, 24);
        e = next(e, at, 32);
        f = next(f, at, 40);
        g = next(g, at, 48);
        h = next(h, at, 56);
        let to = next(a, at, 0);
        moved = to ^ a;
        a = to;
        to = next(b, at, 8);
        moved |= to ^ b;
        b = to;
        to = next(c, at, 16);
        moved |= to ^ c;
        c = to;
        to = next(d, at, 24);
        moved |= to ^ d;
        d = to;
        to = next(e, at, 32);
        moved |= to ^ e;
        e = to;
        to = next(f, at, 40);
        moved |= to ^ f;
        f = to;
        to = next(g, at, 48);
        moved |= to ^ g;
        g = to;
        to = next(h, at, 56);
        moved |= to ^ h;
        h = to;
      } while (moved !== 0);
      store<f64>(sum, load<f64>(sum, 0) + load<f64>(a), 0);
      store<f64>(sum, load<f64>(sum, 8) + load<f64>(b), 8);
      store<f64>(sum, load<f64>(sum, 16) + load<f64>(c), 16);
      store<f64>(sum, load<f64>(sum, 24) + load<f64>(d), 24);
      store<f64>(sum, load<f64>(sum, 32) + load<f64>(e), 32);
      store<f64>(sum, load<f64>(sum, 40) + load<f64>(f), 40);
      store<f64>(sum, load<f64>(sum, 48) + load<f64>(g), 48);
      store<f64>(sum, load<f64>(sum, 56) + load<f64>(h), 56);
      sum += 64;
    }
  }
}
