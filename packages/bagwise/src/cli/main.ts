#!/usr/bin/env node
import { InputError } from "@bagwise/core/base";
import { fileError, removeTemporariesAtEnd } from "@bagwise/engines/disk";
import { EXIT_INPUT, runCli } from "./run.js";
import { say } from "./text/output.js";

// `bagwise convert bags.csv - | head` closes our output early. That is not an error; a full disk is.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  const known = fileError("standard output", error);
  if (!(known instanceof InputError)) throw error;
  say(`bagwise: ${known.message}`);
  process.exit(EXIT_INPUT);
});
// Nobody is left to tell.
process.stderr.on("error", () => undefined);

removeTemporariesAtEnd();
process.exitCode = await runCli(process.argv.slice(2));
