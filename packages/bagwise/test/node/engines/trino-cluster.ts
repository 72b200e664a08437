import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../../require-all.js";

const script = join(root, "scripts", "cluster.mjs");

/** What the script gives; it is plain JavaScript. */
interface ClusterScript {
  clusterNeeds(): string | undefined;
  status(): number[];
  query(port: number, sql: string): Promise<unknown[][]>;
}

const cluster: ClusterScript = await import(script);

/**
 * What is missing for a test on a cluster; undefined if nothing is. Without one that runs, a test starts its own
 * only where everything is required: that downloads a server.
 */
export function clusterLacks(): string | undefined {
  if (process.env.BAGWISE_REQUIRE_ALL) return cluster.clusterNeeds();
  return cluster.status().length > 0 ? undefined : "a Trino cluster (start it with node scripts/cluster.mjs up)";
}

/**
 * A cluster of a coordinator and two workers: one that runs already, or a new one. `own`: the test will
 * break it, so it is stopped at the end in any case.
 */
export async function startCluster({ own = false }: { own?: boolean } = {}) {
  const up = () =>
    execFileSync(process.execPath, [script, "up", "--quick"], { stdio: ["ignore", "ignore", "inherit"] });
  if (cluster.status().length === 0) up();
  const port = 18080;
  return {
    port,
    query: async (sql: string) => await cluster.query(port, sql),
    pids: () => cluster.status(),
    stop: async () => {
      // One that is still whole serves the next test.
      if (own) execFileSync(process.execPath, [script, "down"], { stdio: "ignore" });
    },
  };
}
