// The whole test: types, style, behaviour. Arguments go to vitest, for example `npm test -- csv`.
import { join } from "node:path";
import { root, run } from "./setup.mjs";

const bin = (...path) => join(root, "node_modules", ...path);
const filters = process.argv.slice(2);
run(process.execPath, [bin("typescript", "bin", "tsc"), "-p", join(root, "packages", "bagwise", "tsconfig.test.json")]);
run(process.execPath, [bin("typescript", "bin", "tsc"), "-p", join(root, "apps", "workbench", "tsconfig.test.json")]);
run(process.execPath, [bin("@biomejs", "biome", "bin", "biome"), "check", "--error-on-warnings", "."]);
run(process.execPath, [bin("vitest", "vitest.mjs"), "run", ...filters]);
