import { FORMULA, NUMBER } from "@bagwise/files/lists";

/**
 * The only script of a page: it makes `sortedTable` work. What a file says is only ever set as
 * text, never as HTML. Cells of the CSV are safe as with --safe-csv, and a byte order mark comes
 * first if there are other letters than those of ASCII, as spreadsheets need it.
 */
export const TABLE_SCRIPT = `"use strict";
(() => {
  const at = (id) => document.getElementById("table-" + id);
  const { noun, file, filter, columns } = JSON.parse(at("data").textContent);
  const SIZE = 25;
  const size = columns[0].values.length;
  const all = Array.from({ length: size }, (_, i) => i);
  const shown = ({ values, shown }, i) => (shown ? shown[i] : values[i] === null ? "" : String(values[i]));
  const collator = new Intl.Collator("en", { numeric: true });
  const count = (n) => n.toLocaleString("en-US") + " " + noun + (n === 1 ? "" : "s");
  let hay;
  let sorted = all;
  let rows = all;
  let start = 0;

  const heads = [...document.querySelectorAll("#table th")];
  const body = document.querySelector("#table tbody");

  function draw() {
    body.replaceChildren(
      ...rows.slice(start, start + SIZE).map((i) => {
        const row = document.createElement("tr");
        columns.forEach((column, c) => {
          const cell = document.createElement(c === 0 ? "th" : "td");
          if (c === 0) cell.scope = "row";
          cell.className = column.kind;
          const box = column.kind === "number" ? cell : cell.appendChild(document.createElement("div"));
          box.textContent = shown(column, i);
          row.append(cell);
        });
        return row;
      }),
    );
    const end = Math.min(start + SIZE, rows.length);
    at("status").textContent =
      rows.length === 0
        ? "No " + noun + " matches."
        : (start + 1).toLocaleString("en-US") + " to " + end.toLocaleString("en-US") + " of " + count(rows.length);
    at("back").disabled = start === 0;
    at("next").disabled = end === rows.length;
    at("csv").textContent = "Download " + count(rows.length) + " as CSV";
    at("csv").disabled = rows.length === 0;
  }

  function search() {
    const wanted = at("search").value.trim().toLowerCase();
    const kind = at("filter") ? at("filter").value : "";
    const words = columns.filter((column) => column.kind !== "number");
    if (wanted !== "") hay ??= all.map((i) => words.map((column) => column.values[i]).join("\\n").toLowerCase());
    rows = sorted.filter(
      (i) => (wanted === "" || hay[i].includes(wanted)) && (kind === "" || columns[filter].values[i] === kind),
    );
    start = 0;
    draw();
  }

  function sort(c, down) {
    const { kind, values } = columns[c];
    const blank = (i) => values[i] === null || values[i] === "";
    const way = down ? -1 : 1;
    const order = kind === "number" ? (a, b) => a - b : collator.compare;
    sorted = all.slice().sort((i, j) => blank(i) - blank(j) || (blank(i) ? 0 : way * order(values[i], values[j])));
    heads.forEach((head, k) => {
      if (k === c) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    search();
  }

  function csv() {
    const safe = (text) => {
      const bare = text.replace(/^'+/, "");
      return ${FORMULA}.test(bare) && !${NUMBER}.test(bare) ? "'" + text : text;
    };
    const field = (value) =>
      typeof value === "number" ? String(value) : value === null ? "" : '"' + safe(value).replaceAll('"', '""') + '"';
    const lines = rows.map((i) => columns.map(({ values }) => field(values[i])).join(","));
    const text = [columns.map(({ name }) => field(name)).join(","), ...lines, ""].join("\\n");
    return (/[^\\x00-\\x7f]/.test(text) ? "\\ufeff" : "") + text;
  }

  function download() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([csv()], { type: "text/csv;charset=utf-8" }));
    link.download = file + ".csv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  function turn(pages) {
    start += pages * SIZE;
    draw();
  }

  heads.forEach((head, c) => {
    head.firstElementChild.addEventListener("click", () => {
      const before = head.getAttribute("aria-sort");
      // The best first: low ranks, high scores, words from A on.
      sort(c, before === null ? columns[c].kind === "number" && !columns[c].lowFirst : before === "ascending");
    });
  });
  at("search").addEventListener("input", search);
  if (at("filter")) at("filter").addEventListener("change", search);
  at("csv").addEventListener("click", download);
  at("back").addEventListener("click", () => turn(-1));
  at("next").addEventListener("click", () => turn(1));
  for (const id of ["tools", "box", "pager"]) at(id).hidden = false;
  draw();
})();
`;
