import type { NumberTable } from "../base/packed-file.js";
import { isLink } from "./link.js";
import { column, damaged, tableNumbers, tableRows } from "./own-tables.js";
import type { AveragedScorer, AverageScorer, Scorer } from "./scorer.js";

/** More parts than any learner averages. */
const MOST_PARTS = 20;

/** What can be a part, by its kind. */
const AVERAGED: ReadonlySet<unknown> = new Set<AveragedScorer["kind"]>(["bags", "views", "blocks", "forest"]);

/** The prefix of the tables of a part. */
const prefixOf = (part: number) => `part-${part}.`;

/** A scorer that averages others, as plain data: the data of each, with the names of tables kept apart. */
export function averageToData(
  { kind, parts, link }: AverageScorer,
  toData: (part: AveragedScorer) => { readonly header: object; readonly tables: readonly NumberTable[] },
): {
  readonly header: { readonly kind: "average"; readonly parts: readonly object[] };
  readonly tables: NumberTable[];
} {
  const each = parts.map((part) => {
    const { header, tables } = toData(part);
    return { header: part.kind === "bags" ? { ...header, kernel: part.kernel } : header, tables };
  });
  const tables = each.flatMap((data, k) => data.tables.map((table) => ({ ...table, name: prefixOf(k) + table.name })));
  return {
    header: { kind, parts: each.map(({ header }) => header) },
    tables: [column("link.knots", link.knots), column("link.values", link.values), ...tables],
  };
}

/**
 * Rebuilds the scorer from plain data, with the same bits. Throws an InputError that names the wrong
 * part.
 */
export function averageFrom(
  { parts }: Readonly<Record<string, unknown>>,
  tables: readonly NumberTable[],
  from: (part: Readonly<Record<string, unknown>>, tables: readonly NumberTable[]) => Scorer,
): AverageScorer {
  if (!Array.isArray(parts) || parts.length === 0 || parts.length > MOST_PARTS)
    throw damaged("the parts of the average are missing");
  const knots = tableRows(tables, "link.knots");
  const link = { knots: tableNumbers(tables, "link.knots", knots), values: tableNumbers(tables, "link.values", knots) };
  if (!isLink(link)) throw damaged("the link does not increase");
  return {
    kind: "average",
    parts: parts.map((part: unknown, k) => {
      const own = tables
        .filter(({ name }) => name.startsWith(prefixOf(k)))
        .map((table) => ({ ...table, name: table.name.slice(prefixOf(k).length) }));
      const header: Readonly<Record<string, unknown>> = Object(part);
      if (!AVERAGED.has(header.kind)) throw damaged("the type of a part of the average is unknown");
      return from(header, own) as AveragedScorer;
    }),
    link,
  };
}
