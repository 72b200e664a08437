import { InputError, quote } from "@bagwise/core/base";
import { type ZipEntry, zipEntries } from "../zip/directory.js";
import { entryPieces } from "../zip/inflate.js";
import { readXml, type XmlHandler } from "./xml.js";

/** More sheets, styles or relations than this are a mistake: Excel has room for fewer, and all are held. */
export const MOST_PARTS = 2 ** 16;

/** The parts of a spreadsheet file. */
export interface Package {
  /** Whether there is a part of this name. */
  has(name: string): boolean;
  /** Reads a part of this name. Throws an Error if there is none, or if it is damaged. */
  read(name: string, handler: XmlHandler): Promise<void>;
  /** What a part refers to, by id: its kind (the last word of its type) and the name of the part. */
  relations(name: string): Promise<Map<string, { readonly kind: string; readonly target: string }>>;
}

/** Opens the archive. Throws an InputError if it is an old or protected file, and an Error if it is damaged. */
export function openPackage(bytes: Uint8Array, file: string): Package {
  refuseOthers(bytes, file);
  // Names of parts do not depend on case.
  const entries = new Map<string, ZipEntry>(zipEntries(bytes).map((entry) => [entry.name.toLowerCase(), entry]));
  const entryOf = (name: string) => entries.get(name.replace(/^\//, "").toLowerCase());
  if ([...entries.values()].some(({ encrypted }) => encrypted)) throw protectedFile(file);
  if (entryOf("[Content_Types].xml") === undefined)
    throw saveAsXlsx(
      entryOf("content.xml") === undefined ? "a ZIP archive, but no Excel file" : "an OpenDocument file",
      file,
    );
  if (entryOf("xl/workbook.bin") !== undefined) throw saveAsXlsx("a binary Excel file (.xlsb)", file);
  const read = async (name: string, handler: XmlHandler) => {
    const entry = entryOf(name);
    if (entry === undefined) throw new Error(`its part ${quote(name)} is missing`);
    await readXml(entryPieces(bytes, entry), handler);
  };
  return {
    has: (name) => entryOf(name) !== undefined,
    read,
    async relations(name) {
      const folder = name.slice(0, name.lastIndexOf("/") + 1);
      const part = `${folder}_rels/${name.slice(folder.length)}.rels`;
      const found = new Map<string, { kind: string; target: string }>();
      if (entryOf(part) === undefined) return found;
      await read(part, {
        open(element, attributes) {
          const id = attributes.get("Id");
          const target = attributes.get("Target");
          if (element !== "Relationship" || id === undefined || target === undefined) return;
          const kind = (attributes.get("Type") ?? "").replace(/^.*\//, "");
          found.set(id, { kind, target: resolved(folder, target) });
          if (found.size > MOST_PARTS) throw new Error("it has too many parts");
        },
      });
      return found;
    },
  };
}

/** The name of a part that another part in this folder refers to. */
function resolved(folder: string, target: string): string {
  const parts = target.startsWith("/") ? [] : folder.split("/").slice(0, -1);
  for (const part of target.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

/** Old files and protected ones are not archives: both start like this. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];

function refuseOthers(bytes: Uint8Array, file: string): void {
  if (!COMPOUND.every((byte, i) => bytes[i] === byte)) return;
  // The directory of a protected file names what it holds.
  const text = new TextDecoder("latin1").decode(bytes);
  throw text.includes([..."EncryptedPackage"].join("\0"))
    ? protectedFile(file)
    : saveAsXlsx("an old Excel file (.xls)", file);
}

function protectedFile(file: string): InputError {
  return new InputError({
    code: "protected-sheet",
    message: "the file is protected by a password",
    remedy: "Open it in Excel or LibreOffice and save it as .xlsx without a password.",
    where: { file },
  });
}

function saveAsXlsx(what: string, file: string): InputError {
  return new InputError({
    code: "other-sheet",
    message: `this is ${what}`,
    remedy: "Open it in Excel or LibreOffice and save it as .xlsx or CSV.",
    where: { file },
  });
}
