// A Trino cluster on this machine, for tests and for trying things out: a coordinator and some workers, each
// a process of its own on 127.0.0.1.
//
//   node scripts/cluster.mjs up [--workers 2] [--port 18080] [--heap 1] [--quick] [--join]   download what is missing, start, and wait
//   node scripts/cluster.mjs download                           only download what is missing
//   node scripts/cluster.mjs status                             which processes run
//   node scripts/cluster.mjs down                               stop them
//
// --heap: gigabytes of memory of each process. --quick: sooner there, and slower with much data. --join: take the one
// that runs, or that another process is starting.
// It needs Java 17 and Maven, which downloads Trino. Downloads are kept in ~/.cache/bagwise, or where
// BAGWISE_CACHE says. Tables are in the catalog `memory`: they are divided among the workers, and gone when one
// of these ends. The catalog `tpch` makes its rows when they are asked for, on all workers.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The last version that runs on Java 17. */
const VERSION = "435";
/**
 * The plugins. Maven has neither an archive of the whole server nor what the plugins hive and postgresql
 * need, so the server is put together from its library, and its tables are in memory.
 */
const PLUGINS = ["trino-memory", "trino-tpch"];
/** Seconds that starting may take on a busy machine. */
const PATIENCE = 600;

const cache = () => process.env.BAGWISE_CACHE ?? join(homedir(), ".cache", "bagwise");
const folders = () => {
  const home = join(cache(), `trino-${VERSION}`);
  return { home, state: join(home, "cluster"), processes: join(home, "cluster", "processes.json") };
};

/** The oldest Java that runs Trino. */
const JAVA = 17;

/** What the cluster needs and this machine lacks, with what to install, as a clause; undefined if nothing. */
export function clusterNeeds() {
  // A download that is complete needs Maven no more.
  const tools = isComplete()
    ? []
    : [
        ["a Java compiler", "javac"],
        ["Maven", "mvn"],
      ];
  const lacking = [
    ...(javaVersion() >= JAVA ? [] : [`Java ${JAVA} or newer`]),
    ...tools.filter(([, program]) => said(program) === undefined).map(([name]) => name),
  ];
  if (lacking.length === 0) return undefined;
  return `it needs ${lacking.join(" and ")} (on Debian: apt-get install default-jdk-headless maven)`;
}

/** The version of Java here, such as 17; 0 if there is none. */
function javaVersion() {
  return Number(/version "(\d+)/.exec(said("java") ?? "")?.[1] ?? 0);
}

function isComplete() {
  const { home } = folders();
  return existsSync(join(home, "complete")) && missingPlugins(home).length === 0;
}

function missingPlugins(home) {
  return PLUGINS.filter((name) => !existsSync(join(home, "plugin", `${name}-${VERSION}`)));
}

/** What a program says of its version; undefined if it does not run. */
function said(program) {
  const { status, stdout, stderr } = spawnSync(program, ["-version"], { encoding: "utf8" });
  return status === 0 ? `${stdout}${stderr}` : undefined;
}

const MAVEN_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1";

function maven(folder, ...args) {
  const own = `-Dmaven.repo.local=${join(cache(), "maven")}`;
  const { status } = spawnSync("mvn", ["-q", "-B", own, ...args], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error("Maven could not download Trino; is the network there? Try again.");
}

function downloadPlugins(home) {
  for (const name of missingPlugins(home))
    maven(
      home,
      `${MAVEN_PLUGIN}:unpack`,
      `-Dartifact=io.trino:${name}:${VERSION}:zip`,
      `-DoutputDirectory=${join(home, "plugin")}`,
    );
}

/** Downloads the server and its plugins, unless they are there, or waits for another process that does. */
export function download() {
  const { home } = folders();
  while (isDownloading(`${home}.new`)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  if (existsSync(join(home, "complete"))) return downloadPlugins(home);
  console.error(`Downloading Trino ${VERSION} to ${home} ...`);
  const to = `${home}.new`;
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, "process"), `${process.pid} ${beginOf(process.pid)}`);
  writeFileSync(
    join(to, "pom.xml"),
    `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>bagwise</groupId><artifactId>trino</artifactId><version>1</version><packaging>pom</packaging>
<dependencies><dependency><groupId>io.trino</groupId><artifactId>trino-main</artifactId><version>${VERSION}</version></dependency></dependencies>
</project>\n`,
  );
  maven(to, `${MAVEN_PLUGIN}:copy-dependencies`, "-DincludeScope=runtime", `-DoutputDirectory=${join(to, "lib")}`);
  downloadPlugins(to);
  // The class that starts the server is in no library, and it is one line.
  writeFileSync(
    join(to, "Trino.java"),
    `public class Trino { public static void main(String[] args) { new io.trino.server.Server().start("${VERSION}"); } }\n`,
  );
  execFileSync("javac", ["-cp", join(to, "lib", "*"), "-d", join(to, "classes"), join(to, "Trino.java")]);
  writeFileSync(join(to, "complete"), "");
  mkdirSync(cache(), { recursive: true });
  rmSync(home, { recursive: true, force: true });
  renameSync(to, home);
}

/** Minutes after which a download is taken for dead where nothing tells when its process began. */
const LONGEST = 30;

/**
 * Whether another process that is alive downloads to a folder. A crashed one left its number behind, which another
 * program may have by now: that one began at another time.
 */
export function isDownloading(folder) {
  return isHeld(join(folder, "process"));
}

/** Whether a lock is that of another process that is alive. */
function isHeld(path) {
  try {
    const [pid, began] = readFileSync(path, "utf8").split(" ");
    process.kill(Number(pid), 0);
    if (!(Number(pid) > 0) || Number(pid) === process.pid) return false;
    const now = beginOf(pid);
    return now === "" ? Date.now() - statSync(path).mtimeMs < LONGEST * 60_000 : now === began;
  } catch {
    return false;
  }
}

/** When a process began, in ticks since the machine did; blank where the system does not tell. */
export function beginOf(pid) {
  try {
    // The name of the program, in brackets, may have blanks.
    return (
      readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ")[19] ?? ""
    );
  } catch {
    return "";
  }
}

/** The cluster that runs, or that another process is starting, or a new one. Returns its port when it works. */
export async function joinOrStart(options) {
  const lock = `${folders().home}.starting`;
  mkdirSync(cache(), { recursive: true });
  while (!take(lock)) await new Promise((resolve) => setTimeout(resolve, 500));
  try {
    if (status().length === 0) return await up(options);
    const { port, pids } = JSON.parse(readFileSync(folders().processes, "utf8"));
    await ready(port, pids.length, []);
    return port;
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Makes a lock of this process, unless another one that is alive has it. */
function take(path) {
  try {
    writeFileSync(path, `${process.pid} ${beginOf(process.pid)}`, { flag: "wx" });
    return true;
  } catch {
    if (!isHeld(path)) rmSync(path, { force: true });
    return false;
  }
}

/**
 * Starts a cluster and waits until all of its processes work. Returns its port. `heap`: gigabytes of memory of
 * each process.
 */
export async function up({ workers = 2, port = 18080, heap = 1, quick = false } = {}) {
  const running = status();
  if (running.length > 0) throw new Error("a cluster runs already: node scripts/cluster.mjs down");
  download();
  const { home, state, processes } = folders();
  mkdirSync(join(state, "catalog"), { recursive: true });
  writeFileSync(join(state, "catalog", "memory.properties"), "connector.name=memory\nmemory.max-data-per-node=256MB\n");
  writeFileSync(join(state, "catalog", "tpch.properties"), "connector.name=tpch\n");
  const started = Array.from({ length: 1 + workers }, (_, k) => start(home, state, { port, heap, quick, k }));
  writeFileSync(processes, JSON.stringify({ port, heap, pids: started.map(({ pid }) => pid) }));
  try {
    await ready(port, 1 + workers, started);
  } catch (error) {
    down();
    throw error;
  }
  return port;
}

/** Starts a worker that was killed again, and waits until the coordinator knows it. `k`: from 1. */
export async function restartWorker(k) {
  const { home, state, processes } = folders();
  const { port, heap, pids } = JSON.parse(readFileSync(processes, "utf8"));
  const child = start(home, state, { port, heap, quick: false, k });
  pids[k] = child.pid;
  writeFileSync(processes, JSON.stringify({ port, heap, pids }));
  await ready(port, pids.length, [child]);
}

/**
 * Options of Java for a short life: one compiler, no threads for the garbage, and no check of the bytes of classes,
 * which come from a release or from the server itself.
 */
const SHORT_LIFE = [
  "-XX:+UseSerialGC",
  "-XX:TieredStopAtLevel=1",
  "-XX:+UnlockDiagnosticVMOptions",
  "-XX:-BytecodeVerificationRemote",
];

/** `quick`: compile the server less and use fewer threads, so that it starts sooner and runs slower. */
function start(home, state, { port, heap, quick, k }) {
  const name = k === 0 ? "coordinator" : `worker-${k}`;
  const config = join(state, `${name}.properties`);
  writeFileSync(
    config,
    [
      "node.environment=bagwise",
      `node.id=${name}`,
      "node.internal-address=127.0.0.1",
      "node.bind-ip=127.0.0.1",
      `coordinator=${k === 0}`,
      // The coordinator only plans. A query fails soon after a worker was killed, and not in five minutes.
      ...(k === 0 ? ["node-scheduler.include-coordinator=false", "query.remote-task.max-error-duration=10s"] : []),
      `http-server.http.port=${port + k}`,
      `discovery.uri=http://127.0.0.1:${port}`,
      `plugin.dir=${join(home, "plugin")}`,
      `catalog.config-dir=${join(state, "catalog")}`,
      `query.max-memory=${heap * 1000}MB`,
      `query.max-memory-per-node=${heap * 500}MB`,
      `memory.heap-headroom-per-node=${heap * 200}MB`,
      // Few threads, because what tests ask is small.
      ...(quick
        ? [
            "task.concurrency=1",
            "task.max-worker-threads=2",
            "query.min-hash-partition-count=1",
            "query.max-hash-partition-count=2",
            "query.min-hash-partition-count-for-write=1",
          ]
        : []),
      "",
    ].join("\n"),
  );
  const log = openSync(join(state, `${name}.log`), "w");
  const args = [
    `-Xmx${heap}g`,
    ...(quick ? SHORT_LIFE : ["-XX:+UseG1GC"]),
    "-Djol.skipHotspotSAAttach=true",
    "-Djdk.attach.allowAttachSelf=true",
  ];
  const path = [join(home, "classes"), join(home, "lib", "*")].join(":");
  const child = spawn("java", [...args, `-Dconfig=${config}`, "-cp", path, "Trino"], {
    cwd: state,
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  child.unref();
  return child;
}

/** Waits until the coordinator has started and knows all nodes. */
async function ready(port, nodes, started) {
  const until = Date.now() + 1000 * PATIENCE;
  for (;;) {
    if (started.some(({ exitCode }) => exitCode !== null))
      throw new Error(`a process of the cluster ended; its log is in ${folders().state}`);
    if ((await isUp(port)) && (await activeNodes(port)) === nodes) return;
    if (Date.now() > until)
      throw new Error(`the cluster did not start in ${PATIENCE} s; its logs are in ${folders().state}`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

async function isUp(port) {
  try {
    return (await (await fetch(`http://127.0.0.1:${port}/v1/info`)).json()).starting === false;
  } catch {
    return false;
  }
}

async function activeNodes(port) {
  const rows = await query(port, "SELECT count(*) FROM system.runtime.nodes WHERE state = 'active'").catch(() => []);
  return rows[0]?.[0];
}

/** The rows of a statement. */
export async function query(port, sql) {
  const headers = { "X-Trino-User": "bagwise", "X-Trino-Catalog": "memory", "X-Trino-Schema": "default" };
  let answer = await (
    await fetch(`http://127.0.0.1:${port}/v1/statement`, { method: "POST", body: sql, headers })
  ).json();
  const rows = [];
  for (;;) {
    if (answer.error !== undefined) throw new Error(answer.error.message);
    rows.push(...(answer.data ?? []));
    if (answer.nextUri === undefined) return rows;
    answer = await (await fetch(answer.nextUri, { headers })).json();
  }
}

/** The ids of the processes that run, the coordinator's first. */
export function status() {
  const { processes } = folders();
  if (!existsSync(processes)) return [];
  return JSON.parse(readFileSync(processes, "utf8")).pids.filter(isAlive);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    // The number may belong to another program by now.
    return !existsSync("/proc") || readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(folders().state);
  } catch {
    return false;
  }
}

/** Stops the cluster. */
export function down() {
  const pids = status();
  for (const pid of pids) process.kill(pid, "SIGKILL");
  rmSync(folders().processes, { force: true });
  return pids.length;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command, ...rest] = process.argv.slice(2);
  const number = (name, usual) => Number(rest[rest.indexOf(`--${name}`) + 1] ?? usual) || usual;
  const lacking = command === "up" || command === "download" ? clusterNeeds() : undefined;
  if (lacking !== undefined) {
    console.error(`No cluster can be started here: ${lacking}.`);
    process.exit(2);
  } else if (command === "download") download();
  else if (command === "up") {
    const port = await (rest.includes("--join") ? joinOrStart : up)({
      workers: number("workers", 2),
      port: number("port", 18080),
      heap: number("heap", 1),
      quick: rest.includes("--quick"),
    });
    console.log(`The cluster runs: trino://127.0.0.1:${port}/memory/default`);
  } else if (command === "down") console.log(`${down()} processes stopped.`);
  else if (command === "status") {
    const pids = status();
    console.log(pids.length === 0 ? "No cluster runs." : `${pids.length} processes run: ${pids.join(", ")}.`);
  } else {
    console.error(
      "Usage: node scripts/cluster.mjs up [--workers 2] [--port 18080] [--heap 1] [--quick] [--join] | download | status | down",
    );
    process.exit(2);
  }
}
