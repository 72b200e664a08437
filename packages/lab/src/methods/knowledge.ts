import { InputError, quote } from "@bagwise/core/base";
import { PRIOR_METHOD_NAMES } from "@bagwise/core/estimators";

export type Knowledge =
  | { readonly kind: "true" }
  | { readonly kind: "data" }
  | { readonly kind: "estimator"; readonly name: string }
  /** So many random unlabeled bags are reviewed; with `labels` the method gets their labels. */
  | { readonly kind: "audit"; readonly bags: number; readonly labels: boolean };

const AUDIT = /^(audit|labels):([1-9]\d{0,5})$/;

/**
 * Reads the part of an arm after the @: `true` (the prior is known), `data` (the method's own
 * estimate), an estimator, `audit:N` (the positives among N random unlabeled bags) or `labels:N`
 * (the same, with their labels). An InputError for anything else.
 */
export function parseKnowledge(text: string): Knowledge {
  if (text === "true" || text === "data") return { kind: text };
  if ((PRIOR_METHOD_NAMES as readonly string[]).includes(text)) return { kind: "estimator", name: text };
  const audit = AUDIT.exec(text);
  if (audit !== null) return { kind: "audit", bags: Number(audit[2]), labels: audit[1] === "labels" };
  throw new InputError({
    code: "knowledge",
    message: `${quote(text)} is not something a method can know about the prior`,
    remedy: `After the @, write one of true, data, audit:N, labels:N, ${PRIOR_METHOD_NAMES.join(", ")}.`,
  });
}

export function describeKnowledge(knowledge: Knowledge): string {
  switch (knowledge.kind) {
    case "true":
      return "the prior is known";
    case "data":
      return "the prior is estimated from the data";
    case "estimator":
      return `the prior is estimated by ${knowledge.name}`;
    case "audit":
      return `${knowledge.bags} random unlabeled bags are reviewed${knowledge.labels ? ", and their labels are used" : " to estimate the prior"}`;
  }
}
