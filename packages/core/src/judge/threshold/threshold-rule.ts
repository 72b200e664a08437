import { badOption } from "../../base/option.js";

/** How a threshold is chosen. */
export type ThresholdRule =
  | { readonly kind: "default" | "prior" | "risk" }
  | { readonly kind: "precision" | "recall" | "budget" | "score"; readonly value: number };

/** A rule as data, for help texts and tables. */
export interface ThresholdRuleDescription {
  /** As a user writes it. */
  readonly text: string;
  /** One line, without a final full stop. */
  readonly help: string;
}

/** All rules, with an example value where they take one. */
export const THRESHOLD_RULES: readonly ThresholdRuleDescription[] = [
  { text: "default", help: "the method's own threshold, 0" },
  { text: "prior", help: "the share of bags called positive equals the prior" },
  { text: "risk", help: "lowest PU risk: the fewest expected errors" },
  { text: "precision=0.8", help: "as many bags as possible with at least this precision" },
  { text: "recall=0.9", help: "as few bags as possible with at least this recall" },
  { text: "budget=50", help: "the highest-scoring unlabeled bags, at most this many" },
  { text: "score=0.3", help: "a score you choose" },
];

const WANTED = `one of ${THRESHOLD_RULES.map(({ text }) => text).join(", ")}`;

/**
 * Reads a rule such as "prior" or "precision=0.8". Throws an InputError that names the option, by
 * default `threshold`, and says how to write it.
 */
export function parseThresholdRule(text: string, { option = "threshold" }: { option?: string } = {}): ThresholdRule {
  const [kind, ...rest] = text.trim().split("=");
  const fail = (wanted: string) => badOption(option, text, wanted);
  if (kind === "default" || kind === "prior" || kind === "risk") {
    if (rest.length === 0) return { kind };
    throw fail(`${kind} without a value`);
  }
  if (kind !== "precision" && kind !== "recall" && kind !== "budget" && kind !== "score") throw fail(WANTED);
  const value = rest.length === 1 && rest[0].trim() !== "" ? Number(rest[0]) : Number.NaN;
  if (kind === "score") {
    if (Number.isFinite(value)) return { kind, value };
    throw fail("score= and a number, such as score=0.3");
  }
  if (kind === "budget") {
    if (Number.isSafeInteger(value) && value >= 1) return { kind, value };
    throw fail("budget= and a whole number from 1 up, such as budget=50");
  }
  if (value > 0 && value <= 1) return { kind, value };
  throw fail(`${kind}= and a share above 0 and at most 1, such as ${kind}=0.8`);
}

/** The rule as a user writes it. */
export function ruleText(rule: ThresholdRule): string {
  return "value" in rule ? `${rule.kind}=${rule.value}` : rule.kind;
}

/** Whether a rule needs held-out scores, and whether it needs the prior. */
export function ruleNeeds({ kind }: ThresholdRule): { readonly heldOut: boolean; readonly prior: boolean } {
  return {
    heldOut: kind !== "default" && kind !== "score",
    prior: kind === "prior" || kind === "risk" || kind === "precision",
  };
}
