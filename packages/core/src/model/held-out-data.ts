import type { NumberTable } from "../base/packed-file.js";
import { column, damaged, tableNumbers } from "../scorers/own-tables.js";
import type { BagScores } from "../scores/bag-scores.js";
import { SCENARIOS, type Scenario } from "../scores/scenario.js";

/** What the header of a model file says about the held-out tables: how many numbers each has. */
export interface HeldOutHeader {
  readonly scenario: Scenario;
  readonly positive: number;
  readonly unlabeled: number;
  readonly negative: number;
  readonly clusters: boolean;
  /** Whether it is known which bag each score belongs to. Absent means no. */
  readonly hashes?: boolean;
}

/** The held-out scores as stored in a model file. */
export function heldOutToData(heldOut: BagScores): { header: HeldOutHeader; tables: NumberTable[] } {
  const { scenario, positive, unlabeled, negative, clusters, hashes } = heldOut;
  return {
    header: {
      scenario,
      positive: positive.length,
      unlabeled: unlabeled.length,
      negative: negative.length,
      clusters: clusters !== null,
      ...(hashes && { hashes: true }),
    },
    tables: [
      column("held.positive", positive),
      ...(unlabeled.length === 0 ? [] : [column("held.unlabeled", unlabeled)]),
      ...(negative.length === 0 ? [] : [column("held.negative", negative)]),
      ...(clusters === null ? [] : [column("held.clusters", clusters)]),
      ...(hashes === undefined ? [] : [column("held.hashes", hashes)]),
    ],
  };
}

/** Restores held-out scores from a model file. Throws an InputError that names the wrong part. */
export function heldOutFromData(header: HeldOutHeader, tables: readonly NumberTable[]): BagScores {
  const { scenario, positive, unlabeled, negative } = header;
  if (!SCENARIOS.includes(scenario)) throw damaged("the scenario of the held-out bags is unknown");
  if (!(positive > 0 && unlabeled + negative > 0)) throw damaged("the held-out scores are missing");
  const bags = positive + unlabeled + negative;
  const clusters = header.clusters ? tableNumbers(tables, "held.clusters", bags) : null;
  if (clusters?.some((number) => !(Number.isInteger(number) && number >= 0 && number < 2 ** 32)))
    throw damaged("the clusters of the held-out bags are not cluster numbers");
  return {
    scenario,
    positive: tableNumbers(tables, "held.positive", positive),
    unlabeled: unlabeled === 0 ? new Float64Array(0) : tableNumbers(tables, "held.unlabeled", unlabeled),
    negative: negative === 0 ? new Float64Array(0) : tableNumbers(tables, "held.negative", negative),
    clusters: clusters && Uint32Array.from(clusters),
    ...(header.hashes === true && { hashes: tableNumbers(tables, "held.hashes", bags) }),
  };
}
