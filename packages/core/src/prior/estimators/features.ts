import { badOption } from "../../base/option.js";
import { random } from "../../base/random.js";
import { type Matrix, matrix } from "../../linalg/matrix.js";

/** Up to this many bags, each is a centre. */
const ALL_UP_TO = 150;
/** The number of centres for more bags, and the most positive ones among them. */
const MOST_CENTRES = 120;
const MOST_POSITIVE_CENTRES = 40;

/** Similarities of every bag to the centres, by the kernel normalised to k(X, X) = 1. */
export interface Features {
  /** Bags x centres. */
  readonly phi: Matrix;
  /** Centres x centres, for the norm of a combination: |sum a_m k(., c_m)|^2 = a' K a. */
  readonly between: Matrix;
}

interface FeatureOptions {
  readonly seed: number;
  readonly centres?: ArrayLike<number> | undefined;
}

/** Centres: by default all bags; of more than 150 bags 120, at most 40 of them positive. */
export function kernelFeatures(gram: Matrix, positives: number, { seed, centres }: FeatureOptions): Features {
  const chosen = centres === undefined ? drawCentres(gram.rows, positives, seed) : checked(centres, gram.rows);
  const scale = inverseRoots(gram);
  const phi = matrix(gram.rows, chosen.length);
  for (let i = 0, at = 0; i < gram.rows; i++) {
    const from = i * gram.cols;
    for (let m = 0; m < chosen.length; m++, at++) {
      phi.data[at] = gram.data[from + chosen[m]] * scale[i] * scale[chosen[m]];
    }
  }
  const between = matrix(chosen.length, chosen.length);
  for (const [k, c] of chosen.entries()) {
    between.data.set(phi.data.subarray(c * chosen.length, (c + 1) * chosen.length), k * chosen.length);
  }
  return { phi, between };
}

/** 1 / sqrt(k(X, X)) of every bag; 0 if k(X, X) is 0. */
export function inverseRoots({ rows, cols, data }: Matrix): Float64Array {
  return Float64Array.from({ length: rows }, (_, i) => {
    const self = data[i * cols + i];
    return self > 0 ? 1 / Math.sqrt(self) : 0;
  });
}

function drawCentres(bags: number, positives: number, seed: number): Uint32Array {
  if (bags <= ALL_UP_TO) return Uint32Array.from({ length: bags }, (_, i) => i);
  const generator = random(seed);
  const fromPositive = generator.sample(positives, MOST_POSITIVE_CENTRES);
  const rest = generator.sample(bags - positives, MOST_CENTRES - fromPositive.length);
  return Uint32Array.from([...fromPositive, ...rest.map((i) => positives + i)].sort((a, b) => a - b));
}

function checked(centres: ArrayLike<number>, bags: number): Uint32Array {
  const list = Array.from(centres);
  const bad = list.find((c) => !(Number.isInteger(c) && c >= 0 && c < bags));
  if (bad !== undefined || list.length === 0) {
    throw badOption("centres", bad ?? list, `numbers of bags, from 0 to ${bags - 1}`);
  }
  return Uint32Array.from(list);
}
