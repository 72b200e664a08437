import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../require-all.js";

const BUDGETS: Readonly<Record<string, number>> = JSON.parse(readFileSync(join(root, "budgets.json"), "utf8"));

/** What is over its budget, each with by how much and what to do; figures without a budget, too. */
export function overBudget(figures: Readonly<Record<string, number>>): string[] {
  return Object.entries(figures)
    .filter(([name, figure]) => !(figure <= BUDGETS[name]))
    .map(
      ([name, figure]) =>
        `${name}: ${figure}, ${figure - BUDGETS[name]} more than budgets.json allows. Remove something, or raise the figure in the commit that needs it and say why in its body.`,
    );
}
