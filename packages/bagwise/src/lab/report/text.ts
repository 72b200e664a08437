import { count } from "../../base/errors.js";
import { type Html, html, type Part } from "../../report/page/html.js";
import { plain, signed, three } from "../../report/page/numbers.js";
import type { Protocol } from "../data/protocol.js";
import type { Cell, Summary } from "../paper/summary.js";
import { factsOf, leaksOf } from "./facts.js";
import type { Ink } from "./figures/ink.js";

/** What came out, in a few plain sentences; every figure in them is computed from the summary. */
export function headline(ink: Ink, summary: Summary): Html {
  const facts = factsOf(summary);
  const [main] = summary.protocols;
  const first = facts.filter(({ protocol }) => protocol === main).sort((a, b) => b.meanAccuracy - a.meanAccuracy);
  const [{ cells, guess }] = first;
  const where = summary.protocols.length > 1 ? ` in the ${protocolName(main)}` : "";
  const sentences = [
    html`Mean accuracy over ${count(cells, "cell")}${where}: ${series(
      first.map((each) => html`${methodName(ink, each)} ${three(each.meanAccuracy)}`),
    )}. Always giving the more frequent answer gets ${three(guess)}.`,
    html`Below that constant guess: ${series(
      first.map((each) => html`${methodName(ink, each)} in ${each.belowConstant}`),
    )} of ${count(cells, "cell")}.`,
  ];
  const printed = facts.flatMap(({ method, meanAbsolute, where }) =>
    meanAbsolute === null || where === null ? [] : [{ method, meanAbsolute, where }],
  );
  if (printed.length > 0) {
    const furthest = printed.reduce((a, b) => (Math.abs(b.where.difference) > Math.abs(a.where.difference) ? b : a));
    sentences.push(
      html`Mean absolute difference to the printed table: ${series(
        printed.map((each) => html`${methodName(ink, each)} ${three(each.meanAbsolute)}`),
      )}. The cell furthest off is ${placeName(ink, furthest.where)} with ${methodName(ink, furthest)}, ${signed(furthest.where.difference)}.`,
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
export function placeName(ink: Ink, { dataset, prior }: Pick<Cell, "dataset" | "prior">): string {
  return `${ink.titleOf(dataset)} at prior ${plain(prior)}`;
}

/** Parts with semicolons between them: titles of methods have commas of their own. */
function series(parts: readonly Part[]): Html {
  return html`${parts.map((part, i) => (i === 0 ? part : html`; ${part}`))}`;
}
