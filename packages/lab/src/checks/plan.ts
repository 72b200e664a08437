import { labelsFor } from "./method.js";
import type { CheckGrid } from "./options.js";
import type { CheckSpec } from "./spec.js";

/** The trials of the checks, in order of check, repeat and method. */
export function planChecks({ checks, methods, repeats, seed }: CheckGrid): CheckSpec[] {
  return checks.flatMap((dataset) =>
    Array.from({ length: repeats }, (_, repeat) => repeat).flatMap((repeat) =>
      methods.map(
        (method): CheckSpec => ({
          experiment: "checks",
          dataset,
          method,
          labels: labelsFor(method),
          repeat,
          seed,
        }),
      ),
    ),
  );
}
