import type { BagSet } from "@bagwise/core/bags";
import type { BagExplanation } from "@bagwise/core/explain";
import type { Prediction } from "@bagwise/core/model";
import type { ScoredInstances } from "@bagwise/core/scorers";
import type { OutputTable } from "@bagwise/files/table";
import { TABLES } from "../../node/files/own-output.js";
import type { ScoredPart } from "../../node/score/score-file.js";
import { witnessForPrograms } from "./explain-with-progress.js";
import { shownTexts, withShown } from "./shown.js";

const WITNESS_COLUMNS = ["witness", "witnessInstance", "contribution"];

/** What programs get of bag i. */
export function predictionForPrograms({ bags, answers, instances, reasons }: ScoredPart, i: number): object {
  return {
    ...answers[i],
    ...(instances && instancesForPrograms(bags, i, instances[i])),
    ...(bags.shown.length > 0 && { shown: shownTexts(bags, i) }),
    ...(reasons && { witness: witnessForPrograms(bags, i, reasons[i]) }),
  };
}

/** A row for each bag, or for each instance if those were scored. */
export function predictionTable({ bags, answers, instances, reasons }: ScoredPart): OutputTable {
  return instances === undefined ? bagTable(bags, answers, reasons) : instanceTable(bags, answers, instances);
}

function instancesForPrograms(bags: BagSet, i: number, { scores, key }: ScoredInstances) {
  const places = Array.from(scores, (_, j) => bags.instanceName(i, j));
  return { instances: [...scores], places, key: key + 1 };
}

/** A row for each bag. */
function bagTable(
  bags: BagSet,
  predictions: readonly Prediction[],
  reasons: readonly BagExplanation[] | undefined,
): OutputTable {
  const own = [...TABLES.scores, ...(reasons === undefined ? [] : WITNESS_COLUMNS)];
  const { columns, texts } = withShown(own, bags, { instances: reasons !== undefined });
  function* rows() {
    for (const [i, { bag, score, predicted, probability, heldOut }] of predictions.entries()) {
      const witness = reasons?.[i].witness;
      const reason = witness && [bags.instanceName(i, witness.instance), witness.instance + 1, witness.contribution];
      const held = heldOut ? "yes" : null;
      yield [bag, score, predicted, probability, held, ...(reason ?? []), ...texts(i, witness?.instance)];
    }
  }
  return { columns, rows: rows() };
}

/** A row for each instance, counted from 1. The key instance gives the bag its score. */
function instanceTable(
  bags: BagSet,
  predictions: readonly Prediction[],
  scored: readonly ScoredInstances[],
): OutputTable {
  const { columns, texts } = withShown(TABLES.instances, bags, { instances: true });
  function* rows() {
    for (const [i, { bag }] of predictions.entries()) {
      const { scores, key } = scored[i];
      for (const [j, score] of scores.entries())
        yield [bag, j + 1, bags.instanceName(i, j), score, j === key ? "yes" : null, ...texts(i, j)];
    }
  }
  return { columns, rows: rows() };
}
