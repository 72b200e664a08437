import { count, type InputError, quote } from "@bagwise/core/base";
import { type Code, codeText } from "@bagwise/core/codes";
import { listNames } from "../rows/roles.js";
import type { ColumnTally } from "../table/understand.js";
import type { Problem, Sighting } from "./survey.js";
import type { Counted, TableTally } from "./table-tally.js";

/** A column that will be a feature, with what stands in it. */
export interface FeatureTally {
  readonly name: string;
  readonly column: number;
  readonly tally: ColumnTally;
}

/** The columns that have no role and were not left out. */
export function plainColumns({ table, roles, columns }: TableTally): FeatureTally[] {
  const taken = new Set(roles === undefined ? [] : [roles.bag, roles.label, roles.group, ...roles.ignored]);
  return table.columns.flatMap((name, column) => (taken.has(column) ? [] : [{ name, column, tally: columns[column] }]));
}

/** The columns of numbers, categories and so on, also those with values that do not fit. */
export function featureColumns(tally: TableTally): FeatureTally[] {
  return plainColumns(tally).filter((each) => {
    const { kind } = each.tally.meaning();
    return kind === "feature" || kind === "broken";
  });
}

/** All that stops reading a table: first what concerns rows and roles, then column by column. */
export function problemsOf(tally: TableTally, badRows: readonly InputError[]): Problem[] {
  return [...rowProblems(badRows), ...roleProblems(tally), ...labelProblems(tally), ...columnProblems(tally)];
}

/** Rows that do not fit the table, by code. */
function rowProblems(errors: readonly InputError[]): Problem[] {
  return [...new Set(errors.map(({ code }) => code))].map((code) => {
    const same = errors.filter((error) => error.code === code);
    const [first] = same;
    const message = `${first.complaint}${same.length === 1 ? "" : `; ${count(same.length - 1, "other row is", "other rows are")} like that`}`;
    const examples = same.slice(0, 3).map(({ where }) => ({ text: "", row: where.line ?? where.row ?? 0 }));
    return problem(code, same.length, message, { remedy: first.remedy, examples });
  });
}

function roleProblems({ table, rolesError, roles, blankBags, twoLabels, twoGroups, rows }: TableTally): Problem[] {
  const found: Problem[] = [];
  if (rolesError !== undefined) {
    const likely = roles === undefined ? "" : `; the likeliest is ${quote(table.columns[roles.bag])}`;
    found.push(problem(rolesError.code, 1, `${rolesError.complaint}${likely}`, { remedy: rolesError.remedy }));
  }
  const named = (role: number | undefined) => (role === undefined ? {} : { column: table.columns[role] });
  const told = (code: Code, { count: n, examples }: Counted, message: string, role: number | undefined) => {
    if (n > 0) found.push(problem(code, n, message, { ...named(role), examples }));
  };
  const of = count(rows, "row");
  told("empty-bag-id", blankBags, `${count(blankBags.count, "row names", "rows name")} no bag, of ${of}`, roles?.bag);
  told("two-labels", twoLabels, `${count(twoLabels.count, "bag has", "bags have")} two labels`, roles?.label);
  told("two-groups", twoGroups, `${count(twoGroups.count, "bag has", "bags have")} two groups`, roles?.group);
  return found;
}

function labelProblems({ table, roles, labelWords }: TableTally): Problem[] {
  const unknown = [...labelWords.values()].filter(({ known }) => !known);
  if (unknown.length === 0 || roles?.label === undefined) return [];
  const rows = unknown.reduce((sum, each) => sum + each.count, 0);
  const words = listNames(unknown.map(({ word }) => word));
  const message = `${count(rows, "label means", "labels mean")} neither positive, unlabeled nor negative: ${words}`;
  const examples = unknown.slice(0, 3).map(({ word: text, row }) => ({ text, row }));
  return [problem("label-value", rows, message, { column: table.columns[roles.label], examples })];
}

function columnProblems(tally: TableTally): Problem[] {
  return featureColumns(tally).flatMap(({ name: column, tally: cells }) => {
    const { missing, present, seen } = cells;
    const found: Problem[] = [];
    const meaning = cells.meaning();
    if (meaning.kind === "broken") {
      const words = listNames([...new Set(meaning.examples.map(({ text }) => text))]);
      const values = `${count(meaning.bad, "value is no number", "values are no numbers")}, of ${count(present, "value")}`;
      const mixed = notation(cells, tally.decimal);
      const message = `${values}: ${words}${mixed === undefined ? "" : ` (${mixed})`}`;
      found.push(problem("not-a-number", meaning.bad, message, { column, examples: meaning.examples }));
    }
    if (seen.infinite > 0) {
      const message = `${count(seen.infinite, "value is", "values are")} infinite`;
      found.push(problem("not-finite", seen.infinite, message, { column }));
    }
    if (missing.count > 0) {
      const share = Math.round((100 * missing.count) / (missing.count + present));
      const message = `${count(missing.count, "value is", "values are")} missing, ${share < 1 ? "under 1" : share} %`;
      const examples = missing.first === undefined ? [] : [{ text: "", row: missing.first }];
      found.push(problem("missing-value", missing.count, message, { column, examples }));
    }
    return found;
  });
}

/** How numbers of a column are written in two ways, if they are. */
function notation({ seen }: ColumnTally, decimal: "." | ","): string | undefined {
  const [usual, other] = decimal === "." ? ["point", "comma"] : ["comma", "point"];
  if (seen.otherDecimal > 0) return `${count(seen.otherDecimal, "has", "have")} a decimal ${other}, others a ${usual}`;
  if (seen.percent > 0) return `${count(seen.percent, "is a percentage", "are percentages")}`;
  return undefined;
}

/** What to do, where more is known than the catalogue says: these name options, as messages do. */
const REMEDIES: Readonly<Partial<Record<Code, string>>> = {
  "label-value": "Say what they mean: name them in one of the options positive, unlabeled and negative.",
  "not-a-number":
    "Correct them, name the words that mean a missing value in the option na, or leave the column out with the option ignore.",
  "not-finite": "Replace them, or leave the column out with the option ignore.",
  "missing-value":
    "Fill them in, or set the option missing to median (of the feature), zero (if absent means 0) or drop (leaves out the instance).",
  "empty-bag-id": "Give every row the name of its bag. Rows of totals are no instances: remove them.",
  "two-labels":
    "Give all rows of a bag the same label. If each instance has a label of its own, make it one of the bag.",
};

interface Details {
  readonly column?: string;
  readonly remedy?: string;
  readonly examples?: readonly Sighting[];
}

function problem(code: Code, n: number, message: string, { column, remedy, examples = [] }: Details): Problem {
  const text = codeText(code);
  return {
    code,
    gravity: text?.gravity ?? "error",
    ...(column === undefined ? {} : { column }),
    count: n,
    message,
    remedy: remedy ?? REMEDIES[code] ?? text?.remedy ?? "",
    examples,
  };
}

/** The problem that an error is, if nothing is known but the error. */
export function problemOfError({ code, complaint, remedy, where }: InputError): Problem {
  const row = where.line ?? where.row;
  return problem(code, 1, complaint, {
    remedy,
    ...(where.field === undefined ? {} : { column: where.field }),
    examples: row === undefined ? [] : [{ text: "", row }],
  });
}
