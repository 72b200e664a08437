import type { Complaint } from "../../base/errors.js";
import type { TrialRecord, TrialSpec, TrialTiming } from "../../experiment/index.js";

/** What a worker thread is given: plain data. */
export interface TrialJob {
  readonly id: string;
  readonly spec: TrialSpec;
  /** The file of the data set, and the content hash that it must have. */
  readonly file: string;
  readonly hash: string;
}

/** What it gives back. Bad input is data here: an error loses its class on the way between threads. */
export type TrialAnswer =
  | { readonly record: TrialRecord; readonly timing: TrialTiming }
  | { readonly complaint: Complaint };
