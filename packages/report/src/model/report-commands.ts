import type { Model } from "@bagwise/core/model";
import { optionsOfEncoders } from "@bagwise/files/encode";
import { commandLine, flagOf, flagsOf } from "../page/shell.js";
import { laterCommands, trainingCommand } from "./reproduce.js";

/** What a report was made from, and with which options, as you would type them. */
export interface ReportCall {
  /** Paths or names of files; the commands name them without folders. */
  readonly model: string;
  readonly data: string | undefined;
  readonly out: string;
  /** Whether the bags are those that the model was trained on. */
  readonly trainedOn: boolean;
  /** The flags for reading that were given. See `readingWords`. */
  readonly reading: readonly string[];
  readonly top?: string | undefined;
  readonly map?: string | undefined;
  readonly title?: string | undefined;
  readonly prior?: string | undefined;
  readonly seed?: string | undefined;
}

/** The commands that make the model and the report again, with base names instead of paths. */
export function reportCommands(model: Model, call: ReportCall): string[] {
  const { top = "10", map = "pca", title, prior, seed = "0", trainedOn, reading } = call;
  const [path, out] = [lastPart(call.model), lastPart(call.out)];
  const data = call.data === undefined ? undefined : lastPart(call.data);
  return [
    // The same bags come from the same file, so it was read in the same way.
    trainedOn
      ? [trainingCommand(model.card, { file: data, out: path }), ...rolesOf(model, reading)].join(" ")
      : trainingCommand(model.card, { out: path }),
    ...laterCommands(model.card, { out: path }),
    commandLine(data === undefined ? ["report", path] : ["report", path, data], [
      ...(data === undefined ? [] : reading),
      ...flagsOf({
        out,
        top: top === "10" ? undefined : top,
        map: map === "pca" ? undefined : map,
        title,
        prior,
        seed: seed === "0" ? undefined : seed,
      }),
    ]),
  ];
}

/** The last part of a path, on any system. */
function lastPart(path: string): string {
  return path.replace(/(?<=.)[\\/]+$/, "").replace(/^.*[\\/](?=.)/, "");
}

/** Options of reading as flags. */
export function readingWords(reading: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(reading).flatMap(([name, value]) =>
    value === false ? flagOf(`no-${name}`, true) : flagOf(name, value === "\t" ? "tab" : value),
  );
}

/** The flags for reading that you gave, with those that the model remembers and you need not give. */
function rolesOf({ card: { recipe } }: Model, given: readonly string[]): string[] {
  const { bag, label, group, instances, missing, decimal } = recipe ?? {};
  const known = {
    bag,
    label,
    group,
    instances,
    ...(missing !== "error" && { missing }),
    ...(decimal !== "." && { decimal }),
    ...optionsOfEncoders(recipe?.encoders),
  };
  const words = flagsOf(known);
  const flag = (word: string) => word.split(" ", 1)[0];
  return [...given, ...words.filter((word) => !given.some((each) => flag(each) === flag(word)))];
}
