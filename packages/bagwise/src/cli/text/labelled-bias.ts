import { count, thousands } from "@bagwise/core/base";
import type { LabelledBias, LabelledBiasMeasures, Span } from "@bagwise/core/judge";
import { styled, wrapped } from "./output.js";
import { textTable } from "./score-table.js";

const ends = ({ low, high }: Span) => (Number.isNaN(low) ? "-" : `${low.toFixed(2)} to ${high.toFixed(2)}`);

const title = ({ factor }: LabelledBias) =>
  factor === 1
    ? styled("bold", "If the labels are a fair sample")
    : `${styled("bold", "If the labels are no fair sample")}: some positives up to ${factor} times as likely to be labelled as others`;

/** What becomes of the bags that are called positive. */
function stayText({ called, stay, factor }: LabelledBias): string {
  if (called === 0) return "No unlabeled bag is called positive.";
  const now = `${count(called, "unlabeled bag")} ${called === 1 ? "is" : "are"} called positive`;
  if (factor === 1) return `${now}.`;
  return stay === called
    ? `${now}, and ${called === 1 ? "stays" : "all stay"} so whatever the labels prefer.`
    : `${now}; ${stay === 0 ? "none stays" : stay === 1 ? "1 stays" : `${thousands(stay)} stay`} so whatever the labels prefer.`;
}

/** How much of the prior depends on fair labels. */
export function biasOfPrior(found: LabelledBias): string[] {
  return ["", title(found), wrapped(`The prior is ${ends(found.prior)}. ${stayText(found)}`, { indent: "  " })];
}

/** The same of measures. */
export function biasOfMeasures(found: LabelledBiasMeasures): string[] {
  const { auc, precision, recall, accuracy } = found.measures;
  const rows = { prior: found.prior, AUC: auc, precision, recall, accuracy };
  return [
    "",
    title(found),
    ...textTable(
      ["", "possible"],
      Object.entries(rows).map(([name, span]) => [name, ends(span)]),
    ),
    wrapped(stayText(found), { indent: "  " }),
  ];
}
