import { located } from "@bagwise/engines/disk";
import { NOISE_WAYS, type NoiseWay } from "@bagwise/lab";
import { type Command, InvalidArgumentError, Option } from "commander";
import { dataFolders } from "../../experiment/datasets/find-data.js";
import { refuseOverwrite } from "../flags/outputs.js";
import { terminal } from "../terminal.js";

/** A range may stand for at most this many numbers. */
const LONGEST = 10_000;

/** Words with commas between them. */
export function names(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Numbers with commas between them. */
function parseNumbers(text: string): number[] {
  return text.split(",").map(parseNumber);
}

export function parseNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("It must be a number.");
  return value;
}

/** Whole numbers: `1..5` for all from 1 to 5, `1,2,9` for these, or both mixed. */
export function wholeNumbers(text: string): number[] {
  return text.split(",").flatMap((part) => {
    const range = /^\s*(\d+)\.\.(\d+)\s*$/.exec(part);
    if (range === null) return [parseNumber(part)];
    const [first, last] = [Number(range[1]), Number(range[2])];
    if (last < first) throw new InvalidArgumentError(`${part.trim()} runs backwards: write ${last}..${first}.`);
    if (last - first >= LONGEST) throw new InvalidArgumentError(`${part.trim()} is too many.`);
    return Array.from({ length: last - first + 1 }, (_, k) => first + k);
  });
}

export interface SharedFlags {
  readonly data?: string;
  readonly datasets?: string[];
  readonly methods?: string[];
  readonly priors?: number[];
  readonly trials?: number;
  readonly labeled?: number[];
  readonly unlabeled?: number;
  readonly test?: number;
  readonly noise?: NoiseWay;
  readonly workers?: number;
  readonly out?: string;
  readonly json?: boolean;
}

type SharedTexts = Readonly<
  Record<Exclude<keyof SharedFlags, "noise" | "out" | "json"> | "protocol", string> & {
    /** The defaults of `--noise` and `--out`. */
    readonly noise: string;
    readonly out: string;
  }
>;

export function addSharedFlags(command: Command, texts: SharedTexts): Command {
  const some = addDataFlags(command, texts)
    .option("--protocol <names>", texts.protocol, names)
    .option("--priors <shares>", texts.priors, parseNumbers)
    .option("--trials <number>", texts.trials, parseNumber)
    .option("--labeled <numbers>", texts.labeled, wholeNumbers)
    .option("--unlabeled <number>", texts.unlabeled, parseNumber)
    .option("--test <number>", texts.test, parseNumber)
    .addOption(
      new Option("--noise <name>", `the noise of copied bags (default: ${texts.noise})`).choices([...NOISE_WAYS]),
    );
  return addRunFlags(some, texts);
}

/** What every experiment runs on. */
export function addDataFlags(command: Command, texts: Pick<SharedTexts, "data" | "datasets" | "methods">): Command {
  return command
    .option("--data <folder>", texts.data)
    .option("--datasets <names>", texts.datasets, names)
    .option("--methods <names>", texts.methods, names);
}

/** How every experiment runs. */
export function addRunFlags(command: Command, { workers, out }: Pick<SharedTexts, "workers" | "out">): Command {
  return command
    .option("--workers <number>", workers, parseNumber)
    .option("-o, --out <folder>", `the folder for the results (default: ${out})`)
    .option("--json", "print JSON for programs");
}

interface Folders {
  readonly out: string;
  readonly data?: string | undefined;
  readonly also?: readonly string[] | undefined;
}

/**
 * The folders of an experiment for the file system. Throws an InputError when results would go where
 * data or other results are: a table could replace a data set of the same name.
 */
export async function experimentFolders({ out, data, also = [] }: Folders): Promise<Folders> {
  const places = dataFolders(data, terminal().env);
  await refuseOverwrite(
    { "--out": out },
    {
      ...Object.fromEntries(places.map((path) => [`the folder of the data, ${path}`, path])),
      ...Object.fromEntries(also.map((path) => [`${path} of --also`, path])),
    },
  );
  return {
    out: located(out),
    ...(data && { data: located(data) }),
    ...(also.length > 0 && { also: also.map(located) }),
  };
}

export const DATA_DEFAULT = "default: the folder named by BAGWISE_DATA, or data";

/** What follows the examples of every experiment. */
export const CONTINUING = `
Every finished trial is saved at once: after Ctrl-C, a crash or kill -9, run the same command again to continue. The results
are the same for any number of workers. You can ask for more trials, seeds, methods, priors or data sets later: what is done
is not run again.`;

/** Names with their help, one a line. */
export function helpList(entries: readonly { readonly name: string; readonly help: string }[], width: number): string {
  const column = Math.max(width, ...entries.map(({ name }) => name.length + 2));
  return entries.map(({ name, help }) => `\n  ${name.padEnd(column)}${help}`).join("");
}
