// Whether the witness is a positive instance in truth: synthetic bags of which every instance is
// known.
import { explainEach, LEARNERS, synthesise } from "bagwise";

/** From well separated, for which there is a goal, to hard. */
export const SETTINGS = [
  { name: "well separated", limited: true, shape: { dimensions: 10, distance: 6, bagSize: [3, 8] } },
  { name: "one positive in 20", shape: { dimensions: 10, distance: 6, bagSize: [20, 20], witnessRate: 0.05 } },
  { name: "10 of 100 features", shape: { dimensions: 100, relevant: 10, distance: 6, bagSize: [10, 20] } },
  { name: "close", shape: { dimensions: 10, distance: 3, bagSize: [3, 8] } },
  { name: "close, 20 instances", shape: { dimensions: 10, distance: 3, bagSize: [20, 20], witnessRate: 0.1 } },
];

const TRAINING = { bags: 200, labeled: 50, prior: 0.3 };
const TEST = { bags: 400, labeled: 0, prior: 0.5 };

/**
 * For each setting and learner: of the positive bags that are called positive, the share whose
 * witness is positive; and the share of positive instances in those bags, which is what chance
 * gives.
 */
export async function witnessTruth({ seeds, note }) {
  const rows = [];
  for (const setting of SETTINGS) {
    for (const { description, create } of LEARNERS) {
      note(`${setting.name}, ${description.name}`);
      const row = {
        setting: setting.name,
        limited: setting.limited === true,
        learner: description.name,
        positive: 0,
        found: 0,
        right: 0,
        chance: 0,
      };
      for (let seed = 1; seed <= seeds; seed++) {
        const training = synthesise({ ...TRAINING, ...setting.shape, seed });
        const test = synthesise({ ...TEST, ...setting.shape, seed: 1000 + seed });
        const model = await create({ seed }).fit(training.bags);
        for (const { index, score, witness } of explainEach(model, test.bags, { features: 0 })) {
          if (test.truth[index] !== "positive") continue;
          row.positive++;
          if (score < model.threshold) continue;
          const start = test.bags.startOf(index);
          const labels = test.instanceLabels.subarray(start, start + test.bags.sizeOf(index));
          row.found++;
          if (test.instanceLabels[witness.row] === 1) row.right++;
          row.chance += labels.filter((label) => label === 1).length / labels.length;
        }
      }
      rows.push({ ...row, share: row.right / row.found, chance: row.chance / row.found });
    }
  }
  return rows;
}
