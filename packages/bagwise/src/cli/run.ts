import { InputError, version } from "@bagwise/core/base";
import { withoutPassword } from "@bagwise/engines/addresses";
import { SIGNAL_EXITS } from "@bagwise/engines/disk";
import { Command, CommanderError, Option, type OutputConfiguration } from "commander";
import { LAB_COMMANDS } from "./experiment/index.js";
import { refuseGone } from "./gone.js";
import { Interrupted, type Screen, type Terminal, type TerminalOptions, terminal, withTerminal } from "./terminal.js";
import { say } from "./text/output.js";
import { visibleLines } from "./text/visible.js";

const LEARNER = "--learner";
const VERSION_FLAGS = ["-v", "--version"];
/** Bad input or wrong use. */
export const EXIT_INPUT = 2;
/** A bug in bagwise. */
const EXIT_FAULT = 1;
/** The width of help in characters, if the screen does not tell its own. */
const WIDTH = 80;

/**
 * The commands in the order of the help. Each is loaded on demand: starting takes less than half
 * the time of loading all.
 */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  inspect: async () => (await import("./commands/inspect.js")).inspectCommand(),
  prior: async () => (await import("./commands/prior.js")).priorCommand(),
  methods: async () => (await import("./commands/methods.js")).methodsCommand(),
  train: async () => (await import("./commands/train.js")).trainCommand(),
  rank: async () => (await import("./commands/rank.js")).rankCommand(),
  predict: async () => (await import("./commands/predict.js")).predictCommand(),
  explain: async () => (await import("./commands/explain.js")).explainCommand(),
  evaluate: async () => (await import("./commands/evaluate.js")).evaluateCommand(),
  audit: async () => (await import("./commands/audit.js")).auditCommand(),
  next: async () => (await import("./commands/next.js")).nextCommand(),
  review: async () => (await import("./commands/review.js")).reviewCommand(),
  threshold: async () => (await import("./commands/threshold.js")).thresholdCommand(),
  calibrate: async () => (await import("./commands/calibrate.js")).calibrateCommand(),
  report: async () => (await import("./commands/report.js")).reportCommand(),
  export: async () => (await import("./commands/export.js")).exportCommand(),
  serve: async () => (await import("./commands/serve.js")).serveCommand(),
  workbench: async () => (await import("./commands/workbench.js")).workbenchCommand(),
  convert: async () => (await import("./commands/convert.js")).convertCommand(),
  sample: async () => (await import("./commands/sample.js")).sampleCommand(),
  synth: async () => (await import("./commands/synth.js")).synthCommand(),
  ...LAB_COMMANDS,
  completion: async () => (await import("./commands/completion.js")).completionCommand(() => program([])),
};

/** The commands that train, or train again to judge a model, and those that show what a method says of itself. */
const WITH_LEARNERS = [
  "methods",
  "train",
  "evaluate",
  "audit",
  "next",
  "review",
  "threshold",
  "calibrate",
  "report",
  "compare",
];

const EXAMPLES = `
Examples:
  $ bagwise synth bags.csv --bags 300 --seed 1      make bags to play with
  $ bagwise inspect bags.csv                        see what is in them, and what looks wrong
  $ bagwise train bags.csv --out bags.model         learn from positive and unlabeled bags
  $ bagwise rank bags.model bags.csv --top 20       rank the others, most likely positive first

Every command has its own examples: bagwise inspect --help.`;

/**
 * The program with the command named first, with none for the version, or with all: for help, and
 * for suggestions when the name is unknown.
 */
export async function program(args: readonly string[]): Promise<Command> {
  const root = new Command("bagwise")
    .description("Learn from bags when only some bags are known to be positive and none is known to be negative.")
    .version(version, VERSION_FLAGS.join(", "), "print the version")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [command]", "show help for a command")
    .addHelpText("after", EXAMPLES);
  const [first = ""] = args;
  if (VERSION_FLAGS.includes(first)) return root;
  // Commands list the learners when they are made.
  await import("../learners.js");
  const load = Object.hasOwn(COMMANDS, first) ? [COMMANDS[first]] : Object.values(COMMANDS);
  for (const command of await Promise.all(load.map((each) => each()))) root.addCommand(command);
  for (const command of root.commands.flatMap(withSubcommands)) if (takesLearners(command)) addLearnerFlag(command);
  return root;
}

function takesLearners(command: Command): boolean {
  const { parent } = command;
  return WITH_LEARNERS.includes(command.name()) || (parent !== null && WITH_LEARNERS.includes(parent.name()));
}

/** It is read before the commands are made, because they list the learners; here it is for help. */
function addLearnerFlag(command: Command): void {
  const help = "a package, or the path of a module, that brings methods of its own; again for more";
  command.addOption(new Option(`${LEARNER} <package>`, help));
}

/** Registers the learners of the packages that the flag names; the other arguments, and what removes the learners. */
async function registerNamed(args: readonly string[]): Promise<{ rest: readonly string[]; remove(): void }> {
  const rest: string[] = [];
  const names: string[] = [];
  const takes = args.slice(0, 2).some((each) => WITH_LEARNERS.includes(each));
  for (let k = 0; k < args.length; k++) {
    if (takes && args[k] === LEARNER && k + 1 < args.length) names.push(args[++k]);
    else if (takes && args[k].startsWith(`${LEARNER}=`)) names.push(args[k].slice(LEARNER.length + 1));
    else rest.push(args[k]);
  }
  const removes: (() => void)[] = [];
  if (names.length > 0) {
    const { learnerModule, registerFrom } = await import("../node/threads/learner-modules.js");
    await import("../learners.js");
    for (const name of names) removes.push(await registerFrom(learnerModule(name)));
  }
  return {
    rest,
    remove() {
      for (const each of removes) each();
    },
  };
}

/** A command and all its subcommands. */
export function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

/** Where a run reads and prints, and who is told about errors. */
export interface RunOptions extends TerminalOptions {
  /** Gets the error behind an exit code other than 0. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Runs the command line and returns the exit code: 0 done, 2 bad input or wrong use (one sentence
 * on stderr), 130 ended by Ctrl-C (143 by TERM, 129 by HUP), 1 a bug in bagwise. The options say where it reads, prints and
 * finds files. Default: as the process does.
 */
export async function runCli(given: readonly string[], { onError, ...where }: RunOptions = {}): Promise<number> {
  // At the door, so that nothing behind it can print a password.
  const args = given.map(withoutPassword);
  return await withTerminal(where, async () => {
    let remove = () => {};
    try {
      refuseGone(args);
      const named = await registerNamed(args);
      remove = named.remove;
      const root = await program(named.rest);
      for (const command of withSubcommands(root)) command.exitOverride().configureOutput(outputOf(terminal()));
      if (args.length === 0) root.outputHelp();
      else await root.parseAsync([...named.rest], { from: "user" });
      return 0;
    } catch (error) {
      if (error instanceof CommanderError && error.exitCode === 0) return 0;
      onError?.(error);
      return exitOf(error);
    } finally {
      remove();
    }
  });
}

/** Sends what commander prints to the same streams. */
function outputOf({ stdout, stderr }: Terminal): OutputConfiguration {
  const width = ({ isTTY, columns }: Screen) => (isTTY ? columns : undefined) ?? WIDTH;
  return {
    writeOut: (text) => stdout.write(text),
    // It repeats what was typed.
    writeErr: (text) => stderr.write(visibleLines(text)),
    getOutHelpWidth: () => width(stdout),
    getErrHelpWidth: () => width(stderr),
    outputError: (text, write) => write(`bagwise: ${text.replace(/^error: /, "")}`),
  };
}

/** Prints what went wrong, unless commander has done so, and returns the exit code. */
function exitOf(error: unknown): number {
  if (error instanceof CommanderError) return EXIT_INPUT;
  if (error instanceof InputError) {
    say(`bagwise: ${error.message}`);
    return EXIT_INPUT;
  }
  if (error instanceof Interrupted) {
    say(`bagwise: ${error.message}`);
    return SIGNAL_EXITS[error.signal];
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  say("bagwise: this is a bug in bagwise. Please report it, with the command you typed.", ...trace.split("\n"));
  return EXIT_FAULT;
}
