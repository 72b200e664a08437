import type { BagSet } from "@bagwise/core/bags";
import { count, InputError, thousands, version, withinFile } from "@bagwise/core/base";
import { scoreNotes } from "@bagwise/core/judge";
import { likenessOf, NEXT_BY, NEXT_DEFAULTS, type NextBag, type NextBy, nextBags } from "@bagwise/core/review";
import type { OutputTable } from "@bagwise/files/table";
import { Command, Option } from "commander";
import { writeListFile } from "../../node/files/audit-file.js";
import { loadModel } from "../../node/files/model-file.js";
import { TABLES } from "../../node/files/own-output.js";
import { finiteNumber, wholeNumber } from "../flags/numbers.js";
import { withFlagNames } from "../flags/options.js";
import { addForceFlag, checkOutputs, type ForceFlag, outOption } from "../flags/outputs.js";
import { addReadingFlags, type ReadingFlags, readFiles, readWithFlags } from "../flags/reading.js";
import { safeCsvOption, writeTableOut } from "../flags/table-out.js";
import { print, printJson } from "../text/output.js";
import { shortScore, shortShare, textTable } from "../text/score-table.js";
import { shortText, shownColumn, shownTexts, withShown } from "../text/shown.js";
import { noteLines } from "../text/training.js";

const EXAMPLES = `
Examples:
  $ bagwise next actives.model molecules.csv                    20 bags to look at next
  $ bagwise next actives.model molecules.csv -n 50 --by teaching
  $ bagwise next actives.model molecules.csv --random 0         no random ones
  $ bagwise next actives.model molecules.csv -o next.xlsx       the list as a file

To go on in rounds, with your answers, an estimate of what is left and a word when to stop: bagwise review --help.`;

interface NextFlags extends ReadingFlags, ForceFlag {
  readonly number?: string;
  readonly by?: NextBy;
  readonly random?: string;
  readonly seed?: string;
  readonly out?: string;
  readonly safeCsv?: boolean;
  readonly json?: boolean;
}

/** `bagwise next MODEL FILE`: the bags to look at next. */
export function nextCommand(): Command {
  const { n, by, randomShare, seed } = NEXT_DEFAULTS;
  const command = new Command("next")
    .description("choose the unlabeled bags to look at next: the most likely, the least certain, or the most telling")
    .argument("<model>", "a model file")
    .argument("<file>", "file of bags, or - for standard input");
  return addForceFlag(
    addReadingFlags(command)
      .option("-n, --number <bags>", `how many bags to choose (default: ${n})`)
      .addOption(new Option("--by <choice>", `what to choose by (default: ${by})`).choices([...NEXT_BY]))
      .option("--random <share>", `the share drawn at random from all unlabeled bags (default: ${randomShare})`)
      .option("--seed <number>", `seed of the draw (default: ${seed})`)
      .addOption(outOption("file", "write the list to this file, in the format that its name ends like")),
  )
    .addOption(safeCsvOption().hideHelp())
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action((path: string, file: string, flags: NextFlags) => withFlagNames(() => next(path, file, flags)));
}

async function next(path: string, file: string, flags: NextFlags): Promise<void> {
  const { number, by = NEXT_DEFAULTS.by, random, seed: given, out, safeCsv: _always, json = false, ...reading } = flags;
  const n = number === undefined ? NEXT_DEFAULTS.n : wholeNumber("--number", number, 1);
  const randomShare = random === undefined ? NEXT_DEFAULTS.randomShare : finiteNumber("--random", random);
  if (!(randomShare >= 0 && randomShare <= 1))
    throw new InputError({
      code: "option",
      message: `--random is ${randomShare}`,
      remedy: "Give a share from 0 to 1.",
    });
  const seed = given === undefined ? NEXT_DEFAULTS.seed : wholeNumber("--seed", given, 0);
  await checkOutputs({ "--out": { path: out, as: "table" } }, readFiles(path, file, flags), flags);
  const model = await loadModel(path);
  const { bags, notes: read } = await readWithFlags(file, reading, model);
  const isOpen = (i: number) => bags.labelOf(i) === "unlabeled";
  const ranked = await withinFile(file, () => model.rank(bags, { among: isOpen, heldOut: true }));
  const places = ranked.map(({ index }) => index);
  const known = Array.from({ length: bags.size }, (_, i) => i).filter((i) => !isOpen(i));
  const likeness = by === "teaching" && places.length > 0 ? likenessOf(bags, places, known) : undefined;
  const list = await withinFile(file, () => nextBags(ranked, { n, by, randomShare, seed, likeness }));
  const place = new Map(ranked.map(({ bag, index }) => [bag, index]));
  const listed = bags.subset(list.flatMap(({ bag }) => place.get(bag) ?? []));
  const notes = [
    ...read,
    ...scoreNotes(
      model,
      listed,
      list.flatMap(({ rank }) => ranked[rank - 1]),
    ),
  ];
  const table = nextTable(list, listed);
  if (out === "-") await writeTableOut(out, table, { safe: true });
  else if (out !== undefined) await writeListFile(out, table);
  if (json) {
    const shown = (k: number) => listed.shown.length > 0 && { shown: shownTexts(listed, k) };
    const all = list.map((bag, k) => ({ ...bag, ...shown(k) }));
    printJson({
      bagwise: version,
      model: path,
      file,
      n,
      by,
      random: randomShare,
      seed,
      open: ranked.length,
      bags: all,
      notes,
    });
    return;
  }
  if (out === "-") return;
  const drawn = list.filter(({ why }) => why === "random").length;
  const chance = drawn === 0 ? "" : `, ${thousands(drawn)} of them drawn at random`;
  const said = `${count(list.length, "bag")} of ${thousands(ranked.length)} unlabeled ones${chance}`;
  print(
    ...(out === undefined ? [...screenTable(list, listed), "", `${said}.`] : [`${said}; written to ${out}.`]),
    ...noteLines(notes.filter(({ code }) => code !== "format-recognised")),
  );
}

function screenTable(list: readonly NextBag[], bags: BagSet): string[] {
  const text = shownColumn(bags, "bags");
  const names = ["bag", "why", "rank", "score", "probability", ...(text === undefined ? [] : [text])];
  const rows = list.map(({ bag, why, rank, score, probability }, k) => [
    ...[bag, why, String(rank), shortScore(score), shortShare(probability)],
    ...(text === undefined ? [] : [shortText(bags.shownOf(k, text))]),
  ]);
  return textTable(names, rows);
}

function nextTable(list: readonly NextBag[], bags: BagSet): OutputTable {
  const { columns, texts } = withShown(TABLES.next, bags, { instances: false });
  const rows = list.map(({ bag, why, rank, score, probability }, k) => [
    bag,
    why,
    rank,
    score,
    probability,
    ...texts(k),
  ]);
  return { columns, rows };
}
