import { count, thousands } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { random } from "../../base/random.js";

/**
 * Up to this many bags, fits use all. Above, they use a sample of this many: eleven fits on a
 * million bags would take minutes and gigabytes, and with 300 landmarks hardly differ
 * (docs/research/benchmarks.md).
 */
export const MOST_FITTED = 50_000;

/** Rows of the training bags by label. */
export interface KnownRows {
  readonly positive: Uint32Array;
  readonly unlabeled: Uint32Array;
  readonly negative: Uint32Array;
}

/** The bags that fits are made from. */
export interface FittedBags {
  /** The bag of each fitted row, ascending; null if all bags are fitted, each in its own row. */
  readonly bags: Uint32Array | null;
  /** The fitted rows by label. */
  readonly rows: KnownRows;
}

const KINDS = ["positive", "unlabeled", "negative"] as const;

/**
 * All bags, or a sample of `most` if there are more: each kind gets an equal part, and what a kind
 * with fewer bags leaves goes to the others. So labelled bags, which are rare, are kept as long as
 * possible. With `equalRate`, each kind keeps its share of the bags instead, but at least two. The
 * same seed gives the same sample.
 */
export function fittedBags(
  rows: KnownRows,
  seed: number,
  { most = MOST_FITTED, equalRate = false }: { most?: number | undefined; equalRate?: boolean } = {},
): FittedBags {
  const all = KINDS.reduce((sum, kind) => sum + rows[kind].length, 0);
  if (all <= most) return { bags: null, rows };
  const generator = random(seed).fork();
  const parts: Record<keyof KnownRows, number> = { positive: 0, unlabeled: 0, negative: 0 };
  let left = most;
  for (const [k, kind] of [...KINDS].sort((a, b) => rows[a].length - rows[b].length).entries()) {
    const part = equalRate
      ? Math.max(2, Math.round((rows[kind].length * most) / all))
      : Math.floor(left / (KINDS.length - k));
    parts[kind] = Math.min(rows[kind].length, part);
    left -= parts[kind];
  }
  const drawn = KINDS.map((kind) =>
    generator
      .sample(rows[kind].length, parts[kind])
      .sort()
      .map((k) => rows[kind][k]),
  );
  const bags = new Uint32Array(most - left);
  let at = 0;
  const placed = drawn.map((some) => {
    bags.set(some, at);
    at += some.length;
    return Uint32Array.from(some, (_, k) => at - some.length + k);
  });
  return { bags, rows: { positive: placed[0], unlabeled: placed[1], negative: placed[2] } };
}

/** What was sampled, in numbers; no note if nothing was. */
export function fittedNotes(rows: KnownRows, fitted: FittedBags): Note[] {
  if (fitted.bags === null) return [];
  const parts = KINDS.filter((kind) => rows[kind].length > 0).map(
    (kind) => `${thousands(fitted.rows[kind].length)} of ${thousands(rows[kind].length)} ${kind}`,
  );
  const message = `there are many bags, so the ranking was fitted on a random sample of ${count(fitted.bags.length, "bag")} (${parts.join(", ")}); all bags were scored while held out, and count for the prior and the measures`;
  return [{ code: "fitted-on-sample", message }];
}
