import { Command } from "commander";
import { InputError } from "../base/errors.js";
import { version } from "../base/version.js";
import { loadModel } from "../node/model-file.js";
import { addReadingFlags, type ReadingFlags, readWithFlags } from "./reading.js";
import { shortScore, shortShare, textTable } from "./score-table.js";
import { print, printJson } from "./style.js";
import { withinFile } from "./within-file.js";

const EXAMPLES = `
Examples:
  $ bagwise rank actives.model new-library.parquet --top 50
  $ bagwise rank actives.model molecules.csv --all          with the bags already known to be positive
  $ bagwise rank actives.model molecules.csv --json`;

interface RankFlags extends ReadingFlags {
  readonly top: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

/** `bagwise rank MODEL FILE`: the likeliest bags first. */
export function rankCommand(): Command {
  const command = new Command("rank")
    .description("show the bags of a file, the likeliest to be positive first")
    .argument("<model>", "a model file")
    .argument("<file>", "the bags, or - for standard input");
  return addReadingFlags(command)
    .option("--top <number>", "how many to show", "20")
    .option("--all", "also rank bags already labelled positive")
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action(rank);
}

async function rank(path: string, file: string, { top, all = false, json, ...flags }: RankFlags): Promise<void> {
  const most = Number(top);
  if (!(Number.isInteger(most) && most >= 1))
    throw new InputError({ code: "option", message: `--top is ${top}`, remedy: "Give a whole number from 1 up." });
  const model = await loadModel(path);
  const { bags } = await readWithFlags(file, flags);
  const open = all ? bags : bags.filter((i) => bags.labelOf(i) !== "positive");
  if (open.size === 0)
    throw new InputError({
      code: "nothing-to-rank",
      message: "every bag is labelled positive already",
      remedy: "Rank them all the same with --all.",
      where: { file },
    });
  const ranked = (await withinFile(file, () => model.rank(open))).slice(0, most);
  if (json) {
    printJson({
      bagwise: version,
      model: path,
      file,
      ranked: open.size,
      bags: ranked.map(({ index: _, ...bag }) => bag),
    });
    return;
  }
  const rows = ranked.map(({ id, rank: place, score, label, posterior }) => [
    String(place),
    id,
    shortScore(score),
    shortShare(posterior),
    label,
  ]);
  print(
    ...textTable(["rank", "bag", "score", "probability", "label"], rows),
    "",
    `The first ${ranked.length} of ${open.size} bags${all ? "" : " that are not labelled positive"}.`,
  );
}
