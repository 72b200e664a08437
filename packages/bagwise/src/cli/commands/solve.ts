import { InputError, thousands, version } from "@bagwise/core/base";
import {
  decodeProblem,
  isMachine,
  type MachineProblem,
  type MachineSolution,
  type Problem,
  prepare,
  solve,
  solveMachine,
} from "@bagwise/core/solver";
import { Command } from "commander";
import { readBytes } from "../../node/files/model-file.js";
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
  const problem = decodeProblem(await readBytes(path), { name: path });
  if (isMachine(problem)) printMachine(path, problem, { tolerance, json });
  else printPuSkc(path, problem, { tolerance, json });
}

interface SolveFlags {
  readonly tolerance: number;
  readonly json: boolean | undefined;
}

function printMachine(path: string, problem: MachineProblem, { tolerance, json }: SolveFlags): void {
  const { alpha, values: _, ...solution } = solveMachine(problem, { tolerance });
  const size = { samples: alpha.length, support: alpha.filter((value) => value !== 0).length };
  if (json) printJson({ bagwise: version, problem: path, ...size, loss: "hinge", ...solution });
  else {
    print(
      `${thousands(size.samples)} samples, ${thousands(size.support)} of them support vectors, hinge loss`,
      ...certificateText(solution),
    );
  }
}

function printPuSkc(
  path: string,
  { phiP, phiU, prior, weights, lambda, loss }: Problem,
  { tolerance, json }: SolveFlags,
): void {
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
      ...certificateText(solution),
    );
  }
}

function certificateText({
  status,
  relativeGap,
  iterations,
  primalObjective,
  dualObjective,
}: Omit<MachineSolution, "alpha" | "beta" | "values" | "gap">): string[] {
  return [
    `${status}: relative duality gap ${relativeGap.toExponential(2)} after ${iterations} iterations`,
    `primal objective ${primalObjective}, dual objective ${dualObjective}`,
  ];
}
