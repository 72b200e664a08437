import { open } from "node:fs/promises";
import { constants, gunzipSync } from "node:zlib";
import { RANKING_COLUMNS } from "@bagwise/core/model";
import { LABELS_COLUMNS } from "@bagwise/core/review";
import { fileSource, located } from "@bagwise/engines/disk";
import { isGzip } from "@bagwise/files";
import { LIST_COLUMNS } from "@bagwise/files/lists";
import { readTexts } from "@bagwise/files/table";

/**
 * The columns that tables of bagwise begin with: the scores of bags and of instances, a ranking, the
 * contributions of instances, what synthetic bags really are, the bags to look at next, the answers of a
 * review, and its lists.
 */
export const TABLES = {
  scores: ["bag", "score", "predicted", "probability", "heldOut"],
  instances: ["bag", "instance", "place", "score", "key"],
  ranking: RANKING_COLUMNS,
  contributions: ["bag", "instance", "place", "contribution", "witness"],
  truth: ["bag", "instance", "bag_truth", "instance_truth"],
  next: ["bag", "why", "rank", "score", "probability"],
  answers: LABELS_COLUMNS,
  list: LIST_COLUMNS,
} as const;

/** What a command writes. */
export type OutputKind = "model" | "report" | "bags" | "table" | "export";

/** How many of these columns tell a table: the others may be new in a version. */
const RECOGNISED = 4;

/** How much of a file to look at. */
const HEAD = 2 ** 16;

/**
 * Whether a file is one that bagwise wrote as this kind of output, so that it may be replaced by
 * another one: a model by its header, a report and an export by the name of its maker, a table by its
 * first columns. Bags are data, whoever wrote them, so a file of bags is never just an output. An
 * empty file has nothing to lose.
 */
export async function isOwnOutput(path: string, kind: OutputKind): Promise<boolean> {
  const head = await headOf(path);
  if (head.length === 0) return true;
  switch (kind) {
    case "bags":
      return false;
    case "export":
      return head.includes("made by bagwise");
    case "report":
      return head.includes('<meta name="generator" content="bagwise');
    case "table": {
      const columns = await columnsOf(path, head.toString("utf8"));
      return Object.values(TABLES).some((own) => own.slice(0, RECOGNISED).every((name, k) => columns[k] === name));
    }
    case "model":
      return isModel(head);
  }
}

/** The JSON form of a model file is its header; the binary one has 16 bytes before it. */
function isModel(head: Buffer): boolean {
  const at = head.indexOf('{"bagwise":"model"');
  return at === 0 || (at === 16 && head.indexOf("bagwise\n") === 0);
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(located(path));
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    const head = buffer.subarray(0, bytesRead);
    return isGzip(head) ? gunzipSync(head, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, HEAD) : head;
  } finally {
    await file.close();
  }
}

/** The first columns of a table; none if it is no table. */
async function columnsOf(path: string, head: string): Promise<readonly string[]> {
  const first = head.replace(/^\ufeff?\[?\s*/, "").split(/\r?\n/, 1)[0];
  try {
    if (/^(?:PAR1|PK|ARROW1)/.test(head)) return (await readTexts(await fileSource(path))).columns;
    return first.startsWith("{") ? Object.keys(JSON.parse(first.replace(/,$/, ""))) : first.split(/[,\t]/);
  } catch {
    return [];
  }
}
