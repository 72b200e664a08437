import { count } from "@bagwise/core/base";
import { type Column, capital } from "@bagwise/report/page";
import { csvOf } from "../tables/csv.js";
import { documentOf, type MarkdownOptions, notesOf, tableParts } from "../tables/markdown.js";
import { type ReportTable, reportTable } from "../tables/table.js";
import type { Spread } from "../trials/spread.js";
import { checkByName, testsOf } from "./checks.js";
import { CHECK_SIZES } from "./draw.js";
import { BAG_SIZE, CHECK_FEATURES, INSTANCES } from "./instances.js";
import type { CheckCell, CheckSummary } from "./summary.js";
import { ABOVE } from "./trial.js";
import { BREAKS, LEARNED, RESPECTS } from "./verdict.js";

/** What the verdicts mean, in sentences made from the limits of the rule. */
const VERDICT_RULE = `A method respects the assumption in a check if its mean AUC is at least ${RESPECTS} on all test bags in which something changed (and at least ${100 * RESPECTS} % of the bags were raised), and breaks it if the lowest is at most ${BREAKS}, that of guessing. Between them it is weak. If its AUC on bags drawn as in training is below ${LEARNED}, it has not learned enough, and the verdict is unclear. Labels: those of the training bags, 1 for positive, -1 for negative, 0 for unlabeled.`;

/** How bags are drawn, in sentences made from the numbers of the generator. */
export function drawnText(): string {
  const { positive, negative, unlabeled, prior, test } = CHECK_SIZES;
  const { ordinary, witness, poison, common } = INSTANCES;
  const at = ({ centre, spread }: (typeof INSTANCES)["ordinary"]) => `(${centre.join(", ")}) with deviation ${spread}`;
  return `A bag has ${BAG_SIZE.join(" to ")} instances of ${CHECK_FEATURES} features, all normal and independent: ordinary ones around ${at(ordinary)}, the positive instance around ${at(witness)}, poison around ${at(poison)}, and the common kind around ${at(common)}. Other instances take the place of ordinary ones, so the size of a bag never tells its label. Training: ${positive} positive and ${negative} negative bags, or ${positive} positive and ${unlabeled} unlabeled bags of which ${100 * prior} % are positive. Test: ${test} positive and ${test} negative bags of each kind.`;
}

/** Who respects the assumption in all checks, and who breaks it in one. */
export function checksHeadline({ methods, respecting, breaking, checks, repeats }: CheckSummary): string {
  const all = checks.length === 1 ? "the check" : `all ${checks.length} checks`;
  const some = (names: readonly string[]) => (names.length === 0 ? "" : `: ${names.join(", ")}`);
  return `One positive instance makes a bag positive: ${respecting.length} of ${count(methods.length, "method")} ${respecting.length === 1 ? "respects" : "respect"} that in ${all}${some(respecting)}. ${breaking.length} ${breaking.length === 1 ? "breaks" : "break"} it in at least one${some(breaking)}. ${count(repeats, "repeat")}.`;
}

/** The verdicts of all methods, then a table of figures for each check. */
export function checksTables(summary: CheckSummary): ReportTable[] {
  return [...verdictTable(summary), ...summary.checks.flatMap((check) => figuresTable(summary, check))];
}

function verdictTable(summary: CheckSummary): ReportTable[] {
  const about = { id: "verdicts", title: "Verdicts", caption: VERDICT_RULE };
  const columns: Column<string, string>[] = [
    ["method", (method) => method],
    ["labels", (method) => labelsText(cellOf(summary, summary.checks[0], method))],
    ...summary.checks.map((check): Column<string, string> => {
      return [checkByName(check).title, (method) => cellOf(summary, check, method).verdict];
    }),
  ];
  return reportTable(about, columns.length, summary.methods, columns);
}

function figuresTable(summary: CheckSummary, name: string): ReportTable[] {
  const check = checkByName(name);
  const { columns, words } = figureColumns(summary, name);
  const raised = check.raises
    ? ` Raised: the share of negative test bags that, with a positive instance added, score higher than before and higher than ${100 * ABOVE} % of the negative test bags.`
    : "";
  const tests = testsOf(check)
    .map(({ title, help }) => `${title}: ${help}`)
    .join("; ");
  const spread = summary.repeats < 2 ? "" : " In brackets: the standard deviation over repeats.";
  const about = {
    id: name,
    title: capital(check.title),
    caption: `${capital(check.help)}. AUC on test bags. ${capital(tests)}.${raised}${spread}`,
  };
  const cells = summary.methods.map((method) => cellOf(summary, name, method));
  return reportTable(about, words, cells, columns);
}

/** The columns of one check: method, labels, an AUC for each kind of test bags, the verdict. */
function figureColumns({ repeats }: CheckSummary, name: string) {
  const check = checkByName(name);
  const columns: Column<CheckCell, string>[] = [
    ["method", ({ method }) => method],
    ["labels", labelsText],
    ["verdict", ({ verdict }) => verdict],
    ...testsOf(check).map(({ title }, k): Column<CheckCell, string> => {
      return [title, ({ aucs }) => spreadText(aucs[k].auc, repeats)];
    }),
    ...(check.raises
      ? [["raised", ({ raised }) => (raised === null ? "" : spreadText(raised, repeats))] as Column<CheckCell, string>]
      : []),
  ];
  return { columns, words: 3 };
}

/** `0.97 (0.01)`; without brackets for a single value, whose deviation is unknown. */
function spreadText({ mean, sd }: Spread, values: number): string {
  return values < 2 ? mean.toFixed(2) : `${mean.toFixed(2)} (${sd.toFixed(2)})`;
}

function labelsText({ labels }: Pick<CheckCell, "labels">): string {
  return labels === "negative" ? "1, -1" : "1, 0";
}

function cellOf({ cells }: CheckSummary, check: string, method: string): CheckCell {
  const found = cells.find((cell) => cell.check === check && cell.method === method);
  if (found === undefined) throw new Error(`there is no cell of ${method} in ${check}`);
  return found;
}

/**
 * The checks, a row for each check, method and kind of test bags, in full precision. The deviation of
 * a single repeat is blank. The verdict is on the method in the whole check.
 */
export function checksCsv({ cells, seed }: CheckSummary, { version }: { readonly version: string }): string {
  const rows = cells.flatMap((cell) => cell.aucs.map((each) => ({ cell, ...each })));
  const several = (value: number | undefined, { repeats }: CheckCell) => (repeats < 2 ? null : value);
  return csvOf(rows, [
    ["check", ({ cell }) => cell.check],
    ["method", ({ cell }) => cell.method],
    ["labels", ({ cell }) => cell.labels],
    ["repeats", ({ cell }) => cell.repeats],
    ["test", ({ test }) => test],
    ["auc_mean", ({ auc }) => auc.mean],
    ["auc_sd", ({ auc, cell }) => several(auc.sd, cell)],
    ["raised_mean", ({ cell }) => cell.raised?.mean],
    ["raised_sd", ({ cell }) => several(cell.raised?.sd, cell)],
    ["solved", ({ cell }) => cell.solved],
    ["verdict", ({ cell }) => cell.verdict],
    ["seed", () => seed],
    ["bagwise", () => version],
  ]);
}

/** The tables of the checks, and how to make them again. `table.csv` has them in full. */
export function checksMarkdown(summary: CheckSummary, options: MarkdownOptions): string {
  const { repeats, seed } = summary;
  return documentOf("Checks of methods", options, [
    `bagwise ${options.version}; ${count(repeats, "repeat")}, seed ${seed}. In each repeat, all methods with the same labels have the same bags.`,
    drawnText(),
    ...notesOf(options),
    ...tableParts(checksTables(summary)),
  ]);
}
