import { separates } from "@bagwise/core/judge";
import type { Model } from "@bagwise/core/model";
import { commandLine, flagsOf, REVIEWED, reviewThatTells } from "@bagwise/report/page";
import { type Doubted, doubtOfCard, isUseless } from "./verdict.js";
import { padded, screenWidth, textWidth } from "./width.js";

type Judged = Pick<Model, "card" | "heldOut">;
type Step = readonly [command: string, what: string];

/** What stands for the bags if they came from standard input. */
const NO_FILE = "FILE";
/** What stands for bags to rank if all training bags have a label. */
const NEW_FILE = "NEW-FILE";

/** Where the bags came from: a path, and for a database the table or query. */
export interface BagsFrom {
  readonly file: string;
  readonly table?: string | undefined;
  readonly query?: string | undefined;
}

/** Writes commands on a model and its bags. Without the file of labels, known positives would come first. */
function writer(path: string, { file, table, query }: BagsFrom, { recipe }: Pick<Model["card"], "recipe">) {
  const reading = flagsOf({ table, query, labels: recipe?.labels });
  return {
    /** On the model alone. */
    alone: (command: string, flags: readonly string[] = []) => commandLine([command, path], flags),
    /** On new bags. */
    onNew: (command: string, flags: readonly string[] = []) => commandLine([command, path, NEW_FILE], flags),
    /** On the bags. */
    onBags: (command: string, flags: readonly string[] = []) =>
      file === "-"
        ? commandLine([command, path, NO_FILE], [...flagsOf({ labels: recipe?.labels }), ...flags])
        : commandLine([command, path, file], [...reading, ...flags]),
  };
}

type Writer = ReturnType<typeof writer>;

/** What you can type after training, in columns: only what works with this model. */
export function nextSteps(path: string, from: BagsFrom, model: Judged): string[] {
  const write = writer(path, from, model.card);
  const { calibration } = model.card;
  return stepLines([
    rankStep(write, model),
    [write.onBags("explain"), "which instance is behind each score"],
    [write.onNew("predict"), `score${calibration === null ? " and answer" : ", answer and probability"} of each bag`],
    ...judging(write, model),
    ...auditStep(write, model),
    reportStep(write),
  ]);
}

/** The few that matter most. If nothing separates the bags, how good it is comes before a list of them. */
export function firstSteps(path: string, from: BagsFrom, model: Judged): string[] {
  const write = writer(path, from, model.card);
  const rank = rankStep(write, model);
  const first = separates(model.card) ? [rank] : [...judging(write, model), ...(isUseless(model.card) ? [] : [rank])];
  const sure = allLabelled(model) && separates(model.card) ? judging(write, model) : [];
  const audit = auditStep(write, model);
  // Where little can be promised, what would tell comes first.
  const doubted = doubtOfCard(model.card) !== null;
  return stepLines([...(doubted ? audit : []), ...first, ...sure, ...(doubted ? [] : audit), reportStep(write)]);
}

function allLabelled({ card }: Judged): boolean {
  return card.training.unlabeled === 0;
}

function rankStep({ onNew, onBags }: Writer, model: Judged): Step {
  return [(allLabelled(model) ? onNew : onBags)("rank", ["--top 20"]), "the most likely positives first"];
}

/** None if there is no bag to review. */
function auditStep(write: Writer, model: Judged): Step[] {
  if (allLabelled(model)) return [];
  return [[auditOf(write, model.card), "bags for you to review: the surest test"]];
}

function auditOf({ onBags }: Writer, { training }: Doubted): string {
  const bags = reviewThatTells(training.unlabeled)?.bags ?? REVIEWED;
  return onBags("audit", [`-n ${bags}`, "--out audit.csv"]);
}

/** The command that draws the bags to review, in a line of its own, to be copied; none if nothing is in doubt. */
export function auditLines(
  path: string,
  from: BagsFrom | undefined,
  card: Doubted & Pick<Model["card"], "recipe">,
): string[] {
  if (doubtOfCard(card) === null || card.training.unlabeled === 0) return [];
  return [`Next: ${auditOf(writer(path, from ?? { file: "-" }, card), card)}`];
}

function reportStep({ onBags }: Writer): Step {
  return [onBags("report"), "everything on one page"];
}

/** Commands with what they do, if the screen is wide enough for both. */
function stepLines(steps: readonly Step[]): string[] {
  const width = Math.max(...steps.map(([command]) => textWidth(command)));
  const lines = steps.map(
    ([command, what], k) => `${k === 0 ? "Next:" : "     "} ${padded(command, width)}   (${what})`,
  );
  if (lines.every((line) => textWidth(line) <= screenWidth())) return lines;
  return steps.map(([command], k) => `${k === 0 ? "Next:" : "     "} ${command}`);
}

/** How to find out how good it is. With one positive bag nothing can be held out. */
function judging({ alone, onBags }: Writer, model: Judged): Step[] {
  const { card, heldOut } = model;
  const known = allLabelled(model);
  const prior = card.prior === null && !known ? ["--prior 0.1..0.4"] : [];
  const without = `how good it is, without negatives${prior.length === 0 ? "" : "; say what you know about the prior"}`;
  const what = known ? "how good it is, by held-out bags" : without;
  if (heldOut !== null) return [[alone("evaluate", prior), what]];
  if (card.training.positive < 2 || card.training.unlabeled + (card.training.negative ?? 0) < 2) return [];
  return [[onBags("evaluate", [`--folds ${Math.min(5, card.training.positive)}`, ...prior]), what]];
}
