import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import pg from "pg";

/** A real engine: runs a statement and gives its rows as arrays. */
export interface Engine {
  readonly dialect: string;
  /** The type of a column of numbers. */
  readonly double: string;
  run(sql: string): Promise<unknown[][]>;
  close(): Promise<void>;
}

/** DuckDB in this process, in memory. */
export async function duckdbEngine(): Promise<Engine> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  return {
    dialect: "duckdb",
    double: "DOUBLE",
    run: async (sql) => (await connection.runAndReadAll(sql)).getRows() as unknown[][],
    async close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** The folder of the programs of a PostgreSQL server on this machine; undefined if there is none. */
export function postgresPrograms(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const folders = existsSync(debian) ? readdirSync(debian).map((name) => join(debian, name, "bin")) : [];
  return [...folders, "/usr/local/bin", "/usr/bin"].find((folder) =>
    ["initdb", "postgres"].every((name) => existsSync(join(folder, name))),
  );
}

/** A PostgreSQL server of its own, on a socket in a folder that goes with it. */
export async function postgresEngine(programs: string): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), "bagwise-pg-"));
  // A server refuses to run as root.
  const user =
    process.getuid?.() === 0 ? Number(spawnSync("id", ["-u", "nobody"], { encoding: "utf8" }).stdout) : undefined;
  if (user !== undefined) {
    chownSync(folder, user, -1);
    chmodSync(folder, 0o755);
  }
  const as = { ...(user !== undefined && { uid: user }), cwd: folder };
  const data = join(folder, "data");
  execFileSync(join(programs, "initdb"), ["-D", data, "-U", "bagwise", "-A", "trust", "-E", "UTF8", "--no-sync"], {
    ...as,
    stdio: "ignore",
  });
  const options = ["-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off", "-c", "jit=off"];
  const server: ChildProcess = spawn(join(programs, "postgres"), options, { ...as, stdio: "ignore" });
  const stopped = new Promise<void>((done) => server.once("exit", () => done()));
  const close = async () => {
    server.kill("SIGINT");
    await stopped;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const client = await connected(folder);
    return {
      dialect: "postgres",
      double: "double precision",
      run: async (sql) => (await client.query({ text: sql, rowMode: "array" })).rows,
      async close() {
        await client.end();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A connection to the server, as soon as it answers. */
async function connected(folder: string): Promise<pg.Client> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ host: folder, user: "bagwise", database: "postgres" });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (tries > 300) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}
