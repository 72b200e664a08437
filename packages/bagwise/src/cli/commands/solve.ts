import { Command } from "commander";
import { InputError, thousands } from "../../base/errors.js";
import { version } from "../../base/version.js";
import { readBytes } from "../../node/model-file.js";
import { decodeProblem } from "../../solver/dump.js";
import { prepare } from "../../solver/prepare.js";
import { solve } from "../../solver/solve.js";
import { print, printJson } from "../text/style.js";

const EXAMPLES = `
Examples:
  $ bagwise train bags.csv --out m.model --dump hard.problem
  $ bagwise solve hard.problem
  $ bagwise solve hard.problem --tolerance 1e-10 --json`;

/** `bagwise solve PROBLEM`: solves a dumped training problem again, for bug reports. */
export function solveCommand(): Command {
  return new Command("solve")
    .description("solve a training problem written by `train --dump`, and show its certificate")
    .argument("<problem>", "problem file")
    .option("--tolerance <number>", "target for the relative duality gap", "1e-12")
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action(run);
}

async function run(path: string, { tolerance: text, json }: { tolerance: string; json?: boolean }): Promise<void> {
  const tolerance = Number(text);
  if (!(tolerance > 0))
    throw new InputError({ code: "option", message: `the tolerance is ${text}`, remedy: "Give a number above 0." });
  const { phiP, phiU, prior, weights, lambda, loss } = decodeProblem(await readBytes(path), { name: path });
  const {
    alpha: _,
    dual: __,
    ...solution
  } = solve(prepare(phiP, phiU, { prior, weights }), {
    lambda,
    loss,
    tolerance,
  });
  const size = { positive: phiP.rows, unlabeled: phiU.rows, centres: phiU.cols, weighted: weights !== undefined };
  if (json) printJson({ bagwise: version, problem: path, ...size, prior, lambda, loss, ...solution });
  else {
    print(
      `${thousands(size.positive)} positive and ${thousands(size.unlabeled)} ${size.weighted ? "weighted" : "unlabeled"} bags, ${thousands(size.centres)} centres, prior ${prior}, lambda ${lambda}, ${loss} loss`,
      `${solution.status}: relative duality gap ${solution.relativeGap.toExponential(2)} after ${solution.iterations} iterations`,
      `primal objective ${solution.primalObjective}, dual objective ${solution.dualObjective}`,
    );
  }
}
