/** The entry @bagwise/report/page: the kit that pages are made of: HTML, tables, numbers, style. */
export { type Column, columnsOf, columnTable, dataTable } from "./data-table.js";
export { escapeHtml, factList, Html, type HtmlPart, html, NOTHING, withCode } from "./html.js";
export {
  atLeastPercent,
  atLeastShare,
  doubtText,
  priorAdviceText,
  REVIEWED,
  rankingVerdict,
  reviewThatTells,
} from "./lower-ends.js";
export {
  capital,
  duration,
  gibibytes,
  listed,
  meanAndSd,
  plain,
  sentence,
  short,
  signed,
  three,
  two,
} from "./numbers.js";
export { page } from "./page.js";
export { commandLine, flagOf, flagsOf, shellWord } from "./shell.js";
export { PALETTE } from "./style.js";
