import { MISSING_WAYS } from "@bagwise/core/bags";
import { checkOption, InputError, quote } from "@bagwise/core/base";
import type { NextBy, ReviewOptions } from "@bagwise/core/review";
import { FORMATS } from "@bagwise/files";
import { describeEncoders } from "@bagwise/files/encode";
import { finiteNumber, wholeNumber } from "./numbers.js";
import type { ForceFlag } from "./outputs.js";
import type { NestedFlags, ReadingFlags } from "./reading.js";

/** The flags of `bagwise review`. */
export interface ReviewFlags extends ReadingFlags, NestedFlags, ForceFlag {
  readonly answers?: string;
  readonly undo?: boolean;
  readonly number?: string;
  readonly by?: NextBy;
  readonly random?: string;
  readonly check?: string;
  readonly target?: string;
  readonly confidence?: string;
  readonly criteria?: string;
  readonly seed?: string;
  readonly session?: string;
  readonly out?: string;
  readonly export?: string;
  readonly json?: boolean;
}

/** The flags that are shares, and the options they set. */
export const SHARES = {
  random: { option: "randomShare", help: "the share of a list that is drawn at random" },
  check: { option: "checkShare", help: "the same, once hardly any positives are found" },
  target: { option: "target", help: "stop when this share of the positives is found" },
  confidence: { option: "confidence", help: "with this probability" },
} as const satisfies Record<string, { option: keyof ReviewOptions; help: string }>;

const OWN = [
  ...["answers", "undo", "number", "by", "criteria", "seed", "session", "out", "export", "json", "force"],
  ...Object.keys(SHARES),
];

/** The options that the flags set. Throws an InputError that names the flag. */
export function optionsIn(flags: ReviewFlags): Partial<ReviewOptions> & { readonly seed?: number } {
  const { number, by, seed } = flags;
  const shares = (Object.keys(SHARES) as (keyof typeof SHARES)[]).flatMap((flag) => {
    const text = flags[flag];
    return text === undefined ? [] : [[SHARES[flag].option, share(`--${flag}`, text)] as const];
  });
  return {
    ...Object.fromEntries(shares),
    ...(number !== undefined && { n: wholeNumber("--number", number, 1) }),
    ...(by !== undefined && { by }),
    ...(seed !== undefined && { seed: wholeNumber("--seed", seed, 0) }),
  };
}

function share(flag: string, text: string): number {
  const value = finiteNumber(flag, text);
  const inner = flag === "--target" || flag === "--confidence";
  if (inner ? value > 0 && value < 1 : value >= 0 && value <= 1) return value;
  const remedy = inner ? "Give a share above 0 and below 1, such as 0.95." : "Give a share from 0 to 1.";
  throw new InputError({ code: "option", message: `${flag} is ${text}`, remedy });
}

/** The flags that say how the bags are read, for the session to keep. */
export function givenReading(flags: ReviewFlags): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(flags).filter(
      ([name, value]) => value !== undefined && !OWN.includes(name) && !(name === "groups" && value === "none"),
    ),
  );
}

const isText = (value: unknown) => typeof value === "string";
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const isYesOrNo = (value: unknown) => typeof value === "boolean";
const isOne = (values: readonly string[]) => (value: unknown) => isText(value) && values.includes(String(value));

/** What a session may keep of how a file is read, besides the options of encoders. */
const READING = new Map<string, (value: unknown) => boolean>([
  ...["bag", "label", "labels", "group", "delimiter", "encoding", "sheet", "encoder", "instances"].map(
    (name) => [name, isText] as const,
  ),
  ...["ignore", "use", "show", "na", "positive", "unlabeled", "negative"].map((name) => [name, isTexts] as const),
  ...["header", "sparse"].map((name) => [name, isYesOrNo] as const),
  ["format", isOne(FORMATS.map(({ name }) => name))],
  ["missing", isOne(MISSING_WAYS)],
  ["decimal", isOne([".", ","])],
  ["groups", isOne(["auto", "none"])],
]);

/** The flags that a session keeps. Throws an InputError for what is none, because the file may have been edited. */
export function keptReading(reading: Readonly<Record<string, unknown>>): Partial<ReadingFlags & NestedFlags> {
  const described = new Map(describeEncoders().flatMap(({ options }) => options.map((each) => [each.name, each])));
  for (const [name, value] of Object.entries(reading)) {
    const option = described.get(name);
    const fits = READING.get(name);
    if (fits?.(value)) continue;
    if (fits === undefined && option !== undefined) checkOption(option, value);
    else
      throw new InputError({
        code: "review-session",
        message: `data.reading of the review has ${quote(name)} with a value that is none`,
        remedy: "Give the file that `bagwise review` wrote, or choose another name to begin a new review.",
      });
  }
  return reading;
}
