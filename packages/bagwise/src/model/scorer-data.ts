import { InputError } from "../base/errors.js";
import type { NumberTable } from "../base/packed-file.js";
import {
  checkInstanceKernel,
  type InstanceKernel,
  type Kernel,
  representationFromData,
  representationToData,
} from "../kernels/index.js";
import { matrix } from "../linalg/index.js";
import type { Expansion, Projection, Scorer } from "./scorer.js";

/** Tables that are not of the centres of a kernel of bags start so. */
const OWN = "model.";

/** Whether a table is not one of the centres of a kernel of bags. */
export function isOwn({ name }: NumberTable): boolean {
  return name.startsWith(OWN);
}

/** A scorer as plain data: what goes into the header of a model file, and the numbers. */
export interface ScorerData {
  /** The oldest layout that can hold it: 1 for scorers of bags, 2 for scorers of instances. */
  readonly layout: 1 | 2;
  readonly header: Readonly<Record<string, unknown>>;
  readonly tables: readonly NumberTable[];
}

/** The scorer as plain data. */
export function scorerToData(scorer: Scorer): ScorerData {
  if (scorer.kind === "bags") {
    const { bags, tables } = representationToData(scorer.centres);
    // A file of layout 1 has the kernel on its card.
    const header = { centres: bags };
    return { layout: 1, header, tables: [column("alpha", scorer.alpha), column("beta", [scorer.beta]), ...tables] };
  }
  const { projection, score, key } = scorer;
  const tables = [...expansionTables("score", score), ...(key === null ? [] : expansionTables("key", key))];
  if (projection !== null) {
    const { rows, cols, data } = projection.axes;
    tables.push(column("mean", projection.mean), { name: `${OWN}axes`, rows, columns: cols, data });
  }
  const kernels = { score: score.kernel, key: key === null ? null : key.kernel };
  return { layout: 2, header: { scorer: { kind: "instances", ...kernels, projected: projection !== null } }, tables };
}

/** The scorer back from plain data, with the same bits. An InputError says which part does not fit. */
export function scorerFromData(
  header: Readonly<Record<string, unknown>>,
  tables: readonly NumberTable[],
  { kernel, features }: { kernel: Kernel | null; features: number },
): Scorer {
  if (header.scorer === undefined) {
    if (kernel === null) throw damaged("the kernel is missing");
    const bags = Number(header.centres);
    const centres = representationFromData({ bags, tables: tables.filter((table) => !isOwn(table)) });
    return {
      kind: "bags",
      kernel,
      centres,
      alpha: numbers(tables, "alpha", bags),
      beta: numbers(tables, "beta", 1)[0],
    };
  }
  const { score, key, projected } = header.scorer as { score: unknown; key: unknown; projected: unknown };
  const projection = projected === true ? projectionFrom(tables, features) : null;
  const width = projection === null ? features : projection.axes.rows;
  return {
    kind: "instances",
    projection,
    score: expansionFrom("score", checkInstanceKernel(score), tables, width),
    key: key === null ? null : densityFrom(checkInstanceKernel(key), tables, width),
  };
}

/** The numbers of the table of that name, which are so many and all finite. */
export function numbers(tables: readonly NumberTable[], name: string, length: number): Float64Array {
  const found = tables.find((table) => table.name === OWN + name)?.data;
  if (found?.length === length && found.every(Number.isFinite)) return found;
  throw damaged(`the table ${name} does not have ${length} finite numbers`);
}

/** A table with one column. */
export function column(name: string, values: ArrayLike<number>): NumberTable {
  return { name: OWN + name, rows: values.length, columns: 1, data: Float64Array.from(values) };
}

export function damaged(message: string): InputError {
  return new InputError({ code: "damaged", message, remedy: "Copy the file again, or train the model anew." });
}

function expansionTables(name: string, { centres, alpha, beta }: Expansion): NumberTable[] {
  const { rows, cols, data } = centres;
  return [
    { name: `${OWN}${name}.centres`, rows, columns: cols, data },
    column(`${name}.alpha`, alpha),
    column(`${name}.beta`, [beta]),
  ];
}

function expansionFrom(name: string, kernel: InstanceKernel, tables: readonly NumberTable[], width: number): Expansion {
  const rows = tables.find((table) => table.name === `${OWN}${name}.alpha`)?.rows ?? 0;
  const alpha = numbers(tables, `${name}.alpha`, rows);
  const centres = matrix(rows, width, numbers(tables, `${name}.centres`, rows * width));
  return { kernel, centres, alpha, beta: numbers(tables, `${name}.beta`, 1)[0] };
}

function densityFrom(kernel: InstanceKernel, tables: readonly NumberTable[], width: number): Expansion {
  const density = expansionFrom("key", kernel, tables, width);
  if (kernel.type === "gaussian" && density.alpha.every((weight) => weight > 0)) return density;
  throw damaged("what chooses the key instance is no density");
}

function projectionFrom(tables: readonly NumberTable[], features: number): Projection {
  const rows = tables.find((table) => table.name === `${OWN}axes`)?.rows ?? 0;
  const axes = matrix(rows, features, numbers(tables, "axes", rows * features));
  return { mean: numbers(tables, "mean", features), axes };
}
