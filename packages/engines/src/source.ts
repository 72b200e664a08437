import { stat } from "node:fs/promises";
import { join } from "node:path";
import { InputError } from "@bagwise/core/base";
import { listNames } from "@bagwise/files/formats";
import { filesIn } from "./disk/files-in.js";
import { fileAt, refuseOther } from "./disk/ordinary-file.js";
import { located } from "./disk/working-folder.js";
import type { DuckdbPlace } from "./duckdb.js";
import type { Engine, EngineOptions } from "./engine.js";
import { withoutPassword } from "./password.js";
import { isPattern, literal, patternFrom } from "./pattern.js";

/** Something that an engine reads: what to call it, and how to connect. */
export interface EngineSource {
  readonly name: string;
  /** Whether it is a place with many tables, so that one must be named. */
  readonly hasTables: boolean;
  connect(options: EngineOptions): Promise<Engine>;
}

const TABLE_FILE = /\.(parquet|(csv|tsv)(\.gz)?)$/i;
const PARQUET = /\.parquet$/i;

/**
 * The source that a path or an address names: `duckdb:FILE.db`, `duckdb:` before a Parquet or CSV file,
 * a glob or folder of such files, `postgres://` or `trino://`. Undefined for an ordinary file or folder.
 * What exists is read as itself, whatever its name: only a name of nothing can be a glob.
 */
export async function sourceNamed(given: string): Promise<EngineSource | undefined> {
  const name = withoutPassword(given);
  if (/^postgres(ql)?:\/\//i.test(name))
    return server(name, async () => (await import("./postgres.js")).postgresEngine);
  if (/^trino(\+https)?:\/\//i.test(name)) return server(name, async () => (await import("./trino.js")).trinoEngine);
  const marked = (await found(name)) === undefined ? /^duckdb:(.*)$/is.exec(name)?.[1] : undefined;
  if (marked === "") {
    throw new InputError({
      code: "bad-path",
      message: "nothing follows duckdb:",
      remedy: "Name a database, a Parquet or CSV file, a glob or a folder: duckdb:FILE.db.",
    });
  }
  const place = await placeOf(marked ?? name, marked !== undefined);
  if (place === undefined) return undefined;
  return {
    name,
    hasTables: "database" in place,
    connect: async (options) => (await import("./duckdb.js")).duckdbEngine(place, name, options),
  };
}

function server(
  name: string,
  load: () => Promise<(address: string, options: EngineOptions) => Promise<Engine>>,
): EngineSource {
  return { name, hasTables: true, connect: async (options) => (await load())(name, options) };
}

async function found(path: string) {
  return await stat(located(path)).catch(() => undefined);
}

/** What DuckDB would read there. `asked`: whether you said that DuckDB shall. */
async function placeOf(path: string, asked: boolean): Promise<DuckdbPlace | undefined> {
  const there = await found(path);
  if (there?.isDirectory()) return await folderPlace(path, asked);
  const isTable = TABLE_FILE.test(path);
  if (there === undefined && isPattern(path) && isTable)
    return { files: [await patternFrom(path)], as: kindOf(path), partitions: /[*?[].*[/\\]/.test(path) };
  if (!asked) return undefined;
  // DuckDB would make a new database of it.
  if (there === undefined)
    throw new InputError({
      code: "no-such-file",
      message: "there is no such file or folder",
      remedy: "Check the path.",
      where: { file: path },
    });
  // DuckDB reads more than once.
  refuseOther(path, there);
  return isTable ? { files: [literal(path)], as: kindOf(path), partitions: false } : { database: path };
}

/** A folder of tables; undefined for one of photos, or of anything else that you did not ask DuckDB for. */
async function folderPlace(path: string, asked: boolean): Promise<DuckdbPlace | undefined> {
  const names = await filesIn(path);
  const tables = names.filter((name) => TABLE_FILE.test(name));
  const photos = names.some((name) => /\.(jpe?g|png|webp|tiff?|gif|avif|heic|bmp)$/i.test(name));
  if (tables.length === 0 || (photos && !asked)) {
    if (!asked) return undefined;
    throw new InputError({
      code: "unknown-format",
      message: "there is no Parquet or CSV file in this folder",
      remedy: "Name a folder of such files.",
      where: { file: path },
    });
  }
  const endings = [...new Set(tables.map((name) => TABLE_FILE.exec(name)?.[1] ?? ""))];
  if (endings.length > 1)
    throw new InputError({
      code: "unknown-format",
      message: `this folder has tables that end in ${listNames(endings.map((each) => `.${each}`))}, and DuckDB reads one kind at a time`,
      remedy: `Name one kind: "duckdb:${join(path, "**", `*.${endings[0]}`)}".`,
      where: { file: path },
    });
  const files = tables.sort().map((name) => join(path, name));
  for (const file of files) await fileAt(file);
  // Folders such as `year=2024` are a column. So would be one above the folder that you name.
  return { files: files.map(literal), as: kindOf(tables[0]), partitions: tables.some((name) => /=.*\//.test(name)) };
}

function kindOf(path: string): "parquet" | "csv" {
  return PARQUET.test(path) ? "parquet" : "csv";
}
