import {
  type AuditDesign,
  type AuditEstimate,
  assumedShare,
  auditCodeText,
  auditPromises,
  auditSources,
  checkSameAudit,
  type DrawAuditOptions,
  drawAudit,
  estimateAudit,
  labelFairness,
  modelNotes,
  refitWithAudit,
  seenInTraining,
} from "@bagwise/core/audit";
import { type Answer, type BagSet, contentHash } from "@bagwise/core/bags";
import { InputError, version, withinFile } from "@bagwise/core/base";
import { matchTraining } from "@bagwise/core/judge";
import type { TrainingProgress } from "@bagwise/core/learners";
import type { Model } from "@bagwise/core/model";
import { destinationOf } from "@bagwise/engines/disk";
import { Command, Option } from "commander";
import {
  auditTable,
  readAuditCode,
  readSessionAudit,
  refuseLostAnswers,
  writeListFile,
} from "../../node/files/audit-file.js";
import { loadModel, saveModel } from "../../node/files/model-file.js";
import { SESSION_ENDING } from "../../node/files/review-file.js";
import { AUDIT_DEFAULTS, type AuditFlags, auditNumbers, checkFlags } from "../flags/audit.js";
import { withFlagNames } from "../flags/options.js";
import { addForceFlag, checkOutputs, outOption } from "../flags/outputs.js";
import { addReadingFlags, readFiles, readWithFlags } from "../flags/reading.js";
import { readReviewFile } from "../flags/review.js";
import { writeTableOut } from "../flags/table-out.js";
import { workersOrCores } from "../flags/workers.js";
import { drawnReport, estimateReport, refitReport } from "../text/audit.js";
import { knowWithProgress, SCORING_WORKERS_HELP } from "../text/know-with-progress.js";
import { print, printJson } from "../text/output.js";
import { progressLine } from "../text/progress.js";
import { reviewColumns, wholeText } from "../text/shown.js";
import { noteLines } from "../text/training.js";

const EXAMPLES = `
Examples:
  $ bagwise audit actives.model molecules.csv -n 30 -o audit.csv             draw 30 unlabeled bags to review
  $ bagwise audit actives.model molecules.csv -o audit.xlsx                  as a spreadsheet; or .jsonl, .json, .parquet, .arrow
  $ bagwise audit actives.model molecules.csv --answers audit.csv            once you have filled in 1 and -1
  $ bagwise audit actives.model molecules.csv --answers audit.csv --refit new.model
  $ bagwise audit actives.model molecules.csv --answers audit.csv --refit new.model --counts-only`;

/**
 * `bagwise audit MODEL FILE`: draws bags for a person to review, then estimates prior, precision,
 * recall and accuracy from the answers.
 */
export function auditCommand(): Command {
  const command = new Command("audit")
    .description("draw unlabeled bags for you to review, then estimate from your answers how good a model is")
    .argument("<model>", "a model file")
    .argument("<file>", "the bags")
    .option("-n, --number <bags>", `how many unlabeled bags to draw (default: ${AUDIT_DEFAULTS.number})`)
    .option("--seed <number>", `seed of the draw (default: ${AUDIT_DEFAULTS.seed})`)
    .addOption(outOption("file", "file to write, for the reviewer to fill in, in the format that its name ends like"))
    .option(
      "--answers <file>",
      "that file, filled in: 1 positive, -1 negative, blank not reviewed; or the session of a review with an audit of the workbench",
    )
    .option("--level <share>", `level of the intervals (default: ${AUDIT_DEFAULTS.level})`)
    .option(
      "--refit <model>",
      "with --answers: train again with the audited prior and the answers as labels, and write this model",
    )
    .option("--counts-only", "with --refit: use the answers for the prior alone, not as labels")
    .addOption(new Option("--as-labels", "with --refit: use the answers as labels, which is the default").hideHelp());
  return addForceFlag(addReadingFlags(command))
    .option("--workers <number>", SCORING_WORKERS_HELP)
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action((path: string, file: string, flags: AuditFlags) => withFlagNames(() => audit(path, file, flags)));
}

async function audit(path: string, file: string, flags: AuditFlags): Promise<void> {
  checkFlags(flags);
  workersOrCores(flags.workers);
  const { out, answers, refit: to } = flags;
  await checkOutputs(
    { "--out": { path: out, as: "audit" }, "--refit": { path: to, as: "model" } },
    { ...readFiles(path, file, flags), "the file of answers": answers },
    flags,
  );
  if (out !== undefined) await drawn(path, file, { ...flags, out });
  else if (answers !== undefined) await answered(path, file, { ...flags, answers });
}

/** Writes the file for the reviewer. */
async function drawn(path: string, file: string, given: AuditFlags & { out: string }): Promise<void> {
  const { out, json, workers, ...flags } = given;
  const { n = AUDIT_DEFAULTS.number, seed = AUDIT_DEFAULTS.seed } = auditNumbers(flags);
  const model = await loadModel(path);
  const { bags, notes } = await readWithFlags(file, flags, model);
  const design = await designOf(model, bags, { n, seed, threshold: model.threshold }, { file, workers });
  const { threshold, population, strata, bags: chosen } = design;
  const code = { n, seed, threshold, strata, ...(await auditSources(model, await contentHash(bags))) };
  const drawnBags = bags.subset(placesOf(bags, chosen));
  const shown = reviewColumns(bags).map((column) => ({
    name: column.name,
    texts: chosen.map((_, k) => wholeText(drawnBags, k, column)),
  }));
  const table = auditTable(design, code, shown);
  if (out !== "-") {
    // While the bags were scored, somebody may have filled in what was empty, or saved something else there.
    if (!flags.force && !(await destinationOf(out)).through) await refuseLostAnswers(out);
    await writeListFile(out, table);
  } else if (!json) return await writeTableOut(out, table, { safe: true });
  if (json) {
    const ids = chosen.map(({ bag }) => bag);
    const head = { bagwise: version, model: path, file, out, audit: auditCodeText(code), n, seed };
    printJson({ ...head, threshold, population, strata, bags: ids, notes });
  } else print(...drawnReport(design, { out, model: path, file }), ...noteLines(notes));
}

/** Reports what the answers mean, and refits if asked. */
async function answered(path: string, file: string, flags: AuditFlags & { answers: string }): Promise<void> {
  const { answers: from, refit: to, countsOnly = false, asLabels: _asLabels, json, workers, ...rest } = flags;
  const said = auditNumbers(rest);
  const { code, answers } = from.endsWith(SESSION_ENDING)
    ? await readSessionAudit(from)
    : {
        code: await readAuditCode(from, rest.delimiter),
        ...(await readReviewFile(from, rest).catch(aboutZero)),
      };
  const model = await loadModel(path);
  const { bags, notes: read } = await readWithFlags(file, rest, model);
  const unlabeled = bags.unlabeled();
  const match = await matchTraining(model, bags);
  const sources = await auditSources(model, match.dataHash);
  const now = { n: said.n ?? code.n, seed: said.seed ?? code.seed, unlabeled: unlabeled.size, ...sources };
  await withinFile(from, () => checkSameAudit(code, now, { model: path, file }));
  const design = await designOf(model, bags, code, { file, workers });
  const options = { level: said.level, assumed: assumedShare(model.card) };
  const estimate = await withinFile(from, () => estimateAudit(design, answers, options));
  const promised = auditPromises(model, estimate, design);
  const { threshold } = design;
  const trainedOn = seenInTraining(model, bags, { match, threshold });
  const { notes: unfair, ...fairness } = labelFairness(model, bags, { design, answers, estimate });
  const notes = [...read, ...unfair, ...estimate.notes, ...modelNotes(model, { exact: match.exact, threshold })];
  const done = to === undefined ? undefined : await refitted(model, bags, { estimate, answers, countsOnly, file, to });
  if (json) {
    const { text: _, ...facts } = done ?? { text: null, notes: [] };
    const about = { bagwise: version, model: path, file, answers: from, audit: auditCodeText(code), ...estimate };
    const refit = done === undefined ? null : facts;
    printJson({ ...about, threshold, promised, fairness, trainedOn, refit, notes: [...notes, ...facts.notes] });
    return;
  }
  print(
    ...estimateReport(estimate, { promised, trainedOn }),
    ...(done?.text ?? []),
    ...noteLines([...notes, ...(done?.notes ?? [])]),
    ...(done === undefined
      ? ["", `Next: bagwise audit ${path} ${file} --answers ${from} --refit NEW-MODEL   (train with this prior)`]
      : []),
  );
}

/** Trains again, writes the model, and says what changed, as text and as data. */
async function refitted(
  before: Model,
  bags: BagSet,
  parts: { estimate: AuditEstimate; answers: readonly Answer[]; countsOnly: boolean; file: string; to: string },
) {
  const { estimate, answers, countsOnly, file, to } = parts;
  const progress = progressLine("training");
  const onProgress = ({ done, total }: TrainingProgress) => progress.update(done, total);
  const { model, options, labels, predictedPositive, notes } = await withinFile(file, () =>
    refitWithAudit(before, bags, { estimate, answers, countsOnly }, { onProgress }),
  ).finally(() => progress.end());
  const bytes = await saveModel(model, to);
  const text = refitReport(before, model, { predictedPositive, out: to, bytes, options, labels, estimate });
  return { text, out: to, bytes, options, labels, predictedPositive, prior: model.card.prior, notes };
}

/** Always the same bags in the same order. */
async function designOf(
  model: Model,
  bags: BagSet,
  draw: DrawAuditOptions,
  { file, workers }: { file: string; workers: string | undefined },
): Promise<AuditDesign> {
  const unlabeled = bags.unlabeled();
  const knowing = await knowWithProgress(model, unlabeled, file, workersOrCores(workers));
  return await withinFile(file, () => drawAudit(knowing.predict(unlabeled), draw));
}

/** Where the drawn bags stand in the file. */
function placesOf(bags: BagSet, drawn: AuditDesign["bags"]): number[] {
  const place = new Map(bags.ids().map((id, i) => [id, i]));
  return drawn.flatMap(({ bag }) => place.get(bag) ?? []);
}

/** The usual remedy, saying what 0 means, would also change the labels of the file of bags. */
function aboutZero(error: unknown): never {
  if (!(error instanceof InputError && error.code === "audit-zero")) throw error;
  throw error.with({ remedy: "Write -1 for negative, and leave blank what you did not review." });
}
