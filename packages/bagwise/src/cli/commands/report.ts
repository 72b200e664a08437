import { basename, dirname, join } from "node:path";
import type { BagSet } from "@bagwise/core/bags";
import { checkSeed, InputError, version, withinFile } from "@bagwise/core/base";
import { matchTraining } from "@bagwise/core/judge";
import { parseKnownPrior } from "@bagwise/core/prior";
import { writeAtomically } from "@bagwise/engines/disk";
import { type MapKind, type PictureOf, reportCommands } from "@bagwise/report";
import { flagOf } from "@bagwise/report/page";
import { Command, Option } from "commander";
import { loadModel } from "../../node/files/model-file.js";
import { openFile } from "../../node/files/open-file.js";
import { wholeNumber } from "../flags/numbers.js";
import { withFlagNames } from "../flags/options.js";
import { addForceFlag, checkOutputs, type ForceFlag, outOption } from "../flags/outputs.js";
import { addReadingFlags, type ReadingFlags, readFiles, readWithFlags } from "../flags/reading.js";
import { workersOrCores } from "../flags/workers.js";
import { knowWithProgress, SCORING_WORKERS_HELP } from "../text/know-with-progress.js";
import { print, printJson, printRows, wrapped } from "../text/output.js";
import { progressLine } from "../text/progress.js";
import { noteLines } from "../text/training.js";

const EXAMPLES = `
Examples:
  $ bagwise report actives.model                        what the model is and how good it is, in actives.report.html
  $ bagwise report actives.model molecules.csv --open   with the top-ranked bags, why, and a map; opened at once
  $ bagwise report actives.model new.parquet --map umap -o for-anna.html
  $ bagwise report actives.model --prior 0.2            measures if one bag in five is positive`;

const OTHER_BAGS = wrapped(
  "The model was not trained on these bags, or they were read in another way. They are ranked, explained and mapped; the measures are those of the training bags.",
);

const MAPS = ["pca", "umap", "none"] as const satisfies readonly MapKind[];

interface ReportFlags extends ReadingFlags, ForceFlag {
  readonly data?: string | undefined;
  readonly out?: string;
  readonly open?: boolean;
  readonly top: string;
  readonly map: MapKind;
  readonly title?: string;
  readonly prior?: string;
  readonly seed: string;
  readonly workers?: string;
  readonly json?: boolean;
}

/**
 * `bagwise report MODEL [FILE]`: one HTML file that says what a model is, how good it is, and why it ranks
 * bags as it does.
 */
export function reportCommand(): Command {
  const command = new Command("report")
    .description("write a report on a model as one HTML file")
    .argument("<model>", "a model file")
    .argument("[file]", "bags to rank, explain and map, or - for standard input")
    .addOption(
      outOption("file", "file to write, or - for standard output (default: the model's name with .report.html)"),
    )
    .option("--open", "open it in your browser")
    .option("-n, --top <number>", "how many of the top-ranked bags to show", "10")
    .addOption(new Option("--map <kind>", "layout of the map of bags").choices([...MAPS]).default("pca"))
    .option("--title <text>", "title of the page")
    .option("--prior <share>", "share of positives: 0.2, or a range 0.1..0.4 (default: the model's)")
    .option("--seed <number>", "seed for resampling, the sample on the map and UMAP", "0");
  const own = new Set(command.options);
  addReadingFlags(command);
  const reading = command.options.filter((option) => !own.has(option));
  return (
    addForceFlag(command)
      // How the file was given at first.
      .addOption(new Option("--data <file>", "the same as FILE").hideHelp())
      .option("--workers <number>", SCORING_WORKERS_HELP)
      .option("--json", "print JSON for programs")
      .addHelpText("after", EXAMPLES)
      .action((path: string, file: string | undefined, flags: ReportFlags) =>
        withFlagNames(() => report(path, fileOf(file, flags), flags, wordsGiven(command, reading))),
      )
  );
}

/** The file of bags, given in either way. */
function fileOf(file: string | undefined, { data }: ReportFlags): string | undefined {
  if (file !== undefined && data !== undefined)
    throw new InputError({
      code: "option",
      message: "the file of bags was given twice, after the model and with --data",
      remedy: "Leave --data out.",
    });
  return file ?? data;
}

/** The flags among these that you gave, as you would type them. */
function wordsGiven(command: Command, options: readonly Option[]): string[] {
  return options.flatMap((option) => {
    const name = option.attributeName();
    const value = command.getOptionValue(name);
    if (command.getOptionValueSource(name) !== "cli" || option.negate === (value !== false)) return [];
    if (option.negate) return [String(option.long)];
    return flagOf(name, value === "\t" ? "tab" : value);
  });
}

async function report(
  path: string,
  data: string | undefined,
  flags: ReportFlags,
  reading: readonly string[],
): Promise<void> {
  const { data: _, out = besideModel(path), open = false, json = false, map, title, prior, ...others } = flags;
  const { workers: asked, ...rest } = others;
  const workers = workersOrCores(asked);
  const top = wholeNumber("--top", rest.top, 1);
  const seed = wholeNumber("--seed", rest.seed, 0);
  checkSeed(seed);
  // Before any file is read, so that a typing mistake shows at once.
  if (prior !== undefined) parseKnownPrior(prior);
  await checkOutputs({ "--out": { path: out, as: "report" } }, readFiles(path, data, flags), flags);
  const model = await loadModel(path);
  const read = data === undefined ? undefined : await readWithFlags(data, rest, model);
  const match = read && (await within(data, () => matchTraining(model, read.bags)));
  const trainedOn = match?.exact ?? false;
  const commands = reportCommands(model, { ...flags, model: path, data, out, trainedOn, reading });
  // Loaded late: drawing needs large packages.
  const { parseHTML } = await import("linkedom");
  const { modelReport } = await import("../../entries/report.js");
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const pictureOf = read && data !== undefined ? await pictures(read.bags, data) : undefined;
  const progress = progressLine("report");
  const knowing =
    read === undefined || data === undefined ? model : await knowWithProgress(model, read.bags, data, workers);
  const text = await within(data, () =>
    modelReport(knowing, {
      document,
      bags: read?.bags,
      match,
      pictureOf,
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
    ...(data === undefined
      ? [`Give a file of bags too, to see the most likely bags, why, and a map: bagwise report ${path} FILE`]
      : []),
    ...(read === undefined || trainedOn ? [] : [OTHER_BAGS]),
    ...(trouble === undefined ? [] : [`Your browser did not open: ${trouble}. Open ${out} yourself.`]),
    ...noteLines(notes),
  );
}

/** What draws the bags, if they are things that can be drawn. */
async function pictures(bags: BagSet, data: string): Promise<PictureOf | undefined> {
  if (!bags.recipe?.encoders?.some(({ type }) => type === "photo")) return undefined;
  return await (await import("../../node/raw/photos/photo-pictures.js")).photoPictures(bags, data);
}

/** An InputError about the bags gets the name of their file. */
async function within<Result>(file: string | undefined, work: () => Promise<Result>): Promise<Result> {
  return file === undefined ? await work() : await withinFile(file, work);
}

/** `models/actives.model` becomes `models/actives.report.html`. */
function besideModel(path: string): string {
  return join(dirname(path), `${basename(path).replace(/(?<=.)\.[^.]*$/, "")}.report.html`);
}
