import { Command, Option } from "commander";
import { InputError } from "../base/errors.js";
import type { OptionDescription } from "../base/option.js";
import { type FitContext, LEARNERS, type LearnerEntry, learnerByName } from "../learners/index.js";
import { saveModel } from "../node/model-file.js";
import { workerExecutor } from "../node/worker-executor.js";
import { writeAtomically } from "../node/write-atomically.js";
import { encodeProblem, type Problem } from "../solver/index.js";
import { addDescribedFlags, describedOptions, flagName } from "./option-flags.js";
import { progressLine } from "./progress.js";
import { addReadingFlags, type ReadingFlags, readWithFlags } from "./reading.js";
import { print, printJson } from "./style.js";
import { noteLines, trainingReport } from "./training-report.js";
import { withinFile } from "./within-file.js";

const EXAMPLES = `

Examples:
  $ bagwise train molecules.csv --out actives.model
  $ bagwise train molecules.csv --out actives.model --prior 0.3         you know the share of positives
  $ bagwise train molecules.csv --out actives.model --prior km2 --seed 7
  $ bagwise train slides.csv --out m.model --group patient              no patient in two folds
  $ bagwise train big.parquet --out m.model --landmarks 200 --workers 2
  $ bagwise train molecules.csv --out m.model --method lsdd             a baseline that scores instances
  $ bagwise train musk.csv --out m.model --kernel minimax-polynomial --scaling z-score --negatives unlabeled    the paper's setting`;

interface TrainFlags extends ReadingFlags {
  readonly out: string;
  readonly method: string;
  readonly workers?: string;
  readonly dump?: string;
  readonly json?: boolean;
}

/** `bagwise train FILE --out MODEL`: from a file of positive and unlabeled bags to a certified, saved model. */
export function trainCommand(): Command {
  const command = new Command("train")
    .description("train a classifier on positive and unlabeled bags")
    .argument("<file>", "the file, or - for standard input")
    .requiredOption("--out <model>", "the model file to write");
  addReadingFlags(command).addOption(
    new Option("--method <name>", "the learner")
      .choices(LEARNERS.map(({ description }) => description.name))
      .default(LEARNERS[0].description.name),
  );
  addDescribedFlags(command, optionsOfAll());
  return command
    .option("--workers <number>", "threads for cross-validation; the model is the same (default: 1)")
    .option("--dump <file>", "also write the training problem, for `bagwise solve` and bug reports")
    .option("--json", "print JSON for programs")
    .addHelpText("after", otherMethods() + EXAMPLES)
    .action(train);
}

/** The options of all learners, each once, as the first learner that has it describes it; those that PU-SKC has not say whose they are. */
function optionsOfAll(): OptionDescription[] {
  const [main] = LEARNERS;
  const names = new Set(LEARNERS.flatMap(({ description }) => description.options.map(({ name }) => name)));
  return Array.from(names, (name) => {
    const having = LEARNERS.filter(({ description }) => description.options.some((option) => option.name === name));
    const described = having.flatMap(({ description }) => description.options.filter((option) => option.name === name));
    const [option] = described;
    if (having[0] !== main)
      return { ...option, help: `${having.map(({ description }) => description.name).join(", ")}: ${option.help}` };
    const same = described.every((each) => each.help === option.help);
    return same ? option : { ...option, help: `${option.help}; other methods differ, see below` };
  });
}

/** What the other methods say of the options that they share with PU-SKC. */
function otherMethods(): string {
  const [main, ...others] = LEARNERS;
  const lines = others.flatMap(({ description }) => {
    const different = description.options.filter(({ name, help }) =>
      main.description.options.some((option) => option.name === name && option.help !== help),
    );
    return [
      `${description.name}: ${description.help}`,
      ...different.map(({ name, help }) => `  ${flagName(name).padEnd(12)} ${help}`),
    ];
  });
  return `\nOther methods:\n${lines.map((line) => `  ${line}`).join("\n")}`;
}

async function train(file: string, { out, method, workers, dump, json, ...flags }: TrainFlags): Promise<void> {
  const entry = learnerByName(method);
  refuseOthers(entry, flags);
  const learner = entry.create(describedOptions(entry.description.options, flags));
  const threads = workerCount(workers);
  const { bags, notes } = await readWithFlags(file, flags);
  let problem: Problem | undefined;
  const progress = progressLine("training");
  const pool = threads > 1 ? workerExecutor(threads) : undefined;
  const context: FitContext = {
    execute: pool?.execute,
    onProgress: ({ done, total }) => progress.update(done, total),
    onProblem: (found) => {
      problem = found;
    },
  };
  const model = await withinFile(file, () => learner.fit(bags, context)).finally(async () => {
    progress.end();
    await pool?.close();
  });
  if (dump !== undefined && problem !== undefined) await writeAtomically(dump, [encodeProblem(problem)]);
  const bytes = await saveModel(model, out);
  const { card } = model;
  if (json) printJson({ ...card, model: out, bytes, notes: [...notes, ...card.notes] });
  else
    print(
      ...trainingReport(bags, card, entry.description.title),
      ...noteLines([...notes, ...card.notes]),
      "",
      `Model written to ${out} (${Math.ceil(bytes / 1024)} KB).`,
      `Next: bagwise rank ${out} ${file} --top 20   (the likeliest first)`,
      `      bagwise predict ${out} NEW-FILE        (score, answer and probability of each bag)`,
    );
}

/** An option of another method would change nothing, and whoever gives it thinks that it does. */
function refuseOthers({ description }: LearnerEntry, flags: object): void {
  const own = new Set(description.options.map(({ name }) => name));
  const others = new Set(LEARNERS.flatMap((each) => each.description.options.map(({ name }) => name)));
  const given = Object.entries(flags).find(
    ([name, value]) => value !== undefined && others.has(name) && !own.has(name),
  );
  if (given === undefined) return;
  throw new InputError({
    code: "option",
    message: `the method ${description.name} has no option ${flagName(given[0])}`,
    remedy: "Leave it out, or choose a method that has it: bagwise train --help says which.",
  });
}

function workerCount(text: string | undefined): number {
  const number = text === undefined ? 1 : Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= 64) return number;
  throw new InputError({
    code: "option",
    message: `the number of workers is ${text}`,
    remedy: "Give a whole number from 1 to 64.",
  });
}
