import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

/** A password with characters that an address must encode. */
export const PASSWORD = "s3cret/of @us";

export interface PostgresServer {
  /** The address without a password. */
  readonly address: string;
  /** The same with it. */
  readonly secret: string;
  readonly port: number;
  /** Runs statements as the owner of the server. */
  run(sql: string): Promise<void>;
  query(sql: string): Promise<unknown[][]>;
  stop(): Promise<void>;
}

/** The folder with `initdb` and `postgres`; undefined if PostgreSQL is not installed. */
export function postgresFolder(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort().reverse() : [];
  const folders = [...versions.map((version) => join(debian, version, "bin")), "/usr/local/bin", "/opt/homebrew/bin"];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

/** The user whom the server runs as: it refuses root. */
function owner(): { uid: number; gid: number } | object {
  if (process.getuid?.() !== 0) return {};
  const number = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: number("-u"), gid: number("-g") };
}

export async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** Starts a server in a temporary folder on a free port of 127.0.0.1. */
export async function startPostgres(folder: string): Promise<PostgresServer> {
  const home = mkdtempSync(join(tmpdir(), "bagwise-postgres-"));
  const as = owner();
  if ("uid" in as) chownSync(home, as.uid, as.gid);
  const data = join(home, "data");
  const passwords = join(home, "password");
  writeFileSync(passwords, PASSWORD);
  if ("uid" in as) chownSync(passwords, as.uid, as.gid);
  execFileSync(
    join(folder, "initdb"),
    ["-D", data, "-U", "owner", "-A", "scram-sha-256", "--pwfile", passwords, "-E", "UTF8", "--no-sync", "--locale=C"],
    { ...as, cwd: home, stdio: "ignore" },
  );
  const port = await freePort();
  const settings = [
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${home}`,
    "fsync=off",
    "shared_buffers=16MB",
  ];
  const server = spawn(
    join(folder, "postgres"),
    ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
    { ...as, cwd: home, stdio: "ignore" },
  );
  const login = { host: "127.0.0.1", port, user: "owner", password: PASSWORD, database: "postgres" };
  await until(async () => {
    const client = new pg.Client(login);
    client.on("error", () => undefined);
    await client.connect();
    await client.end();
  });
  const withClient = async <Result>(work: (client: pg.Client) => Promise<Result>) => {
    const client = new pg.Client(login);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  return {
    address: `postgres://owner@127.0.0.1:${port}/postgres`,
    secret: `postgres://owner:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`,
    port,
    run: async (sql) => {
      await withClient((client) => client.query(sql));
    },
    query: async (sql) =>
      await withClient(async (client) => (await client.query<unknown[]>({ text: sql, rowMode: "array" })).rows),
    stop: async () => {
      await ended(server);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** SIGINT ends all sessions and the server in order; SIGTERM would wait for them. */
async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGINT");
  await gone;
}

async function until(work: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries > 300) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
