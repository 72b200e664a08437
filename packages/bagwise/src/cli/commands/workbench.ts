import { version } from "@bagwise/core/base";
import { Command } from "commander";
import { openAddress } from "../../node/files/open-file.js";
import { serveWorkbench, USUAL_PORT } from "../../node/workbench/server.js";
import { workbenchFolder } from "../../node/workbench/workbench-folder.js";
import { LAST_PORT, wholeNumber } from "../flags/numbers.js";
import { untilEnded } from "../terminal.js";
import { print, printJson, say } from "../text/output.js";

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
  const wanted = port === undefined ? undefined : wholeNumber("--port", port, 1, LAST_PORT);
  const server = await serveWorkbench({ folder: workbenchFolder(), file, port: wanted });
  // Before anything is printed: whoever reads it may end it.
  const over = untilEnded();
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
