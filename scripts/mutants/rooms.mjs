// The rooms that promise something, and the tests that hold them to it.
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** The folder of the packages. */
export const home = join(root, "packages");

/** Folders and files of sources, and those of tests that run with them in the same process. */
export const ROOMS = {
  proofs: {
    sources: [
      "core/src/solver/proof",
      "core/src/solver/certificate.ts",
      "core/src/solver/hinge-certificate.ts",
      "core/src/solver/machine/certificate.ts",
      "core/src/solver/machine/feasible.ts",
    ],
    tests: ["core/test/solver"],
  },
  scores: {
    sources: ["core/src/scores", "core/src/statistics"],
    not: ["core/src/statistics/hypergeometric.ts", "core/src/statistics/score-limits.ts"],
    tests: ["core/test/scores", "core/test/statistics"],
  },
  judging: { sources: ["core/src/judge"], tests: ["core/test/judge"] },
  review: {
    sources: ["core/src/review", "core/src/statistics/hypergeometric.ts"],
    tests: ["core/test/review", "core/test/statistics"],
  },
  audit: {
    sources: ["core/src/audit", "core/src/statistics/score-limits.ts"],
    tests: ["core/test/audit", "core/test/statistics"],
  },
  prior: { sources: ["core/src/prior"], tests: ["core/test/prior"] },
  labels: {
    sources: [
      "files/src/format/labels",
      "core/src/bags/label-values.ts",
      "core/src/bags/label.ts",
      "core/src/bags/labels-apart.ts",
    ],
    tests: ["files/test/format/labels", "core/test/bags"],
  },
};

/** All files under some paths. */
function filesUnder(paths, ending) {
  return paths.flatMap((path) => {
    const full = join(home, path);
    if (!existsSync(full)) return [];
    if (!statSync(full).isDirectory()) return [full];
    const names = readdirSync(full, { recursive: true, encoding: "utf8" });
    return names
      .filter((name) => name.endsWith(ending))
      .map((name) => join(full, name))
      .sort();
  });
}

/** The sources of a room. */
export function sourcesOf({ sources, not = [] }) {
  const left = not.map((path) => join(home, path));
  // A file without code, such as the doors, has nothing to mistake.
  return filesUnder(sources, ".ts").filter((file) => !left.includes(file) && !file.endsWith("/index.ts"));
}

export const testsOf = ({ tests }) => filesUnder(tests, ".test.ts");

/** The rooms of these names, or all; ends this process for a name that is none. */
export function chosenRooms(names) {
  const unknown = names.find((name) => !Object.hasOwn(ROOMS, name));
  if (unknown === undefined) return names.length > 0 ? names : Object.keys(ROOMS);
  console.error(`There is no room ${unknown}; they are ${Object.keys(ROOMS).join(", ")}.`);
  process.exit(2);
}
