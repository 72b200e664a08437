import { Command } from "commander";
import { InputError } from "../../base/errors.js";
import { version } from "../../base/version.js";
import { openAddress } from "../../node/open-file.js";
import { ENDING_SIGNALS } from "../../node/temporary-files.js";
import { serveWorkbench, USUAL_PORT } from "../../node/workbench/server.js";
import { workbenchFolder } from "../../node/workbench-folder.js";
import { wholeNumber } from "../flags/numbers.js";
import { terminal } from "../terminal.js";
import { print, printJson, say } from "../text/style.js";

const EXAMPLES = `
The page is served to this machine alone, and nothing leaves it. What you answer is
kept in the browser, for this port. Ctrl-C ends the server.

Examples:
  $ bagwise workbench                               open a file or a sample in the browser
  $ bagwise workbench papers.csv                    review this file
  $ bagwise workbench papers.csv --no-open          only print the address`;

interface WorkbenchFlags {
  readonly port?: string;
  readonly open: boolean;
  readonly json?: boolean;
}

/** `bagwise workbench [FILE]`: the whole job in the browser, without a terminal. */
export function workbenchCommand(): Command {
  return new Command("workbench")
    .description("review, train and rank in the browser, on this machine alone")
    .argument("[file]", "file of bags to open")
    .option("--port <number>", `port of the page (default: ${USUAL_PORT}, or a free one if that is taken)`)
    .option("--no-open", "do not open the browser")
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action(workbench);
}

async function workbench(file: string | undefined, { port, open, json = false }: WorkbenchFlags): Promise<void> {
  const wanted = port === undefined ? undefined : portOf(port);
  const server = await serveWorkbench({ folder: workbenchFolder(), file, port: wanted });
  // Before anything is printed: whoever reads it may end it.
  const over = ended();
  try {
    if (json) printJson({ bagwise: version, url: server.url, port: server.port, file: file ?? null });
    else print(`The workbench is at ${server.url}`, "Nothing leaves this machine. Press Ctrl-C to end it.");
    const trouble = open ? await openAddress(server.url) : undefined;
    if (trouble !== undefined) say(`Your browser did not open: ${trouble}. Open the address yourself.`);
    await over;
  } finally {
    await server.close();
  }
}

const LAST_PORT = 65_535;

function portOf(text: string): number {
  const port = wholeNumber("--port", text, 1);
  if (port <= LAST_PORT) return port;
  throw new InputError({
    code: "option",
    message: `--port is ${text}`,
    remedy: `Give a whole number from 1 to ${LAST_PORT}.`,
  });
}

/** Resolves when the user ends the program. */
async function ended(): Promise<void> {
  const { signals } = terminal();
  await new Promise<void>((resolve) => {
    const end = () => {
      for (const signal of ENDING_SIGNALS) signals.off(signal, end);
      resolve();
    };
    for (const signal of ENDING_SIGNALS) signals.once(signal, end);
  });
}
