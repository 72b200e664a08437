import { type Html, html, jsonBlock, NOTHING } from "./html.js";

/** A column of a table that readers sort and search. Plain data. */
export interface SortedColumn {
  readonly name: string;
  /** One for each row, all numbers or all words; null is blank, and sorted last. */
  readonly values: readonly (string | number | null)[];
  /** How the values are written, where that is not what they are. */
  readonly shown?: readonly string[];
  /** Numbers of which the lowest are the best. The rows are in the order of these. */
  readonly lowFirst?: boolean;
  /** Words of which there are only a few, so that readers choose one to filter by. */
  readonly choices?: boolean;
  /** Long texts. */
  readonly text?: boolean;
}

interface SortedTableOptions {
  /** The caption, which screen readers also announce. */
  readonly label: string;
  /** What a row is: "bag". */
  readonly noun: string;
  /** The name of the file to download, without its ending. */
  readonly file: string;
}

/**
 * A table for `TABLE_SCRIPT`, which fills in one page of rows at a time, sorts, searches and makes
 * the CSV: a browser is slow with tens of thousands of rows. Ids are fixed, so a page has at most
 * one. Without the script there is a sentence.
 */
export function sortedTable(columns: readonly SortedColumn[], { label, noun, file }: SortedTableOptions): Html {
  const kind = ({ values, text }: SortedColumn) =>
    text ? "text" : values.some((value) => typeof value === "number") ? "number" : "word";
  const choice = columns.find(({ choices }) => choices);
  const words = [...new Set(choice?.values ?? [])].map(String).sort();
  const filter =
    choice === undefined || words.length < 2
      ? NOTHING
      : html`<label>${choice.name} <select id="table-filter"><option value="">all</option>${words.map((word) => html`<option>${word}</option>`)}</select></label>`;
  const head = columns.map(
    (column) =>
      html`<th scope="col" class="${kind(column)}"${column.lowFirst ? html` aria-sort="ascending"` : NOTHING}><button type="button" class="sort">${column.name}</button></th>`,
  );
  const data = {
    noun,
    file,
    filter: choice === undefined ? -1 : columns.indexOf(choice),
    columns: columns.map((column) => ({ ...column, kind: kind(column) })),
  };
  return html`<noscript><p class="note">This table needs JavaScript, which is turned off here.</p></noscript>
<div id="table-tools" class="tools" role="search" hidden><label>Search <input id="table-search" type="search" autocomplete="off" spellcheck="false"></label>${filter}<button type="button" id="table-csv"></button></div>
<div id="table-box" class="scroll" role="region" tabindex="0" aria-label="${label}" hidden><table id="table" class="sorted"><caption>${label}</caption>
<thead><tr>${head}</tr></thead>
<tbody></tbody></table></div>
<div id="table-pager" class="tools" hidden><button type="button" id="table-back">Previous</button><button type="button" id="table-next">Next</button><span id="table-status" role="status"></span></div>
${jsonBlock("table-data", data)}`;
}
