import { version, withinFile } from "@bagwise/core/base";
import {
  CALIBRATION_METHODS,
  type CalibrationMethod,
  calibrateModel,
  newScores,
  type ReliabilityRow,
  reliability,
} from "@bagwise/core/judge";
import type { ModelCard } from "@bagwise/core/model";
import { priorFor } from "@bagwise/core/prior";
import { Command, Option } from "commander";
import { loadModel } from "../../node/files/model-file.js";
import { addModelOutFlags, type ModelOutFlags, modelOutPath, writtenText } from "../flags/model-out.js";
import { withFlagNames } from "../flags/options.js";
import { addReadingFlags, type ReadingFlags, readWithFlags } from "../flags/reading.js";
import { print, printJson, titled, wrapped } from "../text/output.js";
import { shortScore, shortShare, textTable } from "../text/score-table.js";
import { decisionPriorText } from "../text/threshold.js";
import { noteLines } from "../text/training.js";

const EXAMPLES = `
Examples:
  $ bagwise calibrate actives.model                                     see how probabilities would change
  $ bagwise calibrate actives.model --out calibrated.model
  $ bagwise calibrate actives.model --method sigmoid --prior 0.2 --in-place
  $ bagwise calibrate old.model new.csv --in-place                      with bags that are new to the model
  $ bagwise calibrate actives.model --method none --out plain.model     scores only`;

interface CalibrateFlags extends ReadingFlags, ModelOutFlags {
  readonly method: CalibrationMethod;
  readonly prior?: string;
  readonly json?: boolean;
}

/** `bagwise calibrate MODEL [FILE]`: chooses how scores become probabilities. */
export function calibrateCommand(): Command {
  const command = new Command("calibrate")
    .description("choose how the scores of a model become probabilities")
    .argument("<model>", "a model file")
    .argument("[file]", "bags that are new to the model, or - for standard input (default: its held-out training bags)")
    .addOption(
      new Option(
        "--method <name>",
        "mixture: as auto, with negatives that look like positives; monotone: any rising curve; sigmoid: an S-curve; none: no probabilities",
      )
        .choices([...CALIBRATION_METHODS])
        .default("mixture"),
    )
    .option("--prior <share>", "share of positives: 0.3, or a range 0.1..0.4 (default: the model's)");
  return addReadingFlags(addModelOutFlags(command))
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action((path: string, file: string | undefined, flags: CalibrateFlags) =>
      withFlagNames(() => run(path, file, flags)),
    );
}

async function run(path: string, file: string | undefined, flags: CalibrateFlags): Promise<void> {
  const to = await modelOutPath(path, file, flags);
  const model = await loadModel(path);
  const found = file === undefined ? undefined : await readWithFlags(file, flags, model);
  const fresh = found && (await withinFile(file ?? path, () => newScores(model, found.bags)));
  const held = fresh?.held ?? model.heldOut;
  const notes = [...(found?.notes ?? []), ...(fresh?.notes ?? [])];
  const { method, prior: stated } = flags;
  const changed = await withinFile(path, () => calibrateModel(model, { method, prior: stated, held: fresh?.held }));
  const prior = priorFor(model.card, held, stated);
  const [before, after] = [model.card.calibration, changed.card.calibration];
  const rows = held === null || prior === null ? [] : reliability(held, { prior: prior.value, before, after });
  const written = await writtenText(changed, to);
  if (flags.json) {
    const head = { bagwise: version, model: path, file: file ?? null, method, prior, calibration: after };
    printJson({ ...head, reliability: rows, written: to ?? null, notes });
    return;
  }
  print(
    ...titled("Model", `${path}, by ${model.card.learner}`),
    ...titled("Prior", decisionPriorText(prior)),
    ...titled("Before", kindText(model.card)),
    ...titled("After", kindText(changed.card)),
    ...(rows.length === 0 ? [] : ["", ...reliabilityTable(rows)]),
    ...noteLines(notes),
    "",
    written,
  );
}

function kindText({ calibration, prior }: ModelCard): string {
  if (calibration === null) return "no probabilities";
  if ("scores" in calibration)
    return `${prior?.ranges === undefined ? "monotone" : "mixture"}: straight lines through ${calibration.scores.length === 1 ? "1 point" : `${calibration.scores.length} points`}`;
  const { slope, intercept } = calibration;
  return slope === 1 && intercept === 0
    ? "the score is the log-odds"
    : `sigmoid: slope ${Number(slope.toPrecision(4))}, intercept ${Number(intercept.toPrecision(4))}`;
}

function reliabilityTable(rows: readonly ReliabilityRow[]): string[] {
  const table = textTable(
    ["score from", "to", "bags", "positives", "counted", "before", "after"],
    rows.map(({ low, high, bags, positives, counted, before, after }) => [
      shortScore(low),
      shortScore(high),
      String(bags),
      String(positives),
      shortShare(counted),
      shortShare(before),
      shortShare(after),
    ]),
  );
  const legend =
    "Before and after are the mean probabilities of the bags in a row. Counted is prior x share of the positives / share of the bags: what these bags alone suggest. It is a noisy ratio, not a probability, and may exceed 1.";
  return [...table, wrapped(legend, { indent: "  " })];
}
