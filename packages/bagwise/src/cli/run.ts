import { Command, CommanderError } from "commander";
import { InputError } from "../base/errors.js";
import { version } from "../base/version.js";
import { auditCommand } from "./audit.js";
import { calibrateCommand } from "./calibrate.js";
import { convertCommand } from "./convert.js";
import { datasetsCommand } from "./datasets.js";
import { evaluateCommand } from "./evaluate.js";
import { experimentCommand } from "./experiment.js";
import { explainCommand } from "./explain.js";
import { inspectCommand } from "./inspect.js";
import { Interrupted } from "./interrupted.js";
import { predictCommand } from "./predict.js";
import { priorCommand } from "./prior.js";
import { rankCommand } from "./rank.js";
import { reportCommand } from "./report.js";
import { solveCommand } from "./solve.js";
import { synthCommand } from "./synth.js";
import { thresholdCommand } from "./threshold.js";
import { trainCommand } from "./train.js";

/** Bad input or bad use. */
const EXIT_INPUT = 2;
/** A failure of ours. */
const EXIT_FAULT = 1;
/** Ended by Ctrl-C, as shells have it. */
const EXIT_INTERRUPTED = 130;

const EXAMPLES = `
Examples:
  $ bagwise synth bags.csv --bags 300 --seed 1      make bags to play with
  $ bagwise inspect bags.csv                        what is in them, what looks wrong
  $ bagwise train bags.csv --out bags.model         learn from positive and unlabeled bags
  $ bagwise rank bags.model bags.csv --top 20       the likeliest of the others first

Every command has examples of its own: bagwise inspect --help.`;

function program(): Command {
  return new Command("bagwise")
    .description("Learn from bags when only some bags are known to be positive and none is known to be negative.")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [command]", "show help for a command")
    .addHelpText("after", EXAMPLES)
    .addCommand(inspectCommand())
    .addCommand(priorCommand())
    .addCommand(trainCommand())
    .addCommand(rankCommand())
    .addCommand(predictCommand())
    .addCommand(explainCommand())
    .addCommand(evaluateCommand())
    .addCommand(auditCommand())
    .addCommand(thresholdCommand())
    .addCommand(calibrateCommand())
    .addCommand(reportCommand())
    .addCommand(convertCommand())
    .addCommand(synthCommand())
    .addCommand(solveCommand())
    .addCommand(experimentCommand())
    .addCommand(datasetsCommand());
}

/** A command and all below it. */
function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

/**
 * Runs the command line; returns the exit code: 0 done, 2 bad input or use (one sentence on stderr), 130 ended by Ctrl-C, 1 a fault of
 * ours.
 */
export async function runCli(args: readonly string[]): Promise<number> {
  const root = program();
  for (const command of withSubcommands(root))
    command
      .exitOverride()
      .configureOutput({ outputError: (text, write) => write(`bagwise: ${text.replace(/^error: /, "")}`) });
  try {
    if (args.length === 0) {
      root.outputHelp();
      return 0;
    }
    await root.parseAsync([...args], { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_INPUT;
    if (error instanceof InputError) {
      process.stderr.write(`bagwise: ${error.message}\n`);
      return EXIT_INPUT;
    }
    if (error instanceof Interrupted) {
      process.stderr.write(`bagwise: ${error.message}\n`);
      return EXIT_INTERRUPTED;
    }
    process.stderr.write(
      `bagwise: this is a fault of bagwise, please report it with the command you typed.\n${error instanceof Error ? error.stack : String(error)}\n`,
    );
    return EXIT_FAULT;
  }
}
