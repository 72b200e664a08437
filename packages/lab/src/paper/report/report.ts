import { count, InputError, quote } from "@bagwise/core/base";
import { type Html, html, NOTHING, page, sentence, withCode } from "@bagwise/report/page";
import { methodSwitches, switchRules } from "../../report/figures/legend.js";
import { type Ink, inkFor } from "../../report/ink.js";
import { reproduce, runSection } from "../../report/reproduce.js";
import type { OtherRun, RunInfo } from "../../report/run-info.js";
import { fewTrials } from "../../trials/enough-trials.js";
import { PRINTED_SETTING } from "../printed.js";
import type { ExperimentSummary } from "../summary.js";
import type { ExperimentKind } from "../trial.js";
import { differenceToPrint } from "./difference-to-print.js";
import { glance, headline } from "./headline.js";
import { hidden } from "./hidden.js";
import { accuracyByLabels, figureByPrior } from "./paper-lines.js";
import { resultsTable } from "./table.js";

/** An experiment of another kind that is shown in the same report, and how to make it again. */
export type OtherExperiment = OtherRun<ExperimentSummary>;

/** What a report needs besides its data. */
export interface ReportOptions {
  /** Where elements are made: a browser's own, or one of linkedom. Nothing is added to it. */
  readonly document: Document;
  /** Experiments of other kinds for the same page, at most one of each kind. Default none. */
  readonly also?: readonly OtherExperiment[];
}

const TITLES: Readonly<Record<ExperimentKind, string>> = {
  paper: "The paper’s experiment, run again",
  labels: "The gain from more labelled bags",
  time: "The time of one training",
};

/**
 * The report of an experiment: one HTML file that loads nothing and runs no script. Only `<section
 * id="run">` differs from run to run. Costs about a second for the grid of the paper. Throws an
 * InputError for a summary without cells and for two summaries of one kind.
 */
export async function experimentReport(
  summary: ExperimentSummary,
  run: RunInfo,
  { document, also = [] }: ReportOptions,
): Promise<string> {
  const summaries = [summary, ...also.map((each) => each.summary)];
  checkSummaries(summaries);
  const methods = summaries.flatMap((each) => each.methods);
  const ink = inkFor(document, methods);
  const of = (kind: ExperimentKind) => summaries.find(({ experiment }) => experiment === kind);
  const recipes = also.map(({ recipe }) => recipe);
  const paper = of("paper");
  const labels = of("labels") ?? (paper !== undefined && paper.labeled.length > 1 ? paper : undefined);
  const few = fewTrials(summary.trials);
  return page({
    title: TITLES[summary.experiment],
    kicker: `bagwise ${run.version}, experiment ${summary.experiment}`,
    subtitle: sizeOf(summary),
    lead: html`${methodSwitches(ink)}<div class="lead">${headline(ink, summary)}${few === "" ? NOTHING : html`<p>${withCode(few)}</p>`}</div>
${run.notes.map(
  ({ message }) => html`<p class="note">Note: ${message}.</p>
`,
)}
${glance(ink, summary)}
${unsolvedNote(summaries)}`,
    sections: [
      { id: "accuracy", title: "Accuracy", content: paper ? accuracyFigures(ink, paper) : NOTHING },
      { id: "labels", title: "Labelled bags", content: labels ? accuracyByLabels(ink, labels) : NOTHING },
      { id: "hidden", title: "What the protocol hides", content: paper ? hiddenFigures(ink, oneSize(paper)) : NOTHING },
      { id: "table", title: "The table", content: resultsTable(ink, summary) },
      { id: "methods", title: "The methods", content: methodList(ink) },
      { id: "reproduce", title: "How to make it again", content: reproduce(run, recipes) },
    ],
    last: { id: "run", title: "This run", content: runSection(ink, run, also) },
    rules: switchRules(ink),
  });
}

function accuracyFigures(ink: Ink, paper: ExperimentSummary): Html {
  const one = oneSize(paper);
  const note =
    one === paper
      ? NOTHING
      : html`<p class="note">Figures against the prior show the cells with ${one.labeled} labelled bags.</p>`;
  return html`${note}${figureByPrior(ink, "accuracy-by-prior", one)}${differenceToPrint(ink, one)}`;
}

const HIDDEN_FIGURES = ["estimated-prior", "balanced-accuracy-by-prior", "auc-by-prior"] as const;

function hiddenFigures(ink: Ink, paper: ExperimentSummary): Html {
  return html`${hidden(ink, paper)}${HIDDEN_FIGURES.map((id) => figureByPrior(ink, id, paper))}`;
}

/** The cells with the paper's number of labelled bags, or else the smallest one. */
function oneSize(summary: ExperimentSummary): ExperimentSummary {
  if (summary.labeled.length < 2) return summary;
  const { labeled: usual } = PRINTED_SETTING;
  const size = summary.labeled.includes(usual) ? usual : Math.min(...summary.labeled);
  return { ...summary, labeled: [size], cells: summary.cells.filter(({ labeled }) => labeled === size) };
}

/** What each method is, in the words of the list of methods. */
function methodList({ looks }: Ink): Html {
  return html`<dl>${looks.map(
    ({ title, help, name }) => html`<dt>${title} <code>${name}</code></dt><dd>${sentence(help)}</dd>
`,
  )}</dl>`;
}

/** `5 data sets, 7 priors, 4 methods, 20 trials each`. */
function sizeOf({ datasets, priors, labeled, methods, protocols, trials }: ExperimentSummary): string {
  return [
    count(datasets.length, "data set"),
    count(priors.length, "prior"),
    ...(labeled.length > 1 ? [count(labeled.length, "number of labelled bags", "numbers of labelled bags")] : []),
    count(methods.length, "method"),
    ...(protocols.length > 1 ? [count(protocols.length, "protocol")] : []),
    `${count(trials, "trial")} each`,
  ].join(", ");
}

/** A warning when not all trainings were solved; nothing otherwise. */
function unsolvedNote(summaries: readonly ExperimentSummary[]): Html {
  const cells = summaries.flatMap((summary) => summary.cells);
  const unsolved = cells.reduce((sum, cell) => sum + cell.unsolved, 0);
  const trials = cells.reduce((sum, cell) => sum + cell.trials, 0);
  if (unsolved === 0) return NOTHING;
  const methods = [...new Set(cells.filter((cell) => cell.unsolved > 0).map(({ method }) => method))];
  return html`<p class="note">${unsolved} of ${trials} trainings did not end as solved: ${methods.join(", ")}. Their results are included.</p>`;
}

function checkSummaries(summaries: readonly ExperimentSummary[]): void {
  const kinds = new Set<string>();
  for (const { experiment, cells } of summaries) {
    if (cells.length === 0) {
      throw new InputError({
        code: "no-results",
        message: `the summary of the experiment ${quote(experiment)} has no cell`,
        remedy: "Run at least one trial before making a report.",
      });
    }
    if (kinds.has(experiment)) {
      throw new InputError({
        code: "repeated-summary",
        message: `there are two summaries of the experiment ${quote(experiment)}`,
        remedy: "Give at most one summary of each kind.",
      });
    }
    kinds.add(experiment);
  }
}
