import type { NumberTable } from "../base/packed-file.js";
import { checkKernel } from "../kernels/check-kernel.js";
import { checkInstanceKernel, type InstanceKernel } from "../kernels/instance-kernel.js";
import type { Kernel } from "../kernels/kernel.js";
import { representationFromData, representationToData } from "../kernels/representation-data.js";
import { matrix } from "../linalg/matrix.js";
import { averageFrom, averageToData } from "./average-data.js";
import { blocksFrom, blocksToData } from "./blocks/blocks-data.js";
import { forestFrom, forestToData } from "./forest/forest-data.js";
import { networkFrom, networkToData } from "./network/network-data.js";
import { column, damaged, isOwn, table, tableNumbers, tableRows } from "./own-tables.js";
import type { BagScorer, Expansion, InstanceScorer, Projection, Scorer } from "./scorer.js";
import { viewsFrom, viewsToData } from "./views-data.js";

/** A scorer as plain data: what goes into the header of a model file, and the tables of numbers. */
interface ScorerData {
  readonly header: { readonly kind: Scorer["kind"]; readonly [part: string]: unknown };
  readonly tables: readonly NumberTable[];
}

/** What the parts of a stored scorer mean. */
interface Context {
  /** That of the model card, where a scorer of bags has its kernel. */
  readonly kernel: Kernel | null;
  /** The names of the features. */
  readonly names: readonly string[];
}

type Header = Readonly<Record<string, unknown>>;
type OfKind<Kind> = Extract<Scorer, { kind: Kind }>;

// Two tables, so that a page that only stores models does not load what reads them, and the other way round.

/** How each kind of scorer is stored. */
const TO_DATA: { readonly [Kind in Scorer["kind"]]: (scorer: OfKind<Kind>) => ScorerData } = {
  bags: bagsToData,
  views: viewsToData,
  blocks: blocksToData,
  forest: forestToData,
  network: networkToData,
  average: (scorer) => averageToData(scorer, scorerToData),
  instances: instancesToData,
};

/** The scorer as plain data. The kernel of a scorer of bags is stored on the model card. */
export function scorerToData(scorer: Scorer): ScorerData {
  return (TO_DATA[scorer.kind] as (scorer: Scorer) => ScorerData)(scorer);
}

type From<S> = (header: Header, tables: readonly NumberTable[], context: Context) => S;

/** How each kind of scorer is rebuilt, with the same bits. Throws an InputError that names the wrong part. */
const FROM_DATA: { readonly [Kind in Scorer["kind"]]: From<OfKind<Kind>> } = {
  bags(header, tables, { kernel }) {
    if (kernel === null) throw damaged("the kernel is missing");
    return bagsFrom(header, tables, kernel);
  },
  views: (header, tables, { names }) => viewsFrom(header, tables, names),
  blocks: (header, tables, { names }) => blocksFrom(header, tables, names.length),
  forest: (header, tables, { names }) => forestFrom(header, tables, names.length),
  network: (header, tables, { names }) => networkFrom(header, tables, names.length),
  average: (header, tables, { names }) =>
    averageFrom(header, tables, (part, own) => {
      const kernel = part.kernel === undefined ? null : checkKernel(part.kernel);
      return scorerFromData(part, own, { kernel, names });
    }),
  instances: instancesFrom,
};

/**
 * Rebuilds the scorer from plain data, with the same bits. Throws an InputError that names the
 * wrong part.
 */
export function scorerFromData(header: unknown, tables: readonly NumberTable[], context: Context): Scorer {
  const given = header as Header;
  const from = Object.entries(FROM_DATA).find(([name]) => name === given.kind)?.[1];
  if (from === undefined) throw damaged("the type of the scorer is unknown");
  return from(given, tables, context);
}

function instancesToData({ kind, projection, score, key, topShare }: InstanceScorer): ScorerData {
  const tables = [...expansionTables("score", score), ...(key === null ? [] : expansionTables("key", key))];
  if (projection !== null) {
    tables.push(column("mean", projection.mean), table("axes", projection.axes));
  }
  const kernels = { score: score.kernel, key: key === null ? null : key.kernel };
  const top = topShare === undefined ? {} : { topShare };
  return { header: { kind, ...kernels, projected: projection !== null, ...top }, tables };
}

function instancesFrom(
  { score, key, projected, topShare }: Header,
  tables: readonly NumberTable[],
  { names }: Context,
): InstanceScorer {
  const projection = projected === true ? projectionFrom(tables, names.length) : null;
  const width = projection === null ? names.length : projection.axes.rows;
  return {
    kind: "instances",
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

/** A scorer with a kernel of bags as plain data, without the kernel itself, which is stored elsewhere. */
function bagsToData({ kind, centres, alpha, beta }: BagScorer): {
  readonly header: { readonly kind: "bags"; readonly centres: number };
  readonly tables: readonly NumberTable[];
} {
  const { bags, tables } = representationToData(centres);
  return { header: { kind, centres: bags }, tables: [column("alpha", alpha), column("beta", [beta]), ...tables] };
}

/** Rebuilds the scorer, with the same bits. Throws an InputError that names the wrong part. */
function bagsFrom(
  { centres }: Readonly<Record<string, unknown>>,
  tables: readonly NumberTable[],
  kernel: Kernel,
): BagScorer {
  const bags = Number(centres);
  return {
    kind: "bags",
    kernel,
    centres: representationFromData({ bags, tables: tables.filter((each) => !isOwn(each)) }),
    alpha: tableNumbers(tables, "alpha", bags),
    beta: tableNumbers(tables, "beta", 1)[0],
  };
}
