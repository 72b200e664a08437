import { InputError, quote, thousands } from "@bagwise/core/base";
import type { OutputTable, OutputValue } from "../table/write-table.js";
import { decimal, textPieces } from "../text/text-pieces.js";
import { writeZip } from "../zip/write-zip.js";
import { columnName, MOST_COLUMNS, MOST_ROWS } from "./places.js";
import { escapedText } from "./text.js";

/** The most characters of a cell. */
const LONGEST_TEXT = 32_767;

/**
 * Writes a table as an Excel file with one sheet, whose first row is bold and stays in view. Texts
 * are texts, whatever they start with, so no cell becomes a formula. Numbers read back to the same
 * bits; what is not finite is the error #NUM!. Throws an InputError for what a sheet cannot hold.
 */
export function writeXlsx(table: OutputTable): AsyncGenerator<Uint8Array> {
  const parts = { ...FIXED, "xl/worksheets/sheet1.xml": sheet(table) };
  return writeZip(Object.entries(parts).map(([name, xml]) => ({ name, pieces: textPieces(xml) })));
}

function* sheet({ columns, rows }: OutputTable): Generator<string> {
  if (columns.length > MOST_COLUMNS) throw tooLarge(`${thousands(columns.length)} columns`);
  const names = columns.map((_, k) => columnName(k));
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">`;
  yield '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>';
  yield row(columns, 1, names, 1);
  let number = 1;
  for (const values of rows) {
    if (++number > MOST_ROWS) throw tooLarge(`more than ${thousands(MOST_ROWS - 1)} rows`);
    yield row(values, number, names, 0);
  }
  yield "</sheetData></worksheet>";
}

function row(values: readonly OutputValue[], number: number, names: readonly string[], style: number): string {
  const styled = style === 0 ? "" : ` s="${style}"`;
  const cells = values.map((value, k) => {
    const start = `<c r="${names[k]}${number}"${styled}`;
    if (value === null) return "";
    if (typeof value === "boolean") return `${start} t="b"><v>${value ? 1 : 0}</v></c>`;
    if (typeof value === "string") {
      if (value.length > LONGEST_TEXT)
        throw tooLarge(`a text of ${thousands(value.length)} characters, ${quote(value)}`);
      return `${start} t="inlineStr"><is><t xml:space="preserve">${escapedText(value)}</t></is></c>`;
    }
    return Number.isFinite(value) ? `${start}><v>${decimal(value)}</v></c>` : `${start} t="e"><v>#NUM!</v></c>`;
  });
  return `<row r="${number}">${cells.join("")}</row>`;
}

function tooLarge(what: string): InputError {
  return new InputError({
    code: "sheet-limit",
    message: `the table has ${what}, which does not fit into an Excel sheet`,
    remedy: "Write it as CSV, JSON Lines or Parquet: end the name in .csv, .jsonl or .parquet.",
  });
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The parts that do not depend on the table. Style 1 is bold. */
const FIXED: Readonly<Record<string, readonly string[]>> = {
  "[Content_Types].xml": [
    `${XML}<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>`,
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  ],
  "_rels/.rels": relationships(["officeDocument", "xl/workbook.xml"]),
  "xl/workbook.xml": [
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">`,
    '<sheets><sheet name="bagwise" sheetId="1" r:id="rId1"/></sheets></workbook>',
  ],
  "xl/_rels/workbook.xml.rels": relationships(["worksheet", "worksheets/sheet1.xml"], ["styles", "styles.xml"]),
  "xl/styles.xml": [
    `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>`,
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>',
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  ],
};

function relationships(...targets: readonly (readonly [kind: string, target: string])[]): string[] {
  const each = targets.map(
    ([kind, target], i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  );
  return [`${XML}<Relationships xmlns="${PACKAGE}/relationships">`, ...each, "</Relationships>"];
}
