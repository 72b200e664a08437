import type { Complaint } from "../../base/errors.js";
import type { CompareSpec } from "../compare/spec.js";
import type { TrialRecord, TrialSpec, TrialTiming } from "../paper/trial.js";
import type { AnyRecord } from "./journal.js";

/** What a worker thread is given: plain data. */
export interface TrialJob {
  readonly id: string;
  readonly spec: TrialSpec | CompareSpec;
  /**
   * The file of the data set, and the content hash that it must have. Both are empty where bags are
   * drawn fresh.
   */
  readonly file: string;
  readonly hash: string;
}

/**
 * What it gives back. Bad input is data here: an error loses its class on the way between threads.
 */
export type TrialAnswer<R extends AnyRecord = TrialRecord> =
  | { readonly record: R; readonly timing: TrialTiming }
  | { readonly complaint: Complaint };
