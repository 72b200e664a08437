import { count } from "@bagwise/core/base";
import { type Column, columnTable, type Html, type HtmlPart, html, plain, signed, three } from "@bagwise/report/page";
import type { Protocol } from "../../draws/draw-spec.js";
import { glyph, type Ink, protocolTitle } from "../../report/ink.js";
import type { ExperimentCell, ExperimentSummary } from "../summary.js";
import { factsOf, leaksOf } from "./facts.js";

/** The results in a few sentences; every number in them is computed from the summary. */
export function headline(ink: Ink, summary: ExperimentSummary): Html {
  const facts = factsOf(summary);
  const [main] = summary.protocols;
  const first = facts.filter(({ protocol }) => protocol === main).sort((a, b) => b.meanAccuracy - a.meanAccuracy);
  const [{ cells, guess }] = first;
  const where = summary.protocols.length > 1 ? ` in the ${protocolName(main)}` : "";
  const sentences = [
    html`Mean accuracy over ${count(cells, "cell")}${where}: ${series(
      first.map((each) => html`${methodName(ink, each)} ${three(each.meanAccuracy)}`),
    )}. The constant guess, always the more frequent answer, has ${three(guess)}.`,
    html`Cells below the constant guess, of ${cells}: ${series(
      first.map((each) => html`${methodName(ink, each)} ${each.belowConstant}`),
    )}.`,
  ];
  const printed = facts.flatMap(({ method, meanAbsolute, where }) =>
    meanAbsolute === null || where === null ? [] : [{ method, meanAbsolute, where }],
  );
  if (printed.length > 0) {
    const furthest = printed.reduce((a, b) => (Math.abs(b.where.difference) > Math.abs(a.where.difference) ? b : a));
    sentences.push(
      html`Mean absolute difference from the printed table: ${series(
        printed.map((each) => html`${methodName(ink, each)} ${three(each.meanAbsolute)}`),
      )}. The largest difference is at ${placeName(ink, furthest.where)} with ${methodName(ink, furthest)}, ${signed(furthest.where.difference)}.`,
    );
  }
  const leaks = leaksOf(summary);
  if (leaks.length > 0) {
    sentences.push(
      html`Mean accuracy without the leak: ${series(
        leaks.map((leak) => html`${methodName(ink, leak)} ${three(leak.leakFree)}`),
      )}.`,
    );
  }
  return html`${sentences.map(
    (sentence) => html`<p>${sentence}</p>
`,
  )}`;
}

/** A method's title on one line. */
export function methodName(ink: Ink, { method }: { readonly method: string }): Html {
  return html`<span class="name">${ink.look(method).title}</span>`;
}

/** A protocol in a sentence. */
export function protocolName(protocol: Protocol): string {
  return protocol === "paper" ? "paper’s protocol" : "leak-free protocol";
}

/** `Fox at prior 0.3`. */
export function placeName(ink: Ink, { dataset, prior }: Pick<ExperimentCell, "dataset" | "prior">): string {
  return `${ink.titleOf(dataset)} at prior ${plain(prior)}`;
}

/** Parts with semicolons between them: titles of methods have commas of their own. */
function series(parts: readonly HtmlPart[]): Html {
  return html`${parts.map((part, i) => (i === 0 ? part : html`; ${part}`))}`;
}

type Facts = ReturnType<typeof factsOf>[number];

/** One row for each method and protocol, with means over all cells. */
export function glance(ink: Ink, summary: ExperimentSummary): Html {
  const facts = factsOf(summary);
  const several = summary.protocols.length > 1;
  const printed = facts.some(({ where }) => where !== null);
  const prior = facts.some(({ priorError }) => priorError !== undefined);
  const when = (condition: boolean, ...columns: Column<Facts>[]) => (condition ? columns : []);
  const columns: Column<Facts>[] = [
    [
      "method",
      ({ method }) => html`<span class="method">${glyph(ink, ink.look(method))}${ink.look(method).title}</span>`,
    ],
    ...when(several, ["protocol", ({ protocol }) => protocolTitle(protocol)]),
    ["accuracy", ({ meanAccuracy }) => three(meanAccuracy)],
    ["gain over guess", ({ meanAccuracy, guess }) => signed(meanAccuracy - guess)],
    ["cells below guess", ({ belowConstant, cells }) => `${belowConstant} of ${cells}`],
    ["balanced accuracy", ({ balancedAccuracy }) => three(balancedAccuracy)],
    ["AUC", ({ auc }) => three(auc)],
    ...when(prior, ["error of prior", ({ priorError }) => (priorError === undefined ? "" : three(priorError))]),
    ...when(
      printed,
      ["from printed", ({ meanAbsolute }) => (meanAbsolute === null ? "" : three(meanAbsolute))],
      ["largest", ({ where }) => (where === null ? "" : signed(where.difference))],
    ),
  ];
  return html`${columnTable(facts, columns, { label: "The methods at a glance", words: several ? 2 : 1 })}
<p class="note">Means over all cells. The guess is the constant guess, max(prior, 1 − prior).${
    printed ? " From printed: the mean absolute difference from the printed table." : ""
  }</p>`;
}
