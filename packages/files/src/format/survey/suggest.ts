import type { InputError } from "@bagwise/core/base";
import type { ReadOptions } from "../format.js";
import { featureColumns, plainColumns } from "./problems.js";
import type { SuggestedOptions } from "./survey.js";
import type { LabelWord, TableTally } from "./table-tally.js";

/** A column with more different words among its numbers than this is better left out. */
const MOST_WORDS = 5;
/** Where more values than this share are missing, a missing one means none. */
const MOSTLY = 0.5;
/** A label column with more different words than this is none. */
const MOST_LABELS = 20;
/** Words that mean positive in many files, though not in all. */
const LIKELY_POSITIVE =
  /^(?:\+|p|hits?|cases?|toxic|spam|fraud(?:ulent)?|sick|ill|diseased?|malignant|cancer|tumou?r|flagged|reported|confirmed|known|liked?|interesting|relevant|accepted|mutagen(?:ic)?|binder|musk)$/i;

/**
 * Options that let the table be read, as far as what was counted tells. They are guesses where the
 * file leaves a choice; what was counted says so.
 */
export function suggestOptions(tally: TableTally, options: ReadOptions): SuggestedOptions {
  return {
    ...bagOption(tally),
    ...(tally.suggestedLabel !== undefined && { label: tally.suggestedLabel }),
    ...labelOptions([...tally.labelWords.values()]),
    ...valueOptions(tally, options),
  };
}

function bagOption({ rolesError, roles, table }: TableTally): SuggestedOptions {
  return rolesError?.code === "no-bag-column" && roles !== undefined ? { bag: table.columns[roles.bag] } : {};
}

/** What unknown words of the label column probably mean. */
function labelOptions(words: readonly LabelWord[]): SuggestedOptions {
  const unknown = words.filter(({ known }) => !known);
  if (unknown.length === 0 || unknown.length > MOST_LABELS) return {};
  // A list of words on the command line has commas between them.
  const listed = (each: readonly LabelWord[]) =>
    each.some(({ word }) => word.includes(",")) ? ["*"] : each.map(({ word }) => word);
  if (words.some(({ positive }) => positive)) return { unlabeled: listed(unknown) };
  const rarest = unknown.reduce((least, each) => (each.count < least.count ? each : least));
  const positive = unknown.find(({ word }) => LIKELY_POSITIVE.test(word)) ?? rarest;
  const others = unknown.filter((each) => each !== positive);
  return { positive: listed([positive]), ...(others.length > 0 && { unlabeled: listed(others) }) };
}

/** What to do with values that are missing or no numbers. */
function valueOptions(tally: TableTally, { missing, na = [], ignore = [] }: ReadOptions): SuggestedOptions {
  const words = new Set<string>();
  const left: string[] = [];
  let present = 0;
  let gaps = 0;
  for (const { name, tally: cells } of featureColumns(tally)) {
    const strange = cells.meaning().kind === "broken" ? [...cells.strange] : [];
    if (cells.seen.infinite > 0 || strange.length > MOST_WORDS || strange.some((word) => word.includes(",")))
      left.push(name);
    else {
      for (const word of strange) words.add(word);
      const bad = strange.length === 0 ? 0 : cells.present - cells.seen.number;
      present += cells.present - bad;
      gaps += cells.missing.count + bad;
    }
  }
  const way = gaps > MOSTLY * (gaps + present) ? "zero" : "median";
  return {
    ...(left.length > 0 && { ignore: [...ignore, ...left] }),
    ...(words.size > 0 && { na: [...na, ...words] }),
    ...(gaps > 0 && (missing ?? "error") === "error" && { missing: way }),
  };
}

/**
 * One more option, for an error that reading with those suggested so far ends in; undefined if no
 * option helps. A reader that takes numbers as they come may find a word late: naming the column
 * makes it look at all rows first.
 */
export function suggestRepair(
  { code, where: { field } }: InputError,
  tally: TableTally | undefined,
  { missing = "error", ignore = [], use = [], show = [], decimal, label, invalid = "error" }: ReadOptions,
): SuggestedOptions | undefined {
  if (code === "bad-molecule" && invalid === "error") return { invalid: "skip" };
  if (code === "missing-value" && missing === "error") return { missing: "median" };
  if (code === "all-missing" && field !== undefined) return { ignore: [...ignore, field] };
  const found = tally === undefined ? [] : plainColumns(tally);
  if (code === "not-a-number") {
    if (tally?.decimal === "," && decimal === undefined) return { decimal: "," };
    if (field === undefined || field === label) return undefined;
    const kind = found.find(({ name }) => name === field)?.tally.meaning().kind;
    if (kind === "feature" && !use.includes(field)) return { use: [...use, field] };
    if (kind === "text" && !show.includes(field)) return { show: [...show, field] };
  }
  const leave = code === "not-a-number" || code === "not-finite" || code === "nested-value";
  if (!leave || field === undefined || ignore.includes(field)) return undefined;
  return { ignore: [...ignore, field] };
}
