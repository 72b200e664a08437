import type { NumberTable } from "../base/packed-file.js";
import type { Views } from "../kernels/views/views.js";
import { matrix } from "../linalg/matrix.js";
import { isLink } from "./link.js";
import { column, damaged, table, tableNumbers, tableRows } from "./own-tables.js";
import type { ViewsScorer } from "./scorer.js";

/**
 * A scorer with views as plain data. Of the training bags it stores only the statistics of the centres, no
 * instances.
 */
export function viewsToData({ views, alpha, beta, link }: ViewsScorer): {
  readonly header: { readonly kind: "views"; readonly [part: string]: unknown };
  readonly tables: readonly NumberTable[];
} {
  const { scaleDirection } = views;
  const tables = [
    column("alpha", alpha),
    column("beta", [beta]),
    column("views.centre", views.centre),
    column("views.scale-mean", views.scaleMean),
    column("views.scale-all", views.scaleAll),
    ...(scaleDirection === undefined ? [] : [column("views.scale-direction", scaleDirection)]),
    column("views.weight", views.weight),
    column("views.widths", views.widths),
    table("views.centres", views.centres),
    column("link.knots", link.knots),
    column("link.values", link.values),
  ];
  // Without the mark it is a model of the first layout.
  const kind = { kind: "views", ...(scaleDirection && { unitFree: true }) } as const;
  return { header: kind, tables };
}

/**
 * Rebuilds the scorer from plain data, with the same bits. Throws an InputError that names the
 * wrong part.
 */
export function viewsFrom(header: unknown, tables: readonly NumberTable[], features: readonly string[]): ViewsScorer {
  const dimension = features.length;
  if (Object.hasOwn(Object(header), "further"))
    throw damaged("it has further kernels, which auto no longer averages with its views. Train it again");
  const bags = tableRows(tables, "alpha");
  const knots = tableRows(tables, "link.knots");
  const columns = 3 * dimension;
  const [mean, all, weighted] = positive(tables, "views.widths", 3);
  const views: Views = {
    dimension,
    centre: tableNumbers(tables, "views.centre", columns),
    scaleMean: positive(tables, "views.scale-mean", dimension),
    scaleAll: positive(tables, "views.scale-all", columns),
    scaleDirection: scaleDirectionFrom(header, tables, dimension),
    weight: tableNumbers(tables, "views.weight", columns),
    widths: [mean, all, weighted],
    centres: matrix(bags, columns, tableNumbers(tables, "views.centres", bags * columns)),
  };
  if (bags === 0) throw damaged("there are no centres");
  if (!views.weight.every((weight) => weight >= 0 && weight <= 1)) throw damaged("a weight is not between 0 and 1");
  const link = { knots: tableNumbers(tables, "link.knots", knots), values: tableNumbers(tables, "link.values", knots) };
  if (!isLink(link)) throw damaged("the link does not increase");
  return {
    kind: "views",
    views,
    alpha: tableNumbers(tables, "alpha", bags),
    beta: tableNumbers(tables, "beta", 1)[0],
    link,
  };
}

/** The divisors of the first view; undefined in models of the first layout. */
function scaleDirectionFrom(
  header: unknown,
  tables: readonly NumberTable[],
  dimension: number,
): Float64Array | undefined {
  const { unitFree } = header as Readonly<Record<string, unknown>>;
  if (unitFree === undefined) return undefined;
  const found = tableNumbers(tables, "views.scale-direction", dimension);
  if (found.every((value) => value >= 0)) return found;
  throw damaged("the table views.scale-direction has a number below 0");
}

function positive(tables: readonly NumberTable[], name: string, length: number): Float64Array {
  const found = tableNumbers(tables, name, length);
  if (found.every((value) => value > 0)) return found;
  throw damaged(`the table ${name} has a number that is not above 0`);
}
