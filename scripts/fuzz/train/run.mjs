import { draws } from "../random.mjs";
import { Comparison } from "./comparison.mjs";
import * as auto from "./kinds/auto.mjs";
import * as forest from "./kinds/forest.mjs";
import * as mixture from "./kinds/mixture.mjs";
import * as puSkc from "./kinds/pu-skc.mjs";
import * as ratio from "./kinds/ratio.mjs";
import * as stopping from "./kinds/stopping.mjs";
import { shapes } from "./shapes.mjs";

/** What is trained twice: by the product, and by a plain program of its own. */
export const KINDS = { ratio, "pu-skc": puSkc, mixture, forest, stopping, auto };
const TURNS = Object.keys(KINDS).filter((kind) => kind !== "auto");

/**
 * Problem `number` of a run: always the same for the same seed. The kinds take turns; one of a hundred problems is for
 * `auto` as a whole, which takes longest. `only`: problems of this kind alone.
 */
export function problemOf(seed, number, only) {
  const kind = only ?? (number % 100 === 99 ? "auto" : TURNS[number % TURNS.length]);
  return { kind, problem: KINDS[kind].draw(shapes(draws(seed, number))) };
}

/**
 * The product against the oracle. The oracle may see another problem than the product, to try whether a difference
 * is found.
 */
export async function compared({ kind, problem }, product, seen = problem) {
  const comparison = new Comparison();
  try {
    await KINDS[kind].compare(problem, product, comparison, seen);
  } catch (error) {
    comparison.wrong.push(`${error.stack ?? error}`);
  }
  return comparison;
}
