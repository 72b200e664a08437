import { type BagSet, labelReader } from "@bagwise/core/bags";
import { count, InputError, type Place, parseDecimal } from "@bagwise/core/base";
import type { ReadOptions } from "./format.js";
import { BagBuilder } from "./rows/bag-builder.js";
import { writeRow } from "./rows/cell-values.js";
import { MOST_COLUMNS, tooManyColumns } from "./rows/limits.js";
import { noInstances } from "./rows/messages.js";
import { keptFeatures, numberedFeatures } from "./rows/roles.js";
import { lines } from "./text/lines.js";
import type { Source } from "./text/source.js";

/** The number of fields that are not features: molecule, conformation, class. */
const OTHERS = 3;

/**
 * Reads the layout of the UCI Musk data, `MUSK-188,188_1+1,42,...,1.`: molecule (the bag),
 * conformation, features, class. Class 1 is positive, 0 negative unless the options name it
 * otherwise, ? unlabeled. Features are f1, f2, ...
 */
export async function fromMusk(source: Source, options: ReadOptions): Promise<BagSet> {
  const file = source.name;
  const labelCode = labelReader(withMuskLabels(options));
  let builder: BagBuilder | undefined;
  let kept: readonly number[] = [];
  let width = 0;
  for await (const { text, line } of lines(source)) {
    if (text.trim() === "") continue;
    const fields = text.split(",", MOST_COLUMNS + 1);
    if (builder === undefined) {
      if (fields.length <= OTHERS) throw ragged(fields.length, `at least ${OTHERS + 1}`, { file, line });
      if (fields.length > MOST_COLUMNS) throw tooManyColumns({ file, line });
      width = fields.length;
      const features = numberedFeatures(width - OTHERS);
      kept = keptFeatures(features, options.ignore, file);
      builder = new BagBuilder({ features: kept.map((k) => features[k]), file, options });
    }
    if (fields.length !== width) throw ragged(fields.length, String(width), { file, line });
    takeRow(fields, kept, builder, labelCode, { file, line });
  }
  if (builder !== undefined) return builder.finish();
  throw noInstances({ file });
}

function takeRow(
  fields: readonly string[],
  kept: readonly number[],
  builder: BagBuilder,
  labelCode: ReturnType<typeof labelReader>,
  where: Place,
): void {
  const bag = builder.bag(fields[0], () => ({ ...where, column: 1, field: "molecule" }));
  const atClass = () => ({ ...where, column: fields.length, field: "class" });
  builder.label(bag, labelCode(fields[fields.length - 1], atClass), atClass);
  writeRow(
    builder,
    kept.length,
    (k) => fields[kept[k] + 2],
    (k) => ({ ...where, column: kept[k] + 3, field: `f${kept[k] + 1}` }),
  );
  builder.endRow(bag, where.line);
}

/**
 * In this layout 0 means non-musk, a known negative and not unlabeled, unless you say otherwise.
 */
function withMuskLabels(options: ReadOptions): ReadOptions {
  const named = [...(options.positive ?? []), ...(options.unlabeled ?? [])];
  if (named.some((value) => parseDecimal(value.trim()) === 0)) return options;
  return { ...options, negative: [...(options.negative ?? []), "0"] };
}

function ragged(got: number, wanted: string, where: Place): InputError {
  return new InputError({
    code: "ragged",
    message: `the row has ${count(got, "field")}, not ${wanted}`,
    remedy: "Give each row a molecule, a conformation, the same number of features, and a class.",
    where,
  });
}
