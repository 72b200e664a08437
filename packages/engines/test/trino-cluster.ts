import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../../bagwise/test/require-all.js";

const script = join(root, "scripts", "cluster.mjs");

/** What the script gives; it is plain JavaScript. */
interface ClusterScript {
  clusterNeeds(): string | undefined;
  status(): number[];
  query(port: number, sql: string): Promise<unknown[][]>;
}

const cluster: ClusterScript = await import(script);

/**
 * Whether there is a cluster to test on: one that runs, or, where everything is required, one that the test starts.
 * It says why there is none.
 */
export function hasCluster(): boolean {
  if (cluster.status().length > 0) return true;
  const lacking = cluster.clusterNeeds();
  if (process.env.BAGWISE_REQUIRE_ALL) {
    if (lacking === undefined) return true;
    throw new Error(`${lacking}; BAGWISE_REQUIRE_ALL is set`);
  }
  console.warn(`skipped: no Trino cluster runs; ${lacking ?? "start one with node scripts/cluster.mjs up"}`);
  return false;
}

let isReady = false;

/** The cluster of a coordinator and two workers: the one that runs, or is starting, or a new one. */
export async function startCluster() {
  if (!isReady)
    execFileSync(process.execPath, [script, "up", "--quick", "--join"], { stdio: ["ignore", "ignore", "inherit"] });
  isReady = true;
  const port = 18080;
  return {
    port,
    query: async (sql: string) => await cluster.query(port, sql),
    pids: () => cluster.status(),
  };
}

/** Stops the cluster. */
export function stopCluster(): void {
  execFileSync(process.execPath, [script, "down"], { stdio: "ignore" });
}
