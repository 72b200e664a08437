import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./setup.mjs";

const script = join(root, "scripts", "cluster.mjs");

/**
 * A reporter that starts the Trino cluster for the last tests while those in a browser still run: its servers take most
 * of a minute to come up, and a browser leaves cores idle. They come after the browser where both want a core. Only
 * where everything is required, because otherwise the tests take a cluster that runs, or none.
 */
export default class EarlyCluster {
  #left = 0;
  #isStarted = false;

  onTestRunStart(specifications) {
    const named = (name) => specifications.filter(({ project }) => project.name === name).length;
    // From when half of the files are done.
    this.#left = process.env.BAGWISE_REQUIRE_ALL && named("cluster") > 0 ? Math.ceil(named("browser") / 2) : 0;
  }

  onTestModuleEnd({ project }) {
    if (project.name !== "browser" || this.#left === 0 || --this.#left > 0) return;
    this.#isStarted = true;
    spawn("nice", ["-n", "10", process.execPath, script, "up", "--quick", "--join"], {
      detached: true,
      stdio: "ignore",
    })
      // The tests start it themselves if this does not.
      .on("error", () => undefined)
      .unref();
  }

  onTestRunEnd() {
    // The tests stop it, unless they were stopped themselves.
    if (this.#isStarted) spawnSync(process.execPath, [script, "down"], { stdio: "ignore" });
  }
}
