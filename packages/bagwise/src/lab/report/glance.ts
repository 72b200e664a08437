import { dataTable } from "../../report/page/data-table.js";
import { type Html, html } from "../../report/page/html.js";
import { signed, three } from "../../report/page/numbers.js";
import type { Summary } from "../paper/summary.js";
import { factsOf } from "./facts.js";
import { glyph, type Ink } from "./figures/ink.js";
import { protocolTitle } from "./looks.js";

/** One row for each method and protocol: what it comes to over all cells. */
export function glance(ink: Ink, summary: Summary): Html {
  const facts = factsOf(summary);
  const several = summary.protocols.length > 1;
  const printed = facts.some(({ where }) => where !== null);
  const prior = facts.some(({ priorError }) => priorError !== undefined);
  const when = <T>(condition: boolean, ...items: T[]): T[] => (condition ? items : []);
  const head = [
    "method",
    ...when(several, "protocol"),
    "accuracy",
    "minus guess",
    "cells below guess",
    "balanced accuracy",
    "AUC",
    ...when(prior, "prior off by"),
    ...when(printed, "off the print by", "largest"),
  ];
  const rows = facts.map((each) => {
    const look = ink.look(each.method);
    return [
      html`<span class="method">${glyph(ink, look)}${look.title}</span>`,
      ...when(several, protocolTitle(each.protocol)),
      three(each.meanAccuracy),
      signed(each.meanAccuracy - each.guess),
      `${each.belowConstant} of ${each.cells}`,
      three(each.balancedAccuracy),
      three(each.auc),
      ...when(prior, each.priorError === undefined ? "" : three(each.priorError)),
      ...when(
        printed,
        each.meanAbsolute === null ? "" : three(each.meanAbsolute),
        each.where === null ? "" : signed(each.where.difference),
      ),
    ];
  });
  return html`${dataTable(head, rows, { label: "The methods at a glance", words: several ? 2 : 1 })}
<p class="note">Means over all cells. The guess is the constant one, max(prior, 1 − prior).${
    printed ? " Off the print by: the mean absolute difference to the printed table." : ""
  }</p>`;
}
