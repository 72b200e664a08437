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

/** What is missing to start a cluster; undefined if nothing is. */
export function clusterLacks(): string | undefined {
  return cluster.clusterNeeds();
}

/** A cluster of a coordinator and two workers: one that runs already, or a new one, which is stopped at the end. */
export async function startCluster() {
  const ran = cluster.status().length > 0;
  if (!ran) execFileSync(process.execPath, [script, "up", "--quick"], { stdio: ["ignore", "ignore", "inherit"] });
  const port = 18080;
  return {
    port,
    query: async (sql: string) => await cluster.query(port, sql),
    pids: () => cluster.status(),
    stop: async () => {
      if (!ran) execFileSync(process.execPath, [script, "down"], { stdio: "ignore" });
    },
  };
}
