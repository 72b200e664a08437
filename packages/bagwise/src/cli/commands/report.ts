import { basename, dirname, join } from "node:path";
import { Command, Option } from "commander";
import { withinFile } from "../../base/errors.js";
import { checkSeed } from "../../base/random.js";
import { version } from "../../base/version.js";
import { matchTraining } from "../../evaluation/training-match.js";
import type { Model } from "../../model/model.js";
import { loadModel } from "../../node/model-file.js";
import { openFile } from "../../node/open-file.js";
import { writeAtomically } from "../../node/write-atomically.js";
import { parseKnownPrior } from "../../prior/belief/known-prior.js";
import type { MapKind } from "../../report/model/report-data.js";
import { laterCommands, trainingCommand } from "../../report/model/reproduce.js";
import { flagOf, shellWord } from "../../report/page/shell.js";
import { wholeNumber } from "../flags/numbers.js";
import { withFlagNames } from "../flags/options.js";
import { addForceFlag, checkOutputs, type ForceFlag, outOption } from "../flags/outputs.js";
import { addReadingFlags, type ReadingFlags, readWithFlags } from "../flags/reading.js";
import { progressLine } from "../text/progress.js";
import { print, printJson, printRows, wrapped } from "../text/style.js";
import { noteLines } from "../text/training.js";

const EXAMPLES = `
Examples:
  $ bagwise report actives.model                              what the model is and how good it is, in actives.report.html
  $ bagwise report actives.model --data molecules.csv --open  with the top-ranked bags, why, and a map; opened at once
  $ bagwise report actives.model --data new.parquet --map umap --out for-anna.html
  $ bagwise report actives.model --prior 0.2                  measures if one bag in five is positive`;

const OTHER_BAGS = wrapped(
  "The model was not trained on these bags, or they were read in another way. They are ranked, explained and mapped; the measures are those of the training bags.",
);

const MAPS = ["pca", "umap", "none"] as const satisfies readonly MapKind[];

interface ReportFlags extends ReadingFlags, ForceFlag {
  readonly data?: string;
  readonly out?: string;
  readonly open?: boolean;
  readonly top: string;
  readonly map: MapKind;
  readonly title?: string;
  readonly prior?: string;
  readonly seed: string;
  readonly json?: boolean;
}

/**
 * `bagwise report MODEL`: one HTML file that says what a model is, how good it is, and why it ranks
 * bags as it does.
 */
export function reportCommand(): Command {
  const command = new Command("report")
    .description("write a report on a model as one HTML file")
    .argument("<model>", "a model file")
    .option("--data <file>", "bags to rank, explain and map, or - for standard input")
    .addOption(
      outOption("file", "file to write, or - for standard output (default: the model's name with .report.html)"),
    )
    .option("--open", "open it in your browser")
    .option("-n, --top <number>", "how many of the top-ranked bags to show", "10")
    .addOption(new Option("--map <kind>", "layout of the map of bags").choices([...MAPS]).default("pca"))
    .option("--title <text>", "title of the page")
    .option("--prior <share>", "share of positives: 0.2, or a range 0.1..0.4 (default: the model's)")
    .option("--seed <number>", "seed for resampling, the sample on the map and UMAP", "0");
  return addForceFlag(addReadingFlags(command))
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action((path: string, flags: ReportFlags) => withFlagNames(() => report(path, flags)));
}

async function report(path: string, flags: ReportFlags): Promise<void> {
  const { data, out = besideModel(path), open = false, json = false, map, title, prior, ...rest } = flags;
  const top = wholeNumber("--top", rest.top, 1);
  const seed = wholeNumber("--seed", rest.seed, 0);
  checkSeed(seed);
  // Before any file is read, so that a typing mistake shows at once.
  if (prior !== undefined) parseKnownPrior(prior);
  await checkOutputs({ "--out": { path: out, as: "report" } }, { "the model": path, "the file of bags": data }, flags);
  const model = await loadModel(path);
  const read = data === undefined ? undefined : await readWithFlags(data, rest, model);
  const match = read && (await within(data, () => matchTraining(model, read.bags)));
  const trainedOn = match?.exact ?? false;
  const commands = commandsFor(model, path, { ...flags, out, trainedOn });
  // Loaded late: drawing needs large packages.
  const { parseHTML } = await import("linkedom");
  const { modelReport } = await import("../../report/index.js");
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const progress = progressLine("report");
  const text = await within(data, () =>
    modelReport(model, {
      document,
      bags: read?.bags,
      match,
      prior,
      top,
      map,
      title,
      seed,
      onProgress: (done, total) => progress.update(done, total),
      sources: { model: path, data: data ?? null, reading: read?.notes ?? [], commands },
    }),
  ).finally(() => progress.end());
  const bytes = new TextEncoder().encode(text);
  if (out === "-") return printRows([text]);
  await writeAtomically(out, [bytes]);
  const trouble = open ? await openFile(out) : undefined;
  const notes = read?.notes ?? [];
  if (json) {
    printJson({
      bagwise: version,
      model: path,
      data: data ?? null,
      out,
      bytes: bytes.length,
      trainedOn: read === undefined ? null : trainedOn,
      opened: open && trouble === undefined,
      notes,
    });
    return;
  }
  print(
    `Report written to ${out}, a single file that needs nothing else.`,
    ...(data === undefined ? ["Add --data FILE to also show the most likely bags, why, and a map of bags."] : []),
    ...(read === undefined || trainedOn ? [] : [OTHER_BAGS]),
    ...(trouble === undefined ? [] : [`Your browser did not open: ${trouble}. Open ${out} yourself.`]),
    ...noteLines(notes),
  );
}

/** The commands that make the model and the report again, with base names instead of paths. */
function commandsFor(
  model: Model,
  path: string,
  flags: ReportFlags & { readonly out: string; readonly trainedOn: boolean },
): string[] {
  const { data, out, top, map, title, prior, seed, trainedOn } = flags;
  const reading = data === undefined ? [] : readingWords(flags);
  const names = { model: basename(path), out: basename(out), data: data === undefined ? undefined : basename(data) };
  return [
    // The same bags come from the same file, so the flags for reading it are the same.
    trainedOn
      ? [trainingCommand(model.card, { file: names.data, out: names.model }), ...reading].join(" ")
      : trainingCommand(model.card, { out: names.model }),
    ...laterCommands(model.card, { out: names.model }),
    [
      `bagwise report ${shellWord(names.model)}`,
      ...flagOf("data", names.data),
      ...reading,
      ...flagOf("out", names.out),
      ...(top === "10" ? [] : flagOf("top", top)),
      ...(map === "pca" ? [] : flagOf("map", map)),
      ...flagOf("title", title),
      ...flagOf("prior", prior),
      ...(seed === "0" ? [] : flagOf("seed", seed)),
    ].join(" "),
  ];
}

/** The flags you gave that say how to read the file. */
function readingWords(flags: ReadingFlags): string[] {
  const { format, bag, label, group, groups, ignore, header, delimiter, missing, positive, unlabeled, negative } =
    flags;
  const kept = groups === "none" ? undefined : groups;
  return [
    ...Object.entries({ format, bag, label, group, groups: kept, ignore }).flatMap(([name, value]) =>
      flagOf(name, value),
    ),
    ...(header === undefined ? [] : [header ? "--header" : "--no-header"]),
    ...flagOf("delimiter", delimiter === "\t" ? "tab" : delimiter),
    ...(missing === "error" ? [] : flagOf("missing", missing)),
    ...Object.entries({ positive, unlabeled, negative }).flatMap(([name, value]) => flagOf(name, value)),
  ];
}

/** An InputError about the bags gets the name of their file. */
async function within<Result>(file: string | undefined, work: () => Promise<Result>): Promise<Result> {
  return file === undefined ? await work() : await withinFile(file, work);
}

/** `models/actives.model` becomes `models/actives.report.html`. */
function besideModel(path: string): string {
  return join(dirname(path), `${basename(path).replace(/(?<=.)\.[^.]*$/, "")}.report.html`);
}
