import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Note } from "@bagwise/core/base";
import { countedNotes } from "@bagwise/core/judge";
import type { Model } from "@bagwise/core/model";
import { fileSource, temporaryFor, withTemporary } from "@bagwise/engines/disk";
import type { OutputTable } from "@bagwise/files/table";
import { writeTablesFile } from "../../node/files/write-table-file.js";
import { type InParts, scoredInParts } from "../flags/large-file.js";
import type { ReadingFlags } from "../flags/reading.js";
import { printPieces, writeTablesOut } from "../flags/table-out.js";
import { predictionForPrograms, predictionTable } from "../text/prediction-tables.js";

interface PredictRun {
  readonly file: string;
  readonly reading: ReadingFlags;
  readonly workers: number;
  readonly out: string;
  readonly safe: boolean;
  readonly json: boolean;
  readonly rows: { readonly instances: boolean; readonly witness: boolean };
}

/** What was scored: how much, and with --json all of it. */
export interface Predicted {
  readonly bags: number;
  readonly positive: number;
  readonly held: readonly object[];
  readonly scoreNotes: readonly Note[];
}

/** `bagwise predict MODEL FILE` for a large file: scores come and are written part by part. */
export async function predictFile(
  model: Model,
  { file, reading, workers, out, safe, json, rows }: PredictRun,
): Promise<InParts<Predicted>> {
  const reasons = rows.witness ? { features: json ? 1 : 0 } : undefined;
  return await scoredInParts(model, file, reading, { workers, instances: rows.instances, reasons }, async (parts) => {
    const counts = { bags: 0, positive: 0, held: 0, trained: 0 };
    const held: object[] = [];
    async function* tables(): AsyncGenerator<OutputTable> {
      for await (const { bags, answers, trained, instances: scored, reasons: why } of parts) {
        const more = { reasons: why, scored };
        counts.bags += bags.size;
        counts.positive += answers.filter(({ predicted }) => predicted === "positive").length;
        counts.held += answers.filter(({ heldOut }) => heldOut).length;
        counts.trained += trained.length;
        if (json) for (const [i, answer] of answers.entries()) held.push(predictionForPrograms(bags, i, answer, more));
        yield predictionTable(bags, answers, more);
      }
    }
    if (json && out === "-") for await (const _ of tables());
    else if (out === "-") await printedAtOnce(tables(), { safe });
    else await writeTablesOut(out, tables(), { safe });
    const own = counts.held > 0 ? 0 : counts.trained;
    const scoreNotes = countedNotes({ size: counts.bags, held: counts.held, own });
    return { bags: counts.bags, positive: counts.positive, held, scoreNotes };
  });
}

/** Prints tables when all have come, so that an error in the last row leaves nothing half-printed. */
async function printedAtOnce(tables: AsyncIterable<OutputTable>, { safe }: { safe: boolean }): Promise<void> {
  const path = temporaryFor(join(tmpdir(), "bagwise-scores.csv"));
  const file = `${path}.csv`;
  await withTemporary(file, async () => {
    await writeTablesFile(file, tables, { safe });
    await printPieces((await fileSource(file)).bytes());
  });
}
