import { type Matrix, matrix } from "../../linalg/matrix.js";

/** A clustering of points around some of them. */
export interface Clustering {
  /** The points that stand for a cluster, ascending. */
  readonly exemplars: Uint32Array;
  /** For each point, the place of its exemplar in `exemplars`. */
  readonly cluster: Uint32Array;
  /** Whether the exemplars came to rest before the iterations ended. */
  readonly converged: boolean;
  readonly iterations: number;
}

export interface AffinityPropagationOptions {
  /** How willing each point is to be an exemplar: the similarity to itself. */
  readonly preference: number;
  /** The share of the old messages that is kept, from 0.5 to 1 exclusive. Default 0.7. */
  readonly damping?: number;
  /** The maximum number of iterations. Default 400. */
  readonly most?: number;
  /** After so many iterations with the same exemplars, they are at rest. Default 20. */
  readonly settled?: number;
}

/**
 * Equal points would exchange equal messages for ever. So each point is a little less willing to be
 * an exemplar than the one before it: by this share of the largest similarity, over all points.
 */
const TIE = 1e-9;

/**
 * Affinity propagation (Frey and Dueck 2007, "Clustering by passing messages between data points"):
 * finds exemplars that nearly maximise the net similarity, which is the sum of the similarities of
 * all points to their exemplar and of the preferences of the exemplars. Points send each other
 * responsibilities (how well k would serve i) and availabilities (how much others want k), damped,
 * until the exemplars come to rest. Afterwards each cluster takes the member that is most similar to
 * all of it. In a tie the earlier point wins, so the result depends on the points alone.
 *
 * `similarities` is symmetric; its diagonal is not read. Points that never come to rest, as in an
 * oscillation, give the last exemplars, and `converged` is false. No points give no exemplars.
 * Takes O(n^2) time per iteration and 16 n^2 bytes.
 */
export function affinityPropagation(similarities: Matrix, options: AffinityPropagationOptions): Clustering {
  const { damping = 0.7, most = 400, settled = 20 } = options;
  const n = similarities.rows;
  const own = preferences(similarities, options.preference);
  const messages = new Messages(similarities, own, damping);
  let exemplars: number[] = [];
  let iterations = 0;
  let same = 0;
  while (iterations < most && same < settled && n > 1) {
    const next = messages.pass();
    same = next.length > 0 && equal(next, exemplars) ? same + 1 : 0;
    exemplars = next;
    iterations++;
  }
  const found = exemplars.length > 0 ? exemplars : mostCentral(similarities);
  const first = assigned(similarities, found);
  const refined = found.map((_, c) => bestOf(similarities, first, c)).sort((a, b) => a - b);
  return {
    exemplars: Uint32Array.from(refined),
    cluster: assigned(similarities, refined),
    converged: n < 2 || same >= settled,
    iterations,
  };
}

/** The messages between all pairs of points. */
class Messages {
  readonly #similarities: Matrix;
  readonly #own: Float64Array;
  readonly #damping: number;
  readonly #responsibility: Matrix;
  readonly #availability: Matrix;
  /** For each k, the sum of the positive responsibilities of other points, and its own. */
  #support: Float64Array;

  constructor(similarities: Matrix, own: Float64Array, damping: number) {
    const n = similarities.rows;
    this.#similarities = similarities;
    this.#own = own;
    this.#damping = damping;
    this.#responsibility = matrix(n, n);
    this.#availability = matrix(n, n);
    this.#support = new Float64Array(n);
  }

  /**
   * Sends all availabilities, then all responsibilities, row by row in one pass over memory. Returns
   * the points that take themselves as exemplar.
   */
  pass(): number[] {
    const n = this.#own.length;
    const s = this.#similarities.data;
    const r = this.#responsibility.data;
    const a = this.#availability.data;
    const keep = this.#damping;
    const take = 1 - keep;
    const support = this.#support;
    const next = new Float64Array(n);
    const exemplars: number[] = [];
    for (let i = 0, row = 0; i < n; i++, row += n) {
      let best = Number.NEGATIVE_INFINITY;
      let second = Number.NEGATIVE_INFINITY;
      let place = -1;
      for (let k = 0; k < n; k++) {
        const told = r[row + k];
        const available = k === i ? support[k] - told : Math.min(0, support[k] - Math.max(0, told));
        const sent = keep * a[row + k] + take * available;
        a[row + k] = sent;
        const both = sent + (k === i ? this.#own[i] : s[row + k]);
        if (both > best) {
          second = best;
          best = both;
          place = k;
        } else if (both > second) second = both;
      }
      if (r[row + i] + a[row + i] > 0) exemplars.push(i);
      for (let k = 0; k < n; k++) {
        const value = (k === i ? this.#own[i] : s[row + k]) - (k === place ? second : best);
        const sent = keep * r[row + k] + take * value;
        r[row + k] = sent;
        if (k === i) next[k] += sent;
        else if (sent > 0) next[k] += sent;
      }
    }
    this.#support = next;
    return exemplars;
  }
}

function preferences({ rows, data }: Matrix, preference: number): Float64Array {
  let largest = Math.abs(preference);
  for (const value of data) largest = Math.max(largest, Math.abs(value));
  return Float64Array.from({ length: rows }, (_, k) => preference - (TIE * largest * k) / rows);
}

function equal(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, k) => value === b[k]);
}

/** The point that is most similar to all, if messages made no point an exemplar. */
function mostCentral(similarities: Matrix): number[] {
  if (similarities.rows === 0) return [];
  return [bestOf(similarities, new Uint32Array(similarities.rows), 0)];
}

/** For each point the place of the most similar exemplar; an exemplar belongs to itself. */
function assigned({ rows, data }: Matrix, exemplars: readonly number[]): Uint32Array {
  const cluster = new Uint32Array(rows);
  for (let i = 0; i < rows; i++) {
    for (let c = 1; c < exemplars.length; c++) {
      if (data[i * rows + exemplars[c]] > data[i * rows + exemplars[cluster[i]]]) cluster[i] = c;
    }
  }
  for (const [c, k] of exemplars.entries()) cluster[k] = c;
  return cluster;
}

/** The member of cluster c with the largest sum of similarities from all other members. */
function bestOf({ rows, data }: Matrix, cluster: Uint32Array, c: number): number {
  const members = Array.from(cluster.keys()).filter((i) => cluster[i] === c);
  let best = members[0];
  let most = Number.NEGATIVE_INFINITY;
  for (const k of members) {
    let sum = 0;
    for (const i of members) if (i !== k) sum += data[i * rows + k];
    if (sum > most) {
      most = sum;
      best = k;
    }
  }
  return best;
}
