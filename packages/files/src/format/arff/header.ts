import { InputError, type Place, parseDecimal, quote } from "@bagwise/core/base";
import { MOST_COLUMNS, tooManyColumns } from "../rows/limits.js";
import { LONGEST_LINE } from "../text/lines.js";
import { commentStart, denseFields, readToken, syntax } from "./row.js";

/** A declared attribute. A nominal attribute whose values are all numbers counts as a number. */
export interface ArffAttribute {
  readonly name: string;
  readonly kind: "number" | "text" | "relational";
  /** The declared values of a nominal attribute. */
  readonly values: ReadonlySet<string> | undefined;
  /** The value of the attribute where a sparse row leaves it out. */
  readonly ifLeftOut: string;
  /** The attributes inside a relational one; none for others. */
  readonly inside: readonly ArffAttribute[];
}

interface Open {
  readonly name: string;
  readonly line: number;
  readonly attributes: ArffAttribute[];
  readonly names: Set<string>;
}

/** Reads the lines of an ARFF header, up to and including `@data`. */
export class ArffHeader {
  readonly #file: string;
  /** The whole relation, and in it the relational attribute that is still open. */
  readonly #open: Open[] = [{ name: "", line: 0, attributes: [], names: new Set() }];

  constructor(file: string) {
    this.#file = file;
  }

  /** The attributes declared so far. */
  get attributes(): readonly ArffAttribute[] {
    return this.#open[0].attributes;
  }

  /** Takes a line and says whether it was `@data`, the end of the header. */
  line(text: string, line: number): boolean {
    const where = { file: this.#file, line };
    const said = text.slice(0, commentStart(text)).trim();
    if (said === "") return false;
    const [, keyword = "", rest = ""] = /^@(\w+)\s*(.*)$/s.exec(said) ?? [];
    switch (keyword.toLowerCase()) {
      case "relation":
        return false;
      case "attribute":
        this.#attribute(rest, where);
        return false;
      case "end":
        this.#end(readToken(rest, 0, where).text, where);
        return false;
      case "data":
        this.#check(where);
        return true;
      default:
        throw new InputError({
          code: "arff-header",
          message: `${quote(said)} is none of @relation, @attribute, @end and @data`,
          remedy: "Correct the line, or start it with % to make it a comment.",
          where,
        });
    }
  }

  /** The error for a file that ends inside its header. */
  cutOff(line: number): InputError {
    return new InputError({
      code: "arff-header",
      message: "the file ends before @data",
      remedy: "The file may be cut off: copy it or write it again.",
      where: { file: this.#file, line },
    });
  }

  #attribute(rest: string, where: Place): void {
    const { text: name, end } = readName(rest, where);
    const { attributes, names } = this.#open[this.#open.length - 1];
    if (name === "") throw syntax("an attribute has no name", where);
    if (names.has(name)) throw syntax(`the attribute ${quote(name)} is declared twice`, where);
    if (attributes.length === MOST_COLUMNS) throw tooManyColumns(where);
    names.add(name);
    const type = rest.slice(end).trim();
    const [word = ""] = /^[^\s{[]+/.exec(type) ?? [];
    const plain = { name, values: undefined, inside: [] };
    if (type.startsWith("{")) attributes.push(nominal(name, type, where));
    else if (/^(numeric|real|integer)$/i.test(word)) attributes.push({ ...plain, kind: "number", ifLeftOut: "0" });
    else if (/^(string|date)$/i.test(word)) attributes.push({ ...plain, kind: "text", ifLeftOut: "?" });
    else if (/^relational$/i.test(word) && this.#open.length === 1) {
      const open = { name, line: where.line ?? 0, attributes: [], names: new Set<string>() };
      attributes.push({ ...plain, kind: "relational", ifLeftOut: "?", inside: open.attributes });
      this.#open.push(open);
    } else throw unknownType(type, name, where);
  }

  #end(name: string, where: Place): void {
    const open = this.#open[this.#open.length - 1];
    if (this.#open.length === 2 && open.name === name) this.#open.pop();
    else throw syntax(`@end ${name} does not match an open attribute`, where);
  }

  #check(where: Place): void {
    if (this.#open.length > 1) {
      const { name, line } = this.#open[1];
      throw syntax(`the relational attribute ${quote(name)} of line ${line} has no @end`, where);
    }
    const relational = this.attributes.filter(({ kind }) => kind === "relational");
    if (relational.length > 1) throw syntax("there is more than one relational attribute", where);
  }
}

/** A name ends at a blank or at the brace of its values. */
function readName(rest: string, where: Place): { text: string; end: number } {
  if (/^['"]/.test(rest)) return readToken(rest, 0, where);
  const [text = ""] = /^[^\s{]+/.exec(rest) ?? [];
  return { text, end: text.length };
}

function nominal(name: string, type: string, where: Place): ArffAttribute {
  const end = type.lastIndexOf("}");
  if (end === -1) throw syntax(`the values of the attribute ${quote(name)} have no closing brace`, where);
  const { texts } = denseFields(type.slice(1, end).trim(), where, LONGEST_LINE);
  const numbers = texts.every((text) => parseDecimal(text) !== undefined);
  return { name, kind: numbers ? "number" : "text", values: new Set(texts), ifLeftOut: texts[0], inside: [] };
}

function unknownType(type: string, name: string, where: Place): InputError {
  const nested = /^relational/i.test(type);
  return new InputError({
    code: "arff-type",
    message: nested
      ? `a relational attribute inside another one is not supported`
      : `the attribute type ${quote(type)} is unknown`,
    remedy: "Known types are numeric, real, integer, string, date, relational and {a, b, c}.",
    where: { ...where, field: name },
  });
}
