import type { BagSet } from "@bagwise/core/bags";
import { InputError, type Note } from "@bagwise/core/base";
import type { Model, Prediction } from "@bagwise/core/model";
import { gridSource, type ReadOptions, readBags as readContent, type Source } from "@bagwise/files";
import type { BagTable } from "./bag-table.js";
import { type ScoresTable, scoresInto } from "./into.js";
import { labelNotes } from "./label-match.js";
import { targetOf } from "./own-table.js";
import { neededColumns, partsOf } from "./parts.js";
import { sampled, withTable } from "./read-source.js";
import type { EngineSource } from "./source.js";
import { neededStatistics, statisticParts } from "./statistic-parts.js";
import { stateOf } from "./table-state.js";

/** How many bags to read by their names in one statement. */
const NAMED = 1000;

/** What to write, and how. */
export interface ScoreIntoOptions {
  /** The table to write. */
  readonly into: string;
  /** Whether to replace a table of scores that bagwise wrote. Default: false. */
  readonly force?: boolean | undefined;
  /**
   * Whether to go on with the scores of a run that was stopped although the table of the bags has changed since.
   * Default: false, and all bags are scored again.
   */
  readonly keepScores?: boolean | undefined;
  /** What must be equal for a run that was stopped to be continued, such as the hash of the model. */
  readonly of: readonly string[];
  /**
   * The model, if the engine may reduce each bag to what the model needs of it. Without it, or if that is not
   * possible, all rows are read.
   */
  readonly model?: Model | undefined;
  /** The predictions of some bags. */
  predict(bags: BagSet): Prediction[] | Promise<Prediction[]>;
  /** How many values to hold at once. Default: 8 million. */
  readonly values?: number | undefined;
  /** Called after each part with the bags scored so far in this run. */
  readonly onPart?: ((bags: number) => void) | undefined;
}

/**
 * Scores all bags of a source part by part and writes the scores to a table of it. If the model needs no more of
 * a bag than its smallest and largest values or its means, the engine computes these, and no instance is
 * read, but for bags with missing values. Nothing has the table's name before all are there; a run that was stopped goes on where it was. Memory is bounded by
 * the size of a part. What encoders need of Node comes with `options.tools`.
 */
export async function scoreInto(
  source: EngineSource,
  options: ReadOptions,
  { into, force = false, keepScores: keep, of, model, predict, values, onPart }: ScoreIntoOptions,
): Promise<{
  readonly bags: number;
  readonly positive: number;
  readonly notes: readonly Note[];
  /** Training bags with held-out scores that `predict` was not asked about. */
  readonly heldOut: number;
}> {
  refuseFiles(source);
  const work = async (table: Parameters<Parameters<typeof withTable>[2]>[0]) => {
    const writer = await table.engine.another();
    let opened: ScoresTable | undefined;
    try {
      const target = await targetOf(writer, into, { force, from: table.from });
      const matched = await labelNotes(table, options);
      const columns = neededColumns(table, options);
      const state = await stateOf(table, columns);
      const reading = [table.from, table.bagText, table.label?.name ?? "", readingOf(options)];
      const scores = await scoresInto(writer, target, { of: [source.name, ...reading, ...of], state, keep });
      opened = scores;
      let bags = 0;
      let heldOut = 0;
      const add = async (predictions: readonly Prediction[], upTo: string) => {
        await scores.add(predictions, upTo);
        bags += predictions.length;
        onPart?.(bags);
      };
      const read = (rows: Source) => readContent(rows, options);
      const needed = model === undefined ? undefined : neededStatistics(table, model);
      if (model !== undefined && needed !== undefined) {
        const known = new Map((await heldOutPredictions(table, options, model)).map((each) => [each.bag, each]));
        for await (const part of statisticParts(table, needed, { after: scores.after, values })) {
          const own = model.predict(part.bags).map((each) => known.get(each.bag) ?? each);
          heldOut += own.filter((each) => each.heldOut).length;
          const others: Prediction[] = [];
          for (let start = 0; start < part.gaps.length; start += NAMED) {
            const onlyBags = part.gaps.slice(start, start + NAMED);
            // The other connection is in the middle of its result.
            const { source: rows } = await sampled({ ...table, engine: writer }, { ...options, onlyBags });
            others.push(...(await predict(await read(rows))));
          }
          await add([...own, ...others], part.upTo);
        }
      } else {
        for await (const { grid, upTo } of partsOf(table, columns, { after: scores.after, values }))
          await add(await predict(await read(gridSource(grid, source.name))), upTo);
      }
      return { ...(await scores.finish()), notes: [...matched, ...scores.notes], heldOut };
    } finally {
      await opened?.close();
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
): Promise<{
  readonly bags: number;
  readonly positive: number;
  readonly heldOut: number;
  readonly notes: readonly Note[];
}> {
  refuseFiles(source);
  const { scoreInside, refuseOtherColumns } = await import("./score-inside.js");
  return await withTable(
    source,
    options,
    async (table) => {
      refuseOtherColumns(table, model, options);
      const writer = await table.engine.another();
      try {
        const target = await targetOf(writer, into, { force, from: table.from });
        const notes = await labelNotes(table, options);
        const known = await heldOutPredictions(table, options, model);
        const counts = await scoreInside(table, writer, model, { target, known });
        return { ...counts, heldOut: known.length, notes };
      } finally {
        await writer.close();
      }
    },
    { writes: true },
  );
}

/**
 * The held-out predictions of training bags. These are read again, as a sample of the size that the model was
 * trained on, and matched by their values.
 */
async function heldOutPredictions(table: BagTable, options: ReadOptions, model: Model): Promise<Prediction[]> {
  if (model.parts().heldOut == null) return [];
  const { positive, unlabeled, negative = 0 } = model.card.training;
  const trainBags = Math.max(2, positive + unlabeled + negative);
  const { source: rows } = await sampled(table, { ...options, trainBags });
  const bags = await readContent(rows, { ...options, onNote: undefined });
  return model.predict(bags, { heldOut: true }).filter(({ heldOut }) => heldOut);
}

/** The options that decide what the bags are, as text. */
function readingOf({ tools: _t, onNote: _n, signal: _s, timeout: _o, labelsAsked: _l, ...rest }: ReadOptions): string {
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
