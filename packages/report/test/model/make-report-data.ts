import { type BagSet, synthesise } from "@bagwise/core/bags";
import { puSkc } from "@bagwise/core/learners";
import type { Model } from "@bagwise/core/model";
import { LeftOut } from "../../src/model/left-out.js";
import type { ModelReportData } from "../../src/model/report-data.js";
import type { Html } from "../../src/page/html.js";
import { emptyDocument } from "../empty-document.js";

/** Small bags that are easy to tell apart. */
export function smallBags(seed = 1, size = 60): BagSet {
  return synthesise({ bags: size, labeled: 12, prior: 0.4, dimensions: 4, distance: 4, bagSize: [1, 5], seed }).bags;
}

/** A small model, trained once. */
export const smallModel: () => Promise<Model> = (() => {
  let fitted: Promise<Model> | undefined;
  return () => {
    fitted ??= puSkc({ prior: 0.3, bootstrap: 0 }).fit(smallBags());
    return fitted;
  };
})();

/** A section that must not be left out. */
export function shown(section: Html | LeftOut): Html {
  if (section instanceof LeftOut) throw new Error(`left out: ${section.why.text}`);
  return section;
}

/** What sections take, without what is not under test. */
export async function reportData(changes: Partial<ModelReportData> = {}): Promise<ModelReportData> {
  const model = changes.model ?? (await smallModel());
  const bags = changes.bags === undefined ? smallBags() : changes.bags;
  return {
    document: emptyDocument(),
    model,
    card: model.card,
    heldOut: model.heldOut,
    bags,
    trainedOn: bags !== null,
    dataHash: bags === null ? null : model.card.training.dataHash,
    prior: null,
    threshold: model.threshold,
    measures: null,
    expected: [],
    curves: null,
    sensitivity: [],
    top: bags === null ? null : [],
    table: null,
    useless: false,
    notes: [],
    map: "pca",
    seed: 0,
    bootstrap: 0,
    sources: { model: null, data: null, reading: [], commands: [] },
    ...changes,
  };
}
