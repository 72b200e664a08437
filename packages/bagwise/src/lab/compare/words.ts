import type { Contest, Group } from "./comparison.js";

const TITLES: Readonly<Record<Group | "all", string>> = {
  paper: "Protocol paper",
  "leak-free": "Protocol leak-free",
  disjoint: "Protocol disjoint",
  original: "Protocol original",
  families: "Families",
  all: "All cells",
};

/** A group as a heading. */
export function groupTitle(group: Group | "all"): string {
  return TITLES[group];
}

/** A measure in a sentence. */
export function measureTitle(measure: Contest["measure"]): string {
  return measure === "auc" ? "AUC" : "accuracy";
}

/** Three decimals. */
export function three(value: number): string {
  return value.toFixed(3);
}

/** A difference: three decimals and always a sign, unless it rounds to zero. */
export function signed(value: number): string {
  const text = value.toFixed(3);
  if (Number(text) === 0) return "0.000";
  return value > 0 ? `+${text}` : text;
}

/** What stands where a number is not known. */
export const UNKNOWN = "–";

/** Said where there is one trial a cell. */
export const ONE_TRIAL = "With one trial a cell standard errors are not known: 2 trials are needed, better 20.";

/** `+0.121 ± 0.016`; without a standard error a dash stands for it. */
export function withSe(mean: number, se: number | null): string {
  return `${signed(mean)} ± ${se === null ? UNKNOWN : three(se)}`;
}

/** `93.3 %`. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
