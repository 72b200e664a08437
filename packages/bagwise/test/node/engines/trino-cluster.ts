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
 * Whether there is a cluster to test on: one that runs, or where BAGWISE_CLUSTER asks for it one that the test
 * starts. Not where everything is required: three servers of Java beside all other tests would double their time.
 */
export function hasCluster(): boolean {
  if (cluster.status().length > 0) return true;
  const lacking = process.env.BAGWISE_CLUSTER ? cluster.clusterNeeds() : "a Trino cluster";
  if (lacking === undefined) return true;
  if (process.env.BAGWISE_CLUSTER) throw new Error(`${lacking} is missing, and BAGWISE_CLUSTER is set`);
  console.warn("skipped: no Trino cluster runs; start one with node scripts/cluster.mjs up");
  return false;
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
