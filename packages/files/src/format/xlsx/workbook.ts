import { count, InputError, quote } from "@bagwise/core/base";
import { listNames } from "../rows/roles.js";
import { dateFormats } from "./date-format.js";
import { MOST_PARTS, type Package } from "./package.js";
import { textCollector } from "./text.js";

/** A sheet may refer to this many texts. */
const MOST_TEXTS = 2 ** 24;

/** A worksheet, in the order of the file. */
export interface Sheet {
  readonly name: string;
  readonly part: string;
  readonly hidden: boolean;
}

/** What the sheets of a file share. */
export interface Workbook {
  readonly sheets: readonly Sheet[];
  /** Whether dates count from 1904 instead of 1900. */
  readonly from1904: boolean;
  /** The texts that cells refer to by number. */
  readonly texts: readonly string[];
  /** Whether a cell of this style shows its number as a date. */
  isDate(style: number): boolean;
}

/** Reads all but the sheets. Throws an Error about what is damaged. */
export async function readWorkbook(parts: Package): Promise<Workbook> {
  const main = [...(await parts.relations("")).values()].find(({ kind }) => kind === "officeDocument");
  const workbook = main?.target ?? "xl/workbook.xml";
  const relations = await parts.relations(workbook);
  const sheets: Sheet[] = [];
  let from1904 = false;
  await parts.read(workbook, {
    open(element, attributes) {
      if (element === "workbookPr") from1904 = /^(?:1|true)$/.test(attributes.get("date1904") ?? "");
      if (element !== "sheet") return;
      const relation = relations.get(attributes.get("id") ?? "");
      // Sheets that hold only a chart have no cells.
      if (relation?.kind !== "worksheet") return;
      sheets.push({
        name: attributes.get("name") ?? `sheet ${sheets.length + 1}`,
        part: relation.target,
        hidden: (attributes.get("state") ?? "visible") !== "visible",
      });
      if (sheets.length > MOST_PARTS) throw new Error("it has too many sheets");
    },
  });
  const partOf = (kind: string) => {
    const target = [...relations.values()].find((relation) => relation.kind === kind)?.target;
    return target !== undefined && parts.has(target) ? target : undefined;
  };
  const texts = partOf("sharedStrings");
  const styles = partOf("styles");
  return {
    sheets,
    from1904,
    texts: texts === undefined ? [] : await readTexts(parts, texts),
    isDate: await dateFormats(parts, styles),
  };
}

async function readTexts(parts: Package, part: string): Promise<string[]> {
  const texts: string[] = [];
  const collector = textCollector();
  await parts.read(part, {
    open: collector.open,
    text: collector.text,
    close(element) {
      collector.close(element);
      if (element !== "si") return;
      if (texts.push(collector.take()) > MOST_TEXTS) throw new Error("it has too many texts");
    },
  });
  return texts;
}

/**
 * The sheet of this name, or of this number from 1; the first that is not hidden if none is wanted.
 * Throws an InputError that lists the sheets.
 */
export function chooseSheet(sheets: readonly Sheet[], wanted: string | number | undefined, file: string): Sheet {
  const sheet =
    wanted === undefined
      ? (sheets.find(({ hidden }) => !hidden) ?? sheets[0])
      : (sheets.find(({ name }) => name === wanted) ??
        sheets.find(({ name }) => name.toLowerCase() === String(wanted).trim().toLowerCase()) ??
        sheets[Number(wanted) - 1]);
  if (sheet !== undefined) return sheet;
  throw new InputError({
    code: "no-such-sheet",
    message: wanted === undefined ? "the file has no sheet with cells" : `there is no sheet ${quote(String(wanted))}`,
    remedy:
      sheets.length === 0
        ? "Give a file with a table."
        : `It has ${count(sheets.length, "sheet")}: ${listNames(sheets.map(({ name }) => name))}.`,
    where: { file },
  });
}
