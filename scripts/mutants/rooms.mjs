// The rooms that promise something, and the tests that hold them to it.
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const home = join(root, "packages", "bagwise");

/** Folders and files of `src`, and those of `test` that run with them in the same process. */
export const ROOMS = {
  proofs: {
    sources: [
      "solver/proof",
      "solver/certificate.ts",
      "solver/hinge-certificate.ts",
      "solver/machine/certificate.ts",
      "solver/machine/feasible.ts",
    ],
    tests: ["solver"],
  },
  scores: { sources: ["scores"], tests: ["scores"] },
  judging: {
    sources: ["evaluation"],
    not: ["evaluation/review", "evaluation/audit"],
    tests: ["evaluation/calibration", "evaluation/held-out", "evaluation/threshold", "evaluation/*"],
  },
  review: { sources: ["evaluation/review"], tests: ["evaluation/review"] },
  audit: { sources: ["evaluation/audit"], tests: ["evaluation/audit"] },
  prior: { sources: ["prior"], tests: ["prior"] },
  labels: {
    sources: ["format/labels", "bags/label-values.ts", "bags/label.ts", "bags/labels-apart.ts"],
    tests: ["format/labels", "bags"],
  },
};

/** All files under some paths; those directly in a folder for a path that ends in `/*`. */
function filesUnder(base, paths, ending) {
  return paths.flatMap((path) => {
    const flat = path.endsWith("/*");
    const full = join(base, flat ? path.slice(0, -2) : path);
    if (!existsSync(full)) return [];
    if (!statSync(full).isDirectory()) return [full];
    const names = readdirSync(full, { recursive: !flat, encoding: "utf8" });
    return names
      .filter((name) => name.endsWith(ending))
      .map((name) => join(full, name))
      .sort();
  });
}

/** The sources of a room. */
export function sourcesOf({ sources, not = [] }) {
  const left = not.map((path) => join(home, "src", path));
  const all = filesUnder(join(home, "src"), sources, ".ts");
  return all.filter((file) => !left.some((path) => file.startsWith(`${path}/`)));
}

export const testsOf = ({ tests }) => filesUnder(join(home, "test"), tests, ".test.ts");

/** The rooms of these names, or all; ends this process for a name that is none. */
export function chosenRooms(names) {
  const unknown = names.find((name) => !Object.hasOwn(ROOMS, name));
  if (unknown === undefined) return names.length > 0 ? names : Object.keys(ROOMS);
  console.error(`There is no room ${unknown}; they are ${Object.keys(ROOMS).join(", ")}.`);
  process.exit(2);
}
