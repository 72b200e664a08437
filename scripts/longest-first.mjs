// The order of the test files where vitest remembers no times, as in a fresh clone. It would take large files first, and
// some short files take long: one that begins last leaves a core without work.
import { BaseSequencer } from "vitest/node";

/** Files that take long, the longest first, as the ends of their paths without `.test.ts`. */
const LONG = [
  "test/cluster",
  "house/package",
  "house/docs",
  "learners/auto/auto",
  "commands/learning",
  "experiment/run-experiment",
  "test/e2e",
  "test/e2e-photos-and-readers",
  "house/browser",
  "house/examples",
  "learners/contract",
  "experiment/kill",
  "experiment/experiment",
  "lab/test/paper/browser",
  "experiment/run-cv",
  "commands/audit",
  "learners/invariance",
  "commands/photos",
  "test/workbench",
  "learners/extremes",
  "commands/databases",
  "house/entries",
  "model/model-report-browser",
  "experiment/run-compare",
  "sql/sql",
  "model/model-report",
  "house/raw-pages",
  "test/onnx",
  "commands/messy-files",
  "explain/explain",
  "format/round-trips",
  "commands/large-files",
  "scores/coverage",
  "messy/disguises",
  "test/postgres",
  "score/score-threads",
  "commands/train-brief",
  "experiment/compare",
  "molecule/molecule-encoder",
  "test/js",
  "solver/double-hinge",
  "mixture/calibration",
  "format/limits",
  "judge/cross-fit",
  "shared/fitted-bags",
];

/** The place in the list; beyond its end for all others. */
function placeOf({ moduleId }) {
  const place = LONG.findIndex((end) => moduleId.endsWith(`/${end}.test.ts`));
  return place === -1 ? LONG.length : place;
}

/** Sorts as vitest does, but within a project the long files come first. */
export default class LongestFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((own) =>
      sorted.filter(({ project }) => project === own).sort((a, b) => placeOf(a) - placeOf(b)),
    );
  }
}
