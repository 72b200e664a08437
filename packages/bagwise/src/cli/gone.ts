import { InputError } from "@bagwise/core/base";

/** What went, as it was typed: a command, or a command and its flag. Each with what to use. */
const GONE: Readonly<Record<string, string>> = {
  solve: "In a program, use decodeProblem and solve of bagwise/solver.",
  "train --kernels": "auto averages its five views alone; for another kernel, use --method pu-skc --kernel NAME.",
  "train --dump": "In a program, give onProblem to fit, and use encodeProblem of bagwise/solver.",
};

/** Throws an InputError for a command or a flag that bagwise once had, with what to use. */
export function refuseGone([command = "", ...rest]: readonly string[]): void {
  const flags = rest.map((each) => `${command} ${each.split("=", 1)[0]}`);
  const gone = [command, ...flags].find((each) => Object.hasOwn(GONE, each));
  if (gone !== undefined)
    throw new InputError({ code: "option", message: `bagwise has no ${gone} any more`, remedy: GONE[gone] });
}
