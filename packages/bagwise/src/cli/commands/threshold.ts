import { InputError, type Note, version, withinFile } from "@bagwise/core/base";
import {
  type ModelThresholdOptions,
  newScores,
  noHeldOut,
  parseThresholdRule,
  THRESHOLD_RULES,
  thresholdOf,
  withChosen,
} from "@bagwise/core/judge";
import type { Model } from "@bagwise/core/model";
import { priorFor } from "@bagwise/core/prior";
import { Command } from "commander";
import { loadModel } from "../../node/files/model-file.js";
import { addModelOutFlags, type ModelOutFlags, modelOutPath, writtenText } from "../flags/model-out.js";
import { withFlagNames } from "../flags/options.js";
import { addReadingFlags, type ReadingFlags, readWithFlags } from "../flags/reading.js";
import { print, printJson, titled } from "../text/output.js";
import { progressLine } from "../text/progress.js";
import { shortScore } from "../text/score-table.js";
import { decisionPriorText, outcomeOf, ruleTable } from "../text/threshold.js";
import { noteLines } from "../text/training.js";

const RULES = `
Rules:
${THRESHOLD_RULES.map(({ text, help }) => `  ${text.padEnd(14)} ${help}`).join("\n")}
`;

const EXAMPLES = `
Examples:
  $ bagwise threshold actives.model                                       the threshold, and what each rule would give
  $ bagwise threshold actives.model --by precision=0.8                    the threshold for 80 % precision, and what to expect
  $ bagwise threshold actives.model --by precision=0.8 --out strict.model
  $ bagwise threshold actives.model --by prior --prior 0.2 --in-place
  $ bagwise threshold actives.model library.csv --by budget=50 --in-place the top 50 bags of this file
  $ bagwise threshold old.model new.csv --by recall=0.9 --in-place        with bags that are new to the model`;

/** The rules to show, besides budgets, when you ask for none. */
const SHOWN = ["default", "prior", "risk", "precision=0.8", "precision=0.9", "recall=0.8", "recall=0.9"];
const BUDGETS = [10, 50, 200];

interface ThresholdFlags extends ReadingFlags, ModelOutFlags {
  readonly by?: string;
  readonly prior?: string;
  readonly json?: boolean;
}

/**
 * `bagwise threshold MODEL [FILE] --by RULE`: from which score on a bag is called positive, chosen
 * by what you want and kept with its reason.
 */
export function thresholdCommand(): Command {
  const command = new Command("threshold")
    .description("choose the threshold of a model: by prior, risk, precision, recall or a review budget")
    .argument("<model>", "a model file")
    .argument("[file]", "bags to choose with, or - for standard input (default: the held-out training bags)")
    .option("--by <rule>", "rule to choose by, see below (default: show what each rule would give)")
    .option("--prior <share>", "share of positives: 0.3, or a range 0.1..0.4 (default: the model's)");
  return addReadingFlags(addModelOutFlags(command))
    .option("--json", "print JSON for programs")
    .addHelpText("after", RULES + EXAMPLES)
    .action((path: string, file: string | undefined, flags: ThresholdFlags) =>
      withFlagNames(() => run(path, file, flags)),
    );
}

async function run(path: string, file: string | undefined, flags: ThresholdFlags): Promise<void> {
  const { by } = flags;
  if (by !== undefined) parseThresholdRule(by, { option: "by" });
  else if (flags.out !== undefined || flags.inPlace) throw noRule();
  const to = await modelOutPath(path, file, flags);
  const model = await loadModel(path);
  const { notes, ...scores } = file === undefined ? { notes: [] } : await scoresOf(model, file, flags);
  const options: ModelThresholdOptions = { ...scores, prior: flags.prior };
  const prior = priorFor(model.card, options.held ?? model.heldOut, flags.prior);
  const head = { bagwise: version, model: path, file: file ?? null, prior, now: nowOf(model) };
  if (by === undefined) {
    const held = options.held ?? model.heldOut;
    if (held === null)
      throw noHeldOut(
        model,
        "Give positive and other bags that are new to it (bagwise threshold MODEL FILE), or set a threshold by hand (--by score=0.3).",
      ).at({ file: path });
    const budgets = BUDGETS.filter((k) => k < held.unlabeled.length).map((k) => `budget=${k}`);
    const choose = (rule: string) => thresholdOf(model, rule, options);
    const own = model.card.threshold && outcomeOf("now", () => choose(`score=${model.threshold}`));
    const progress = progressLine("trying rules");
    const rules = [...SHOWN, ...budgets];
    const tried = rules.map((rule, k) => {
      progress.update(k, rules.length);
      return outcomeOf(rule, () => choose(rule));
    });
    progress.end();
    const outcomes = [...(own ? [own] : []), ...tried];
    if (flags.json) printJson({ ...head, rules: outcomes, notes });
    else print(...about(path, model, prior), "", ...ruleTable(outcomes), ...noteLines(notes));
    return;
  }
  const chosen = await withinFile(path, () => thresholdOf(model, by, options));
  const changed = withChosen(model, chosen);
  const written = await writtenText(changed, to);
  if (flags.json) {
    printJson({ ...head, threshold: chosen, written: to ?? null, notes });
    return;
  }
  print(
    ...about(path, model, prior),
    ...titled("Chosen", `${shortScore(chosen.value)} (${chosen.rule})`),
    ...titled("Why", chosen.reason),
    ...noteLines(notes),
    "",
    written,
  );
}

function nowOf({ card }: Model) {
  return card.threshold ?? { value: 0, rule: "default", reason: "the method's own threshold" };
}

function about(path: string, model: Model, prior: ReturnType<typeof priorFor>): string[] {
  const { value, rule } = nowOf(model);
  return [
    ...titled("Model", `${path}, by ${model.card.learner}`),
    ...titled("Prior", decisionPriorText(prior)),
    ...titled("Now", `${shortScore(value)} (${rule})`),
  ];
}

/**
 * A budget is about the bags of the file, even those the model was trained on. All other rules need
 * bags that are new to it.
 */
async function scoresOf(
  model: Model,
  file: string,
  { by, ...flags }: ThresholdFlags,
): Promise<{ held?: ModelThresholdOptions["held"]; review?: Float64Array; notes: Note[] }> {
  const { bags, notes } = await readWithFlags(file, flags, model);
  return await withinFile(file, async () => {
    if (by !== undefined && parseThresholdRule(by).kind === "budget")
      return { review: model.scores(bags.filter((i) => bags.labelOf(i) !== "positive")), notes };
    const found = await newScores(model, bags);
    return { held: found.held, notes: [...notes, ...found.notes] };
  });
}

function noRule(): InputError {
  return new InputError({
    code: "option",
    message: "there is nothing to write without a rule",
    remedy: "Say how to choose the threshold, such as --by precision=0.8.",
  });
}
