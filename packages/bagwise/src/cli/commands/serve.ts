import { readFile } from "node:fs/promises";
import { InputError, version } from "@bagwise/core/base";
import { fileError, located } from "@bagwise/engines/disk";
import { Command } from "commander";
import { loadModel } from "../../node/files/model-file.js";
import { LAST_PORT, wholeNumber } from "../flags/numbers.js";
import { workerCount } from "../flags/workers.js";
import { terminal, untilEnded } from "../terminal.js";
import { print, printJson } from "../text/output.js";

const EXAMPLES = `
Examples:
  $ bagwise serve actives.model
  $ curl -s localhost:8080/score -H 'content-type: text/csv' --data-binary @new.csv
  $ BAGWISE_TOKEN=secret bagwise serve actives.model --port 9000 --concurrency 32

It answers on this machine alone, unless --host says otherwise. /openapi.json describes it.`;

interface ServeFlags {
  readonly host: string;
  readonly port: string;
  readonly maxBody: string;
  readonly timeout: string;
  readonly concurrency: string;
  readonly workers?: string;
  readonly tokenFile?: string;
  readonly json?: boolean;
}

/** `bagwise serve MODEL`: scores bags over HTTP until it is stopped. */
export function serveCommand(): Command {
  return (
    new Command("serve")
      .description("score bags over HTTP")
      .argument("<model>", "a model file")
      .option("--host <name>", "address to listen on", "127.0.0.1")
      .option("--port <number>", "port to listen on; 0 takes a free one", "8080")
      .option("--max-body <number>", "most megabytes of a request", "10")
      .option("--timeout <number>", "most seconds for a request", "30")
      .option("--concurrency <number>", "most requests that are scored or wait for it; more are refused with 503", "16")
      // Another takes its memory, and gained nothing on two cores.
      .option("--workers <number>", "number of threads that read and score; the answers are the same", "1")
      .option(
        "--token-file <file>",
        "file with the token that clients must send (default: that in BAGWISE_TOKEN, if any)",
      )
      .option("--json", "print JSON for programs")
      .addHelpText("after", EXAMPLES)
      .action(serve)
  );
}

async function serve(path: string, flags: ServeFlags): Promise<void> {
  const port = wholeNumber("--port", flags.port, 0, LAST_PORT);
  const maxBody = 1e6 * wholeNumber("--max-body", flags.maxBody, 1);
  const timeout = 1000 * wholeNumber("--timeout", flags.timeout, 1);
  const concurrency = wholeNumber("--concurrency", flags.concurrency, 1);
  const workers = workerCount(flags.workers);
  const token = await tokenOf(flags);
  const model = await loadModel(path);
  const { serveModel } = await import("../../node/serve/serve-model.js");
  const server = await serveModel(model, { host: flags.host, port, maxBody, timeout, concurrency, token, workers });
  if (flags.json) printJson({ bagwise: version, model: path, url: server.url });
  else print(`${path} answers on ${server.url}. Stop it with Ctrl-C.`);
  await untilEnded();
  await server.close();
  if (!flags.json) print("Stopped. All requests were answered.");
}

async function tokenOf({ tokenFile }: ServeFlags): Promise<string | undefined> {
  const text =
    tokenFile === undefined
      ? terminal().env.BAGWISE_TOKEN
      : await readFile(located(tokenFile), "utf8").catch((error: unknown) => {
          throw fileError(tokenFile, error);
        });
  if (text === undefined) return undefined;
  const token = text.trim();
  if (token !== "") return token;
  throw new InputError({
    code: "option",
    message: "the token is empty, so that everyone could send it",
    remedy: "Give a token, or leave out BAGWISE_TOKEN and --token-file.",
  });
}
