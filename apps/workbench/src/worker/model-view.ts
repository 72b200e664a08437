import type { BagSet } from "@bagwise/core/bags";
import { evaluateHeldOut, separates, weakPoints } from "@bagwise/core/judge";
import type { Model } from "@bagwise/core/model";
import { countsOf, positivesAmongUnlabeled } from "@bagwise/core/scores";
import { troubleOf } from "./trouble.js";
import type { ListRequest, ModelView, PriorOutlook } from "./types.js";

const MEASURES = [
  ["auc", "AUC"],
  ["precision", "Precision"],
  ["recall", "Recall"],
] as const;

/** The numbers of a model that the workbench shows. Scores of training bags are held-out ones where it has them. */
export function modelView(model: Model, bags: BagSet): ModelView {
  const { card } = model;
  const predicted = model.predict(bags, { heldOut: true });
  const { prior } = card;
  return {
    prior: prior && { value: prior.value, low: prior.low, high: prior.high, method: prior.method },
    measures: MEASURES.flatMap(([name, title]) => {
      const measure = card.measures?.[name];
      return measure === undefined || measure === null || !Number.isFinite(measure.value)
        ? []
        : [{ name: title, value: measure.value, low: measure.low, high: measure.high }];
    }),
    weak: weakPoints(card),
    separates: separates(card),
    notes: card.notes,
    threshold: model.threshold,
    thresholdReason: card.threshold?.reason ?? null,
    scores: Float64Array.from(predicted, ({ score }) => score),
    probabilities: Float64Array.from(predicted, ({ probability }) => probability ?? Number.NaN),
  };
}

const TOPS = [10, 20, 50, 100, 200, 500];

/** What follows from a prior that somebody states; from the model's own if it is undefined. */
export function outlook(model: Model, prior: number | undefined): PriorOutlook {
  const { heldOut } = model;
  const unlabeled = heldOut === null ? 0 : heldOut.unlabeled.length;
  const nothing = { prior: prior ?? 0, positives: 0, unlabeled, precision: null, top: [] };
  if (heldOut === null)
    return {
      ...nothing,
      trouble: {
        code: "no-held-out",
        message: "This model holds no bags out, so nothing can be said about what to expect",
        remedy: "Train with the method auto.",
      },
    };
  try {
    const top = [...TOPS.filter((k) => k < unlabeled), unlabeled];
    const found = evaluateHeldOut(model, { prior, bootstrap: 0, top, priors: [] });
    const positives = positivesAmongUnlabeled(countsOf(heldOut), heldOut.scenario, found.prior.value);
    return {
      prior: found.prior.value,
      positives,
      unlabeled,
      precision: numberOr(found.measures.precision?.value),
      top: found.top.map((each) => ({ k: each.k, found: each.value })),
      trouble: null,
    };
  } catch (error) {
    return { ...nothing, trouble: troubleOf(error) };
  }
}

function numberOr(value: number | undefined): number | null {
  return value === undefined || !Number.isFinite(value) ? null : value;
}

/** The bags of the list, in its order. */
export function listed(
  bags: BagSet,
  scores: Float64Array | null,
  texts: readonly string[],
  request: ListRequest,
): Uint32Array {
  const { sort, down, search, show, settled } = request;
  const answers = new Map(settled.map(({ bag, positive }) => [bag, positive]));
  const wanted = search.trim().toLowerCase();
  const kept: number[] = [];
  for (let i = 0; i < bags.size; i++) {
    if (wanted !== "" && !texts[i].includes(wanted)) continue;
    if (show !== "all") {
      const answer = answers.get(bags.idOf(i));
      const known = answer === undefined ? bags.labelOf(i) : answer ? "positive" : "negative";
      if (known !== (show === "open" ? "unlabeled" : show)) continue;
    }
    kept.push(i);
  }
  const way = down ? -1 : 1;
  const collator = new Intl.Collator("en", { numeric: true });
  const order =
    sort === "bag" || scores === null
      ? (a: number, b: number) => collator.compare(bags.idOf(a), bags.idOf(b))
      : (a: number, b: number) => scores[a] - scores[b];
  return Uint32Array.from(kept.sort((a, b) => way * order(a, b) || a - b));
}
