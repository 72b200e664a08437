import { spawnSync } from "node:child_process";

/**
 * A Python that has the module, or undefined. Debian's comes first: another one on the PATH may
 * lack its packages.
 */
export function pythonWith(module) {
  return ["/usr/bin/python3", "python3", "python"].find(
    (python) => spawnSync(python, ["-c", `import ${module}`]).status === 0,
  );
}
