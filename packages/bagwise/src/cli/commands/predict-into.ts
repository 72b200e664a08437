import { createHash } from "node:crypto";
import { count, InputError, type Note, thousands, version, withinFile } from "@bagwise/core/base";
import { countedNotes, joinedCounts, type ScoreCounts, scoreCounts } from "@bagwise/core/judge";
import { encodeModel, type Model } from "@bagwise/core/model";
import type { EngineSource } from "@bagwise/engines";
import { scoreInDatabase, scoreInto } from "@bagwise/engines/scoring";
import { databaseOf, withLabels, withTools } from "../../node/files/read-bags.js";
import { withFlagNames } from "../flags/options.js";
import type { ForceFlag } from "../flags/outputs.js";
import { optionsOf, type ReadingFlags } from "../flags/reading.js";
import { joinedNotes } from "../flags/scored-parts.js";
import { print, printJson } from "../text/output.js";
import { progressLine } from "../text/progress.js";
import { thresholdSentence } from "../text/threshold.js";
import { noteLines } from "../text/training.js";
import { verdictSentence } from "../text/verdict.js";

interface IntoRun {
  readonly path: string;
  readonly file: string;
  readonly into: string;
  readonly flags: ReadingFlags &
    ForceFlag & { readonly json?: boolean; readonly inDatabase?: boolean; readonly keepScores?: boolean };
  readonly rows: { readonly instances: boolean; readonly witness: boolean };
}

/** `bagwise predict MODEL DATABASE --into TABLE`: the scores go to a table of the database. */
export async function predictInto(model: Model, { path, file, into, flags, rows }: IntoRun): Promise<void> {
  if (rows.instances || rows.witness) throw onlyScores();
  const source = await databaseOf(file);
  if (source === undefined) throw new Error("the caller has looked");
  const { json = false, force = false, inDatabase = false, keepScores, ...reading } = flags;
  const { options: given, notes } = optionsOf(reading, model);
  // They say which bags the training took.
  const options = withTools((await withLabels(given)).options);
  const of = [createHash("sha256").update(encodeModel(model)).digest("hex")];
  const progress = progressLine(`scoring ${file}`);
  const counts: ScoreCounts[] = [];
  const done = await withFlagNames(async () => {
    if (inDatabase) return await inside(source, options, { model, into, force });
    const { heldOut, ...scored } = await scoreInto(source, options, {
      into,
      force,
      keepScores,
      of,
      model,
      predict: async (bags) => {
        const predictions = await withinFile(file, () => model.predict(bags, { heldOut: true }));
        counts.push(scoreCounts(model, bags, predictions));
        return predictions;
      },
      onPart: (bags) => progress.update(bags, undefined),
    });
    const { held, own } = joinedCounts(counts);
    const counted = countedNotes({ size: scored.bags, held: held + heldOut, own });
    return { ...scored, notes: [...scored.notes, ...counted] };
  }).finally(() => progress.end());
  const all = joinedNotes([...notes, ...done.notes]);
  const { bags, positive } = done;
  if (json) {
    printJson({ bagwise: version, model: path, file, into, bags, positive, notes: all });
    return;
  }
  print(
    `${count(bags, "bag")} scored, ${thousands(positive)} predicted positive; written to the table ${into}.`,
    ...verdictSentence(model.card),
    ...thresholdSentence(model),
    ...noteLines(all),
  );
}

/** Scores in the database, with a note on the training bags among the bags. */
async function inside(
  source: EngineSource,
  options: ReturnType<typeof optionsOf>["options"],
  given: { model: Model; into: string; force: boolean },
): Promise<{ bags: number; positive: number; notes: Note[] }> {
  const { heldOut, notes, ...counts } = await scoreInDatabase(source, options, given);
  return { ...counts, notes: [...notes, ...countedNotes({ size: counts.bags, held: heldOut, own: 0 })] };
}

function onlyScores(): InputError {
  return new InputError({
    code: "option",
    message: "--into writes the scores of bags alone",
    remedy: "Leave out --instances and --witness, or write to a file with --out.",
  });
}
