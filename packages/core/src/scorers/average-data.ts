import type { NumberTable } from "../base/packed-file.js";
import { checkKernel } from "../kernels/check-kernel.js";
import { bagsFrom, bagsToData } from "./bags-data.js";
import { blocksFrom, blocksToData } from "./blocks/blocks-data.js";
import { forestFrom, forestToData } from "./forest/forest-data.js";
import { isLink } from "./link.js";
import { column, damaged, tableNumbers, tableRows } from "./own-tables.js";
import type { AveragedScorer, AverageScorer } from "./scorer.js";
import { viewsFrom, viewsToData } from "./views-data.js";

/** More parts than any learner averages. */
const MOST_PARTS = 20;

/** The prefix of the tables of a part. */
const prefixOf = (part: number) => `part-${part}.`;

/** A scorer that averages others, as plain data: the data of each, with the names of tables kept apart. */
export function averageToData({ kind, parts, link }: AverageScorer): {
  readonly header: { readonly kind: "average"; readonly parts: readonly object[] };
  readonly tables: NumberTable[];
} {
  const each = parts.map(partToData);
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
export function averageFrom(header: unknown, tables: readonly NumberTable[], names: readonly string[]): AverageScorer {
  const { parts } = header as Readonly<Record<string, unknown>>;
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
      return partFrom(Object(part), own, names);
    }),
    link,
  };
}

function partToData(part: AveragedScorer) {
  if (part.kind === "bags") {
    const { header, tables } = bagsToData(part);
    return { header: { ...header, kernel: part.kernel }, tables };
  }
  if (part.kind === "views") return viewsToData(part);
  return part.kind === "blocks" ? blocksToData(part) : forestToData(part);
}

function partFrom(
  header: Readonly<Record<string, unknown>>,
  tables: readonly NumberTable[],
  names: readonly string[],
): AveragedScorer {
  if (header.kind === "bags") return bagsFrom(header, tables, checkKernel(header.kernel));
  if (header.kind === "views") return viewsFrom(header, tables, names);
  if (header.kind === "blocks") return blocksFrom(header, tables, names.length);
  if (header.kind === "forest") return forestFrom(header, tables, names.length);
  throw damaged("the type of a part of the average is unknown");
}
