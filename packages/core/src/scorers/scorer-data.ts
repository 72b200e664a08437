import type { NumberTable } from "../base/packed-file.js";
import { checkInstanceKernel, type InstanceKernel } from "../kernels/instance-kernel.js";
import type { Kernel } from "../kernels/kernel.js";
import { matrix } from "../linalg/matrix.js";
import { averageFrom, averageToData } from "./average-data.js";
import { bagsFrom, bagsToData } from "./bags-data.js";
import { blocksFrom, blocksToData } from "./blocks/blocks-data.js";
import { forestFrom, forestToData } from "./forest/forest-data.js";
import { networkFrom, networkToData } from "./network/network-data.js";
import { column, damaged, table, tableNumbers, tableRows } from "./own-tables.js";
import type { Expansion, Projection, Scorer } from "./scorer.js";
import { viewsFrom, viewsToData } from "./views-data.js";

/** A scorer as plain data: what goes into the header of a model file, and the tables of numbers. */
interface ScorerData {
  readonly header: { readonly kind: Scorer["kind"]; readonly [part: string]: unknown };
  readonly tables: readonly NumberTable[];
}

/** The scorer as plain data. The kernel of a scorer of bags is stored on the model card. */
export function scorerToData(scorer: Scorer): ScorerData {
  const { kind } = scorer;
  if (kind === "bags") return bagsToData(scorer);
  if (kind === "views") return viewsToData(scorer);
  if (kind === "network") return networkToData(scorer);
  if (kind === "forest") return forestToData(scorer);
  if (kind === "average") return averageToData(scorer);
  if (kind === "blocks") return blocksToData(scorer);
  const { projection, score, key, topShare } = scorer;
  const tables = [...expansionTables("score", score), ...(key === null ? [] : expansionTables("key", key))];
  if (projection !== null) {
    tables.push(column("mean", projection.mean), table("axes", projection.axes));
  }
  const kernels = { score: score.kernel, key: key === null ? null : key.kernel };
  const top = topShare === undefined ? {} : { topShare };
  return { header: { kind, ...kernels, projected: projection !== null, ...top }, tables };
}

/**
 * Rebuilds the scorer from plain data, with the same bits. Throws an InputError that names the
 * wrong part.
 */
export function scorerFromData(
  header: unknown,
  tables: readonly NumberTable[],
  { kernel, names }: { kernel: Kernel | null; names: readonly string[] },
): Scorer {
  const features = names.length;
  const { kind, centres, score, key, projected, topShare } = header as Readonly<Record<string, unknown>>;
  if (kind === "bags") {
    if (kernel === null) throw damaged("the kernel is missing");
    return bagsFrom({ centres }, tables, kernel);
  }
  if (kind === "views") return viewsFrom(header, tables, names);
  if (kind === "network") return networkFrom(header, tables, features);
  if (kind === "forest") return forestFrom(header, tables, features);
  if (kind === "average") return averageFrom(header, tables, names);
  if (kind === "blocks") return blocksFrom(header, tables, features);
  if (kind !== "instances") throw damaged("the type of the scorer is unknown");
  const projection = projected === true ? projectionFrom(tables, features) : null;
  const width = projection === null ? features : projection.axes.rows;
  return {
    kind,
    projection,
    score: expansionFrom("score", checkInstanceKernel(score), tables, width),
    key: key === null ? null : densityFrom(checkInstanceKernel(key), tables, width),
    ...(topShare !== undefined && { topShare: shareFrom(topShare) }),
  };
}

function shareFrom(value: unknown): number {
  if (typeof value === "number" && value > 0 && value <= 1) return value;
  throw damaged("the share of the instances that give a bag its score is not between 0 and 1");
}

function expansionTables(name: string, { centres, alpha, beta }: Expansion): NumberTable[] {
  return [table(`${name}.centres`, centres), column(`${name}.alpha`, alpha), column(`${name}.beta`, [beta])];
}

function expansionFrom(name: string, kernel: InstanceKernel, tables: readonly NumberTable[], width: number): Expansion {
  const rows = tableRows(tables, `${name}.alpha`);
  const alpha = tableNumbers(tables, `${name}.alpha`, rows);
  const centres = matrix(rows, width, tableNumbers(tables, `${name}.centres`, rows * width));
  return { kernel, centres, alpha, beta: tableNumbers(tables, `${name}.beta`, 1)[0] };
}

function densityFrom(kernel: InstanceKernel, tables: readonly NumberTable[], width: number): Expansion {
  const density = expansionFrom("key", kernel, tables, width);
  if (kernel.type === "gaussian" && density.alpha.every((weight) => weight > 0)) return density;
  throw damaged("the function that chooses the key instance is not a density");
}

function projectionFrom(tables: readonly NumberTable[], features: number): Projection {
  const rows = tableRows(tables, "axes");
  const axes = matrix(rows, features, tableNumbers(tables, "axes", rows * features));
  return { mean: tableNumbers(tables, "mean", features), axes };
}
