import type { Place } from "../base/errors.js";
import type { Label } from "./label.js";

/** What a reviewer said about a bag, and where. */
export interface Answer {
  readonly bag: string;
  readonly label: Exclude<Label, "unlabeled">;
  readonly where?: Place;
}
