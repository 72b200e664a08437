#!/usr/bin/env node
import { runCli } from "./run.js";

// `bagwise convert bags.csv - | head` closes our output early. That is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

process.exitCode = await runCli(process.argv.slice(2));
