import type { BagSet } from "../../bags/bag-set.js";
import { crc32 } from "../../base/crc32.js";
import { count, InputError } from "../../base/errors.js";
import type { TrialSpec } from "../paper/trial.js";
import { canonical } from "../paper/trial-id.js";
import type { DataSetInfo } from "./data-sets.js";
import type { AnyProtocol } from "./protocol.js";

/** What a method trains on and what it is judged by. */
export interface DrawnBags {
  /** Labelled "positive" and "unlabeled". */
  readonly training: BagSet;
  /** Labelled "positive" and "negative". */
  readonly test: BagSet;
  /** What the training bags truly are, 1 or -1, in their order: for audits, and for no method. */
  readonly truth: Int8Array;
}

/** The part of a specification that the draw depends on. */
export interface DrawSpec
  extends Pick<TrialSpec, "dataset" | "prior" | "labeled" | "unlabeled" | "test" | "noise" | "trial" | "seed"> {
  readonly protocol: AnyProtocol;
}

/** What a draw must know of the data set besides its bags. */
export type DrawInfo = Pick<DataSetInfo, "scaling" | "multiple">;

/**
 * The seed of the draw. It knows neither the method nor what the method is told, so that all
 * methods get the same bags.
 */
export function drawSeed(spec: DrawSpec): number {
  const { dataset, protocol, prior, labeled, unlabeled, test, noise, trial, seed } = spec;
  const text = canonical({ dataset, protocol, prior, labeled, unlabeled, test, noise, trial, seed });
  return crc32(new TextEncoder().encode(text));
}

/** The error of a draw that never succeeds. */
export function tooFewBags(bags: BagSet, spec: DrawSpec): InputError {
  return new InputError({
    code: "too-few-bags",
    message: `${count(bags.size, "bag")} of ${spec.dataset} do not give ${spec.labeled} labelled, ${spec.unlabeled} unlabeled and ${spec.test} test bags of both labels at a prior of ${spec.prior}`,
    remedy: "Ask for fewer bags, or for another prior.",
  });
}
