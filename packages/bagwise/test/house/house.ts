// The packages, and the rooms of each, in the order of imports. A package may use those before it, a room those
// before it in its package. `docs/architecture.md` says what each holds.

/** A package: its rooms are folders of `src/`, or single files. */
export interface Package {
  readonly name: string;
  readonly rooms: readonly string[];
  /** Files at the top of `src/` that are no entry belong to this room. */
  readonly top?: string;
  /** Whether it runs in a browser, so that it may not reach Node's built-ins. */
  readonly pure: boolean;
}

export const PACKAGES: readonly Package[] = [
  {
    name: "core",
    rooms: [
      "base",
      "linalg",
      "statistics",
      "bags",
      "kernels",
      "solver",
      "scores",
      "prior",
      "scorers",
      "explain",
      "model",
      "learners",
      "judge",
      "audit",
      "review",
    ],
    pure: true,
  },
  { name: "files", rooms: ["table", "encode", "format"], pure: true },
  {
    name: "baselines",
    rooms: [
      "shared",
      "svm",
      "mi-graph",
      "instance-svm",
      "mi-svm",
      "witness-svm",
      "miss-svm",
      "soft-bag-svm",
      "smil",
      "stmil",
      "sbmil",
      "ki-svm",
      "network",
      "dd",
      "em-dd",
    ],
    pure: true,
  },
  { name: "export", rooms: ["program", "js", "sql", "onnx"], pure: true },
  { name: "report", rooms: ["page", "data", "figures", "model"], pure: true },
  { name: "engines", rooms: ["disk", "."], top: ".", pure: false },
  {
    name: "lab",
    rooms: [
      "options",
      "estimators",
      "datasets",
      "draws",
      "families",
      "trials",
      "methods",
      "tables",
      "report",
      "experiment.ts",
      "paper",
      "compare",
      "cv",
      "checks",
      "review",
      "experiments.ts",
    ],
    pure: true,
  },
  { name: "bagwise", rooms: ["learners.ts", "entries", "index.ts", "node", "experiment", "cli"], pure: false },
];

/** Files of `bagwise` that run in a browser, with all that they reach. */
export const PURE_ENTRIES = ["bagwise/src/index.ts", "bagwise/src/learners.ts", "bagwise/src/entries"];
