import { BagSet, type Label, type Similarity, SparseRows, sparseRow } from "@bagwise/core/bags";
import { random } from "@bagwise/core/base";

/** Bags of a few counts each, with a block of words and one of plain values; positive ones have more of the first words. */
export function sparseBags({
  bags = 60,
  labeled = 12,
  width = 80,
  seed = 1,
  features = [],
}: {
  bags?: number;
  labeled?: number;
  width?: number;
  seed?: number;
  features?: readonly string[];
} = {}): BagSet {
  const generator = random(seed);
  const offsets = new Uint32Array(bags + 1);
  const heads = (["tf-idf", "cosine"] as const).map((similarity: Similarity, k) => ({
    name: k === 0 ? "words" : "values",
    width,
    similarity,
  }));
  const blocks = heads.map(() => new SparseRows());
  const data: number[] = [];
  for (let i = 0; i < bags; i++) {
    const size = 1 + generator.below(4);
    offsets[i + 1] = offsets[i] + size;
    for (let j = 0; j < size; j++) {
      for (const [k, rows] of blocks.entries()) {
        const draw = () => (i < 2 * labeled && generator.uniform() < 0.5 ? generator.below(6) : generator.below(width));
        const value = () => (k === 0 ? 1 : generator.uniform() + 0.1);
        rows.add(sparseRow(Array.from({ length: 5 + generator.below(5) }, () => [draw(), value()] as const)));
      }
      for (const _ of features) data.push(generator.normal() + (i < 2 * labeled ? 1 : 0));
    }
  }
  const labels = Array.from({ length: bags }, (_, i): Label => (i < labeled ? "positive" : "unlabeled"));
  return BagSet.own({
    data: Float64Array.from(data),
    offsets,
    ids: labels.map((_, i) => `b${i}`),
    labels: Int8Array.from(labels, (label) => (label === "positive" ? 1 : 0)),
    features,
    blocks: blocks.map((rows, k) =>
      rows.finish(heads[k], { terms: k === 0 ? Array.from({ length: width }, (_, t) => `w${t}`) : undefined }),
    ),
  });
}

/** The bag without one of its instances, as a set of one bag. */
export function withoutInstance(bags: BagSet, i: number, instance: number): BagSet {
  const rows = Array.from({ length: bags.sizeOf(i) }, (_, j) => j).filter((j) => j !== instance);
  const blocks = bags.blocks.map(({ name, width, similarity, offsets, indices, values, terms }) => {
    const kept = new SparseRows();
    for (const j of rows) {
      const row = bags.startOf(i) + j;
      const entries = Array.from({ length: offsets[row + 1] - offsets[row] }, (_, k) => offsets[row] + k);
      kept.add(sparseRow(entries.map((e) => [indices[e], values[e]] as const)));
    }
    return kept.finish({ name, width, similarity }, { terms });
  });
  const { instance: valuesOf } = bags.bag(i);
  return BagSet.own({
    data: Float64Array.from(rows.flatMap((j) => [...valuesOf(j)])),
    offsets: Uint32Array.of(0, rows.length),
    ids: [bags.idOf(i)],
    labels: Int8Array.of(0),
    features: bags.features,
    blocks,
  });
}
