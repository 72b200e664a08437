import { separates } from "@bagwise/core/judge";
import type { Model } from "@bagwise/core/model";
import { flagOf, REVIEWED, reviewThatTells, shellWord } from "@bagwise/report/page";
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

/** The model and the bags as words of a command. Without the file of labels, known positives would come first. */
function namesIn(
  path: string,
  { file, table, query }: BagsFrom,
  { recipe }: Pick<Model["card"], "recipe">,
): [path: string, bags: string] {
  const which = [...flagOf("table", table), ...flagOf("query", query)];
  const bags = file === "-" ? NO_FILE : [shellWord(file), ...which].join(" ");
  return [shellWord(path), recipe?.labels === undefined ? bags : `${bags} --labels ${shellWord(recipe.labels)}`];
}

/** What you can type after training, in columns: only what works with this model. */
export function nextSteps(path: string, from: BagsFrom, model: Judged): string[] {
  const [own, bags] = namesIn(path, from, model.card);
  const { calibration } = model.card;
  return stepLines([
    rankStep(own, bags, model),
    [`bagwise explain ${own} ${bags}`, "which instance is behind each score"],
    [
      `bagwise predict ${own} ${NEW_FILE}`,
      `score${calibration === null ? " and answer" : ", answer and probability"} of each bag`,
    ],
    ...judging(own, bags, model),
    ...auditStep(own, bags, model),
    reportStep(own, bags),
  ]);
}

/** The few that matter most. If nothing separates the bags, how good it is comes before a list of them. */
export function firstSteps(path: string, from: BagsFrom, model: Judged): string[] {
  const [own, bags] = namesIn(path, from, model.card);
  const rank = rankStep(own, bags, model);
  const first = separates(model.card)
    ? [rank]
    : [...judging(own, bags, model), ...(isUseless(model.card) ? [] : [rank])];
  const sure = allLabelled(model) && separates(model.card) ? judging(own, bags, model) : [];
  const audit = auditStep(own, bags, model);
  // Where little can be promised, what would tell comes first.
  const doubted = doubtOfCard(model.card) !== null;
  return stepLines([...(doubted ? audit : []), ...first, ...sure, ...(doubted ? [] : audit), reportStep(own, bags)]);
}

function allLabelled({ card }: Judged): boolean {
  return card.training.unlabeled === 0;
}

function rankStep(path: string, file: string, model: Judged): Step {
  return [`bagwise rank ${path} ${allLabelled(model) ? NEW_FILE : file} --top 20`, "the most likely positives first"];
}

/** None if there is no bag to review. */
function auditStep(path: string, file: string, model: Judged): Step[] {
  if (allLabelled(model)) return [];
  return [[auditOf(path, file, model.card), "bags for you to review: the surest test"]];
}

function auditOf(path: string, file: string, { training }: Doubted): string {
  const bags = reviewThatTells(training.unlabeled)?.bags ?? REVIEWED;
  return `bagwise audit ${path} ${file} -n ${bags} --out audit.csv`;
}

/** The command that draws the bags to review, in a line of its own, to be copied; none if nothing is in doubt. */
export function auditLines(
  path: string,
  from: BagsFrom | undefined,
  card: Doubted & Pick<Model["card"], "recipe">,
): string[] {
  if (doubtOfCard(card) === null || card.training.unlabeled === 0) return [];
  const [own, bags] = namesIn(path, from ?? { file: "-" }, card);
  return [`Next: ${auditOf(own, bags, card)}`];
}

function reportStep(path: string, file: string): Step {
  return [`bagwise report ${path} ${file}`, "everything on one page"];
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
function judging(path: string, file: string, model: Judged): Step[] {
  const { card, heldOut } = model;
  const known = allLabelled(model);
  const prior = card.prior === null && !known ? " --prior 0.1..0.4" : "";
  const without = `how good it is, without negatives${prior === "" ? "" : "; say what you know about the prior"}`;
  const what = known ? "how good it is, by held-out bags" : without;
  if (heldOut !== null) return [[`bagwise evaluate ${path}${prior}`, what]];
  if (card.training.positive < 2 || card.training.unlabeled + (card.training.negative ?? 0) < 2) return [];
  return [[`bagwise evaluate ${path} ${file} --folds ${Math.min(5, card.training.positive)}${prior}`, what]];
}
