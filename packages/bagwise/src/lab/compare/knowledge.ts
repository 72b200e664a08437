import { InputError, quote } from "../../base/errors.js";
import { PRIOR_METHOD_NAMES } from "../../prior/estimators/method.js";

/** What a method is told of the prior. */
export type Knowledge =
  | { readonly kind: "true" }
  | { readonly kind: "data" }
  | { readonly kind: "estimator"; readonly name: string }
  /**
   * So many random unlabeled bags are reviewed; with `labels` they are also given as labelled ones.
   */
  | { readonly kind: "audit"; readonly bags: number; readonly labels: boolean };

const AUDIT = /^(audit|labels):([1-9]\d{0,5})$/;

/**
 * Reads what stands behind the @ of an arm: `true` (the prior is known), `data` (the method's own
 * estimate), the name of an estimator, `audit:N` (N random unlabeled bags are reviewed, and the
 * method is told how many are positive) or `labels:N` (the same, and it also gets their labels). An
 * InputError for anything else.
 */
export function parseKnowledge(text: string): Knowledge {
  if (text === "true" || text === "data") return { kind: text };
  if ((PRIOR_METHOD_NAMES as readonly string[]).includes(text)) return { kind: "estimator", name: text };
  const audit = AUDIT.exec(text);
  if (audit !== null) return { kind: "audit", bags: Number(audit[2]), labels: audit[1] === "labels" };
  throw new InputError({
    code: "knowledge",
    message: `a method cannot be told ${quote(text)} of the prior`,
    remedy: `Write behind the @ one of true, data, audit:N, labels:N, ${PRIOR_METHOD_NAMES.join(", ")}.`,
  });
}

/** What it is, in words. */
export function describeKnowledge(knowledge: Knowledge): string {
  switch (knowledge.kind) {
    case "true":
      return "the prior known";
    case "data":
      return "the prior from the data alone";
    case "estimator":
      return `the prior by the estimator ${knowledge.name}`;
    case "audit":
      return `${knowledge.bags} random unlabeled bags reviewed${knowledge.labels ? ", and used as labelled ones" : " to learn the prior"}`;
  }
}
