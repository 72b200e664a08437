import type { Model } from "../../model/model.js";
import { shellWord } from "../../report/page/shell.js";

/** What you can type after training, in columns: only what works with this model. */
export function nextSteps(model: string, bags: string, { card, heldOut }: Pick<Model, "card" | "heldOut">): string[] {
  const labels = card.recipe?.labels;
  const path = shellWord(model);
  // Without their file, known positives would come first.
  const file = labels === undefined ? shellWord(bags) : `${shellWord(bags)} --labels ${shellWord(labels)}`;
  const steps = [
    [`bagwise rank ${path} ${file} --top 20`, "the most likely positives first"],
    [`bagwise explain ${path} ${file}`, "which instance is behind each score"],
    [
      `bagwise predict ${path} NEW-FILE`,
      `score${card.calibration === null ? " and answer" : ", answer and probability"} of each bag`,
    ],
    ...judging(path, file, { card, heldOut }),
    [`bagwise audit ${path} ${file} -n 30 --out audit.csv`, "bags for you to review: the surest test"],
    [`bagwise report ${path} --data ${file}`, "everything on one page"],
  ];
  const width = Math.max(...steps.map(([command]) => command.length));
  return steps.map(([command, what], k) => `${k === 0 ? "Next:" : "     "} ${command.padEnd(width)}   (${what})`);
}

/** How to find out how good it is. With one positive bag nothing can be held out. */
function judging(path: string, file: string, { card, heldOut }: Pick<Model, "card" | "heldOut">): string[][] {
  const prior = card.prior === null ? " --prior 0.1..0.4" : "";
  const what = `how good it is, without negatives${prior === "" ? "" : "; say what you know about the prior"}`;
  if (heldOut !== null) return [[`bagwise evaluate ${path}${prior}`, what]];
  if (card.training.positive < 2 || card.training.unlabeled < 2) return [];
  return [[`bagwise evaluate ${path} ${file} --folds ${Math.min(5, card.training.positive)}${prior}`, what]];
}
