// npm run fuzz -- databases MINUTES [SEED] [ADDRESS] [--record]: trains on tables whose names and ids are as nasty as the engine
// allows, and writes scores there in both ways; kills `predict --into` at any moment, and starts it again. ADDRESS is
// postgres:// or trino://, a place where tables may be made and dropped; without it, a DuckDB in a temporary folder.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { root } from "../setup.mjs";
import { draws } from "./random.mjs";
import { RECORD, store } from "./record.mjs";

const dist = (file) => import(join(root, "packages", file));
const { puSkc } = await dist("core/dist/learners/pu-skc/pu-skc.js");
const { Model } = await dist("core/dist/model/model.js");
const { sourceNamed } = await dist("engines/dist/source.js");
const { execute, rowsOf } = await dist("engines/dist/engine.js");
const { insertRows } = await dist("engines/dist/into.js");
const { scoreInDatabase, scoreInto } = await dist("engines/dist/score-into.js");
const { readBags } = await dist("bagwise/dist/node/files/read-bags.js");
const { saveModel } = await dist("bagwise/dist/node/files/model-file.js");

/** What names and ids are made of. */
const PIECES = [
  ...[
    '"',
    '""',
    "'",
    "''",
    ";",
    "--",
    "/*",
    "*/",
    "\\",
    "\\'",
    "$1",
    "$$",
    "?",
    "%",
    "%s",
    "{}",
    "[0]",
    "(",
    ",",
    ".",
    "*",
  ],
  ...[
    "\n",
    "\r\n",
    "\t",
    " ",
    "\u00a0",
    "\u2028",
    "\u200b",
    "\ufeff",
    "é",
    "e\u0301",
    "ß",
    "İ",
    "表",
    "😀",
    "👩‍👩‍👧",
    "\u202e",
  ],
  ...[
    "select",
    "from",
    "table",
    "order",
    "user",
    "null",
    "default",
    "bag",
    "score",
    "label",
    "held_out",
    "bw_1",
    "q",
    "t",
  ],
  ...[
    "A",
    "b",
    "C",
    "x",
    "1",
    "'); DROP TABLE canary; --",
    '"; DROP TABLE canary; --',
    "u&",
    "E'",
    "::int",
    ":name",
    "@v",
  ],
];
/** Bytes of a name. PostgreSQL has no room for more than 63. */
const LONGEST = 63;

/** A name of some pieces, which the engine takes as it is. */
function name({ below, pick, chance }, engine) {
  let text = Array.from({ length: 1 + below(4) }, () => pick(PIECES)).join("");
  if (chance(0.15)) text += "l".repeat(LONGEST - Buffer.byteLength(text));
  while (Buffer.byteLength(text) > LONGEST) text = [...text].slice(0, -1).join("");
  // Trino has small letters alone, and its tables in memory no blank at an end.
  if (engine === "trino") text = `n${text.toLowerCase().replaceAll("̇", "")}n`;
  return text.trim() === "" ? `${text}n` : text;
}

/** Names that an engine tells apart. */
function names(draw, engine, count) {
  const found = new Map();
  while (found.size < count) {
    const next = name(draw, engine);
    found.set(next.normalize("NFC").trim().toLowerCase(), next);
  }
  return [...found.values()];
}

const quoted = (text) => `"${text.replaceAll('"', '""')}"`;

/** A place to attack: an engine, its address, and a connection to it. */
export async function openPlace(address) {
  const folder = address === undefined ? mkdtempSync(join(tmpdir(), "bagwise-names-")) : undefined;
  const given = address ?? `duckdb:${join(folder, "names.db")}`;
  if (folder !== undefined) {
    const { DuckDBInstance } = await import("@duckdb/node-api");
    (await DuckDBInstance.create(join(folder, "names.db"))).closeSync();
  }
  const source = await sourceNamed(given);
  /** DuckDB lets one process write, so that each piece of work has a connection of its own. */
  const using = async (work) => {
    const engine = await source.connect({ writes: true });
    try {
      return await work(engine);
    } finally {
      await engine.close();
    }
  };
  return {
    address: given,
    source,
    engine: given.split(":")[0].replace(/^postgresql$/, "postgres"),
    using,
    run: (sql) => using((engine) => execute(engine, sql)),
    query: (sql) => using(async (engine) => await rowsOf(await engine.run(sql))),
    close: () => folder && rmSync(folder, { recursive: true, force: true }),
  };
}

const SCRATCH = "SELECT table_name FROM information_schema.tables WHERE table_name LIKE 'bagwise%'";

/** Tables of nasty names, and what a seed and a number say. Returns what is wrong, or undefined. */
export async function attackNames(place, seed, number) {
  const draw = draws(seed, number);
  const [table, into, schema] = names(draw, place.engine, 3);
  const [bag, label, ...features] = names(draw, place.engine, 4);
  const ids = [...new Set(Array.from({ length: 16 }, (_, i) => `${i}${name(draw, "")}`))];
  const own = draw.chance(0.5);
  const where = own ? `${quoted(schema)}.` : "";
  const from = `${where}${quoted(table)}`;
  const to = `${where}${quoted(into)}`;
  const rows = ids.flatMap((id, i) =>
    Array.from({ length: 1 + (i % 3) }, () => [
      id,
      i < 5 ? 1 : 0,
      draw.below(1000) / 100 + (i < 5 ? 3 : 0),
      draw.below(999),
    ]),
  );
  const drop = async () => {
    for (const each of [from, to, "canary"]) await place.run(`DROP TABLE IF EXISTS ${each}`).catch(() => undefined);
    if (own) await place.run(`DROP SCHEMA IF EXISTS ${quoted(schema)}`).catch(() => undefined);
  };
  await drop();
  try {
    await place.using(async (engine) => {
      const { text, real, whole } = engine.dialect.types;
      const types = [text, whole, real, real];
      if (own) await execute(engine, `CREATE SCHEMA ${quoted(schema)}`);
      await execute(engine, "CREATE TABLE canary AS SELECT 1 AS a");
      const columns = [bag, label, ...features].map((each, k) => `${quoted(each)} ${types[k]}`);
      await execute(engine, `CREATE TABLE ${from} (${columns.join(", ")})`);
      await insertRows(engine, from, types, rows);
    });
    const options = { table: from, bag, label };
    const bags = await readBags(place.address, options);
    const trained = await puSkc({ kernel: "minimax-linear", seed: 1, prior: 0.3 }).fit(bags);
    const model = new Model({ ...trained.parts(), heldOut: null });
    const expected = new Map(model.predict(bags).map((each) => [each.bag, each.score]));
    if (expected.size !== ids.length || ids.some((id) => !expected.has(id)))
      return "the ids are not those of the table";
    const given = { ...options, recipe: model.card.recipe };
    const wrongs = async (way) => {
      const written = await place.query(`SELECT bag, score FROM ${to}`);
      if (written.length !== ids.length) return `${way}: ${written.length} rows of ${ids.length}`;
      const off = written.find(
        ([id, score]) => !(Math.abs(score - expected.get(id)) < 1e-9 * Math.max(1, Math.abs(score))),
      );
      if (off !== undefined) return `${way}: the score of ${JSON.stringify(off[0])}`;
      const left = await place.query(SCRATCH);
      return left.length > 0 ? `${way}: ${left[0][0]} is left behind` : undefined;
    };
    const predict = (part) => model.predict(part);
    for (const force of [false, true]) {
      await scoreInto(place.source, given, { into: to, force, of: [`${seed} ${number}`], predict, values: 40 });
      const wrong = await wrongs("--into");
      if (wrong !== undefined) return wrong;
    }
    await scoreInDatabase(place.source, given, { model, into: to, force: true });
    const wrong = await wrongs("--in-database");
    if (wrong !== undefined) return wrong;
    const [[canary] = []] = await place.query("SELECT a FROM canary");
    return Number(canary) === 1 ? undefined : "another table is gone";
  } catch (error) {
    return `${error.name} ${error.code ?? ""}: ${error.message}\n${error.code === undefined ? error.stack : ""}`;
  } finally {
    await drop();
  }
}

/** Ends `predict --into --force` at some moment, and starts it again. Returns what is wrong, or undefined. */
export async function attackByKill(place, seed, number, { bags = 4000 } = {}) {
  const draw = draws(seed, number);
  const folder = mkdtempSync(join(tmpdir(), "bagwise-kill-"));
  const file = join(folder, "one.model");
  const again = draw.chance(0.5);
  const inside = draw.chance(0.3);
  const drop = async () => {
    for (const table of ["killed_bags", "killed"]) await place.run(`DROP TABLE IF EXISTS ${table}`);
    for (const [table] of await place.query(SCRATCH)) await place.run(`DROP TABLE IF EXISTS ${quoted(table)}`);
  };
  const predict = () => {
    const args = ["predict", file, place.address, "--table", "killed_bags", "--into", "killed", "--force"];
    const command = [
      join(root, "packages", "bagwise", "bin", "bagwise.js"),
      ...args,
      ...(inside ? ["--in-database"] : []),
    ];
    const env = { ...process.env, BAGWISE_CACHE: folder };
    const child = spawn(process.execPath, command, { env, stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.on("data", (text) => {
      said += text;
    });
    const done = new Promise((resolve) => child.on("close", (code) => resolve({ code, said })));
    return { child, done };
  };
  /** What is in the table: undefined if there is none. */
  const state = async () => {
    const found = await place.query("SELECT COUNT(*), COUNT(DISTINCT bag) FROM killed").catch(() => undefined);
    return found?.[0].map(Number).join("/");
  };
  try {
    await drop();
    await place.using(async (engine) => {
      const { text, real, whole } = engine.dialect.types;
      await execute(engine, `CREATE TABLE killed_bags (bag ${text}, label ${whole}, x ${real}, y ${real})`);
      const rows = Array.from({ length: bags }, (_, i) => [
        `b${i}`,
        i % 40 === 0 ? 1 : 0,
        Math.sin(i),
        Math.cos(3 * i),
      ]);
      await insertRows(engine, "killed_bags", [text, whole, real, real], rows);
    });
    const sample = await readBags(place.address, { table: "killed_bags", trainBags: 60 });
    await saveModel(await puSkc({ kernel: "minimax-linear", seed: 1, prior: 0.3 }).fit(sample), file);
    const whole = `${bags}/${bags}`;
    const begin = Date.now();
    if (again) {
      const { code, said } = await predict().done;
      if (code !== 0 || (await state()) !== whole) return `the first run ended with ${code}: ${said}`;
    }
    // From before it connects until it is done.
    const time = again ? Date.now() - begin : 4000;
    const { child, done } = predict();
    const after = 200 + draw.below(time);
    await Promise.race([pause(after), done]);
    child.kill("SIGKILL");
    await done;
    const found = await state();
    // Without transactions, a table goes aside for a moment before the new one gets its name.
    const allowed = again ? [whole, ...(place.engine === "trino" ? [undefined] : [])] : [undefined, whole];
    if (!allowed.includes(found)) return `killed after ${after} ms: the table has ${found}`;
    // A server needs a moment to notice that nobody is there any more.
    let last;
    for (let tries = 0; tries < 5; tries++) {
      last = await predict().done;
      if (!/another run is writing/.test(last.said)) break;
      await pause(1000);
    }
    if (last.code !== 0 || (await state()) !== whole)
      return `killed after ${after} ms: the next run ended with ${last.code}: ${last.said}`;
    const left = (await place.query(SCRATCH)).map(([table]) => table);
    // Those of scoring inside have a time in their names, and go a day later.
    const ours = left.filter((table) => !/^bagwise_[0-9a-f]{12}_/.test(table));
    return ours.length > 0 ? `killed after ${after} ms: ${ours[0]} is left behind` : undefined;
  } finally {
    await drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The command. Returns its exit code. */
export async function databases(given) {
  const [minutes = "5", seed = String(Math.floor(Date.now() / 1000)), address] = given.filter(
    (each) => each !== RECORD,
  );
  if (!(Number(minutes) > 0) || !Number.isSafeInteger(Number(seed))) {
    console.error(
      "npm run fuzz -- databases MINUTES [SEED] [ADDRESS] [--record], for example: npm run fuzz -- databases 5 7",
    );
    return 2;
  }
  const place = await openPlace(address);
  const end = Date.now() + Number(minutes) * 60_000;
  const tried = { names: 0, kills: 0 };
  let findings = 0;
  try {
    for (let number = 0; Date.now() < end; number++) {
      const kind = number % 10 === 9 ? "kills" : "names";
      const attack = kind === "kills" ? attackByKill : attackNames;
      const wrong = await attack(place, Number(seed), number);
      tried[kind]++;
      if (wrong === undefined) continue;
      findings++;
      console.log(`seed ${seed}, number ${number}, ${kind}: ${wrong}`);
    }
  } finally {
    place.close();
  }
  console.log(
    `${place.engine}, seed ${seed}: ${tried.names} sets of names, ${tried.kills} kills, ${findings} findings.`,
  );
  if (given.includes(RECORD))
    store(`databases-${place.engine}`, {
      attack: `${place.engine}: hostile names of tables, columns and ids; \`predict --into\` killed at any moment`,
      tried: `${tried.names} sets of names, ${tried.kills} kills`,
      failures: findings,
      command: `npm run fuzz -- databases ${minutes} ${seed}${address === undefined ? "" : " ADDRESS"}`,
    });
  return findings === 0 ? 0 : 1;
}
