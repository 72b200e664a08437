import { writeZip } from "../../../src/format/zip/write-zip.js";
import { gathered } from "../table/tables.js";

/** A file with these parts; by default a sheet with these rows in an otherwise usual file. */
export function file(sheetData: string, others: Record<string, string> = {}): Promise<Uint8Array> {
  const types = "http://x/relationships";
  const parts: Record<string, string> = {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": `<Relationships><Relationship Id="a" Type="${types}/officeDocument" Target="/xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": '<workbook><sheets><sheet name="one" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="${types}/worksheet" Target="worksheets/../s.xml"/>
      <Relationship Id="r2" Type="${types}/sharedStrings" Target="t.xml"/></Relationships>`,
    "xl/s.xml": `<worksheet><sheetData>${sheetData}</sheetData></worksheet>`,
    ...others,
  };
  const encoder = new TextEncoder();
  return gathered(writeZip(Object.entries(parts).map(([name, xml]) => ({ name, pieces: [encoder.encode(xml)] }))));
}

/** A cell with a text of its own. */
export const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
