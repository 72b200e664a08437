import type { BagSet } from "../../bags/bag-set.js";
import { InputError } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import type { ReadOptions } from "../../format/format.js";
import { readBags as readContent } from "../../format/read-bags.js";
import { gridSource } from "../../format/text/source.js";
import type { Model, Prediction } from "../../model/model.js";
import { nodeTools } from "../encode-tools.js";
import { refuseSource, scoresInto } from "./into.js";
import { neededColumns, partsOf } from "./parts.js";
import { sampled, withTable } from "./read-source.js";
import type { EngineSource } from "./source.js";

/** What to write, and how. */
export interface ScoreIntoOptions {
  /** The table to write. */
  readonly into: string;
  /** Whether to replace a table. Default: false. */
  readonly force?: boolean | undefined;
  /** What must be equal for a run that was stopped to be continued, such as the hash of the model. */
  readonly of: readonly string[];
  /** The predictions of some bags. */
  predict(bags: BagSet): Prediction[] | Promise<Prediction[]>;
  /** How many values to hold at once. Default: 8 million. */
  readonly values?: number | undefined;
  /** Called after each part with the bags scored so far in this run. */
  readonly onPart?: ((bags: number) => void) | undefined;
}

/**
 * Scores all bags of a source part by part and writes the scores to a table of it. Nothing has the
 * table's name before all are there; a run that was stopped goes on where it was. Memory is bounded by
 * the size of a part.
 */
export async function scoreInto(
  source: EngineSource,
  options: ReadOptions,
  { into, force = false, of, predict, values, onPart }: ScoreIntoOptions,
): Promise<{ readonly bags: number; readonly positive: number; readonly notes: readonly Note[] }> {
  refuseFiles(source);
  const work = async (table: Parameters<Parameters<typeof withTable>[2]>[0]) => {
    if (force) refuseSource(table.from, into, source.name);
    const writer = await table.engine.another();
    const tools = { ...nodeTools("."), ...options.tools };
    try {
      const read = [table.from, table.bagText, table.label?.name ?? "", readingOf(options)];
      const scores = await scoresInto(writer, into, { of: [source.name, ...read, ...of], force });
      let bags = 0;
      for await (const { grid, upTo } of partsOf(table, neededColumns(table, options), {
        after: scores.after,
        values,
      })) {
        const part = await readContent(gridSource(grid, source.name), { ...options, tools });
        await scores.add(await predict(part), upTo);
        bags += part.size;
        onPart?.(bags);
      }
      return { ...(await scores.finish()), notes: scores.notes };
    } finally {
      await writer.close();
    }
  };
  return await withTable(source, options, work, { writes: true });
}

/**
 * Scores all bags of a source inside it, as `scoreInside` does. Training bags get their held-out scores:
 * they are read again, as a sample of the size that the model was trained on, and matched by their values.
 */
export async function scoreInDatabase(
  source: EngineSource,
  options: ReadOptions,
  { model, into, force = false }: { model: Model; into: string; force?: boolean | undefined },
): Promise<{ readonly bags: number; readonly positive: number; readonly heldOut: number }> {
  refuseFiles(source);
  const { scoreInside, refuseOtherColumns } = await import("./score-inside.js");
  const { positive, unlabeled, negative = 0 } = model.card.training;
  const trainBags = Math.max(2, positive + unlabeled + negative);
  return await withTable(
    source,
    options,
    async (table) => {
      if (force) refuseSource(table.from, into, source.name);
      refuseOtherColumns(table, model, options);
      const { source: rows } = await sampled(table, { ...options, trainBags });
      const tools = { ...nodeTools("."), ...options.tools };
      const bags = await readContent(rows, { ...options, tools, onNote: undefined });
      const known = model.predict(bags, { heldOut: true }).filter(({ heldOut }) => heldOut);
      const writer = await table.engine.another();
      try {
        return { ...(await scoreInside(table, writer, model, { into, force, known })), heldOut: known.length };
      } finally {
        await writer.close();
      }
    },
    { writes: true },
  );
}

/** The options that decide what the bags are, as text. */
function readingOf({ tools: _t, onNote: _n, signal: _s, timeout: _o, ...rest }: ReadOptions): string {
  return JSON.stringify(rest, (_, value) => (value instanceof Uint8Array ? [...value] : value));
}

function refuseFiles({ name, hasTables }: EngineSource): void {
  if (hasTables) return;
  throw new InputError({
    code: "option",
    message: "--into needs a database, and these are files",
    remedy: "Write the scores to a file with --out.",
    where: { file: name },
  });
}
