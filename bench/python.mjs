import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The versions that the figures in the docs were measured with. */
export const SCIKIT_LEARN = "scikit-learn==1.9.1";
export const PANDAS = "pandas==3.1.1";
export const PYARROW = "pyarrow==26.0.1";
export const RDKIT = "rdkit==2026.9.1";
export const ASREVIEW = "asreview==3.0.8";

/**
 * A Python that has the module, or undefined. Debian's comes first: another one on the PATH may
 * lack its packages.
 */
export function pythonWith(module) {
  return ["/usr/bin/python3", "python3", "python"].find(
    (python) => spawnSync(python, ["-c", `import ${module}`]).status === 0,
  );
}

/** A Python of our own with scikit-learn, installed the first time; undefined if there is no Python. */
export function pythonWithScikit() {
  return ownPython({ sklearn: SCIKIT_LEARN });
}

/** The same with pandas that reads Parquet. */
export function pythonWithParquet() {
  return ownPython({ sklearn: SCIKIT_LEARN, pandas: PANDAS, pyarrow: PYARROW });
}

/** The same with RDKit as well. */
export function pythonWithRdkit() {
  return ownPython({ sklearn: SCIKIT_LEARN, rdkit: RDKIT });
}

/** The same with ASReview. */
export function pythonWithAsreview() {
  return ownPython({ sklearn: SCIKIT_LEARN, asreview: ASREVIEW });
}

/** A Python of our own with these packages, by the module that each brings. */
function ownPython(packages) {
  const folder = join(dirname(fileURLToPath(import.meta.url)), ".venv");
  const own = join(folder, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  const has = () =>
    existsSync(own) && spawnSync(own, ["-c", `import ${Object.keys(packages).join(", ")}`]).status === 0;
  if (has()) return own;
  console.error(`Installing ${Object.values(packages).join(" and ")} (once) ...`);
  if (!existsSync(own)) spawnSync("python3", ["-m", "venv", folder], { stdio: "inherit" });
  spawnSync(own, ["-m", "pip", "install", "--quiet", ...Object.values(packages)], { stdio: "inherit" });
  return has() ? own : undefined;
}
