import { describe, expect, it } from "vitest";
import { fromRows } from "../../../../bagwise/src/entries/linalg.js";
import { contentHash } from "../../../src/bags/content-hash.js";
import { applyScaling, fitScaling } from "../../../src/bags/scaling.js";
import { InputError } from "../../../src/base/errors.js";
import { distinctInstances } from "../../../src/learners/shared/distinct-instances.js";
import { chooseRows, type InstanceDataOptions, instanceData } from "../../../src/learners/shared/instance-data.js";
import { orderedInstances } from "../../../src/learners/shared/ordered-instances.js";
import { trainingBags } from "../../../src/learners/shared/training-bags.js";
import { bagSet, nested } from "../../bags/make.js";
import { rebuilt, shuffleBags, shuffleFeatures, shuffleInstances, trainingSet } from "../make.js";

const PLAIN: InstanceDataOptions = { negatives: "refuse", scaling: "none", centres: 1000, seed: 0 };

describe("instanceData", () => {
  it("puts positive bags first, each kind in the order of the ids, and says where bags begin", async () => {
    const bags = bagSet([[[5]], [[2], [1]], [[7], [6], [8]], [[3]]], {
      labels: ["unlabeled", "positive", "unlabeled", "positive"],
      ids: ["b", "d", "a", "c"],
    });
    const data = await instanceData(bags, PLAIN);
    expect(data.bags.ids()).toEqual(["c", "d", "a", "b"]);
    expect([...data.rows.data]).toEqual([3, 1, 2, 6, 7, 8, 5]);
    expect([...data.offsets]).toEqual([0, 1, 3, 6, 7]);
    expect(data).toMatchObject({ positives: 2, positiveRows: 3 });
    expect([...data.bags.toMatrix()]).toEqual([...data.rows.data]);
    expect(data.dataHash).toBe(await contentHash(bags));
  });

  it("scales as it would be learned from distinct instances", async () => {
    const bags = rebuilt(trainingSet(), (rows) => [...rows, rows[0]]);
    const { scaling, rows } = await instanceData(bags, { ...PLAIN, scaling: "z-score" });
    const ordered = orderedInstances(trainingBags(bags, PLAIN).bags);
    expect(scaling).toEqual(fitScaling(distinctInstances(ordered), { method: "z-score" }));
    expect([...rows.data]).toEqual([...applyScaling(scaling, ordered).toMatrix()]);
  });

  it("makes all instances centres, and says nothing, when they are not too many", async () => {
    const bags = trainingSet();
    const { centres, centreRows, rows, notes } = await instanceData(bags, { ...PLAIN, centres: bags.instances });
    expect([...centreRows]).toEqual(Array.from({ length: bags.instances }, (_, k) => k));
    expect(centres).toBe(rows);
    expect(notes).toEqual([]);
  });

  it("draws so many different rows, ascending, otherwise, and says so", async () => {
    const data = await instanceData(trainingSet(), { ...PLAIN, centres: 9 });
    expect(new Set(data.centreRows).size).toBe(9);
    expect([...data.centreRows]).toEqual([...data.centreRows].sort((a, b) => a - b));
    expect(data.centres).toEqual(chooseRows(data.rows, data.centreRows));
    expect(data.notes.map(({ code }) => code)).toEqual(["centres-drawn"]);
    expect(data.notes[0].message).toMatch(/^9 .* \d+ instances/);
    const other = await instanceData(trainingSet(), { ...PLAIN, centres: 9, seed: 1 });
    expect(other.centreRows).not.toEqual(data.centreRows);
  });

  it.each([
    ["bags", shuffleBags],
    ["instances", shuffleInstances],
  ])("gives the same numbers in whatever order the %s come, a draw included", async (_, shuffle) => {
    const options = { ...PLAIN, scaling: "floored-z-score", centres: 9 } as const;
    const [one, other] = [
      await instanceData(trainingSet(), options),
      await instanceData(shuffle(trainingSet()), options),
    ];
    expect(other.rows).toEqual(one.rows);
    expect(other.centres).toEqual(one.centres);
    expect(other.scaling).toEqual(one.scaling);
  });

  it("draws the same centres in whatever order the features come", async () => {
    const bags = trainingSet();
    const shuffled = shuffleFeatures(bags);
    const one = await instanceData(bags, { ...PLAIN, centres: 9 });
    const other = await instanceData(shuffled, { ...PLAIN, centres: 9 });
    const places = bags.features.map((name) => shuffled.features.indexOf(name));
    const back = Array.from(other.centreRows, (_, k) => places.map((j) => other.centres.data[k * 3 + j]));
    expect(fromRows(back)).toEqual(one.centres);
  });

  it("refuses an empty bag and a value that is not finite, and names them", async () => {
    const labels = ["positive" as const, "unlabeled" as const];
    const refusal = async (rows: number[][][]) => {
      const error = await instanceData(bagSet(rows, { labels, features: ["f1"] }), PLAIN).catch((found) => found);
      expect(error).toBeInstanceOf(InputError);
      return (error as InputError).where;
    };
    expect(await refusal([[[1]], []])).toMatchObject({ bag: "b1" });
    expect(await refusal([[[1], [Number.NaN]], [[1]]])).toMatchObject({ bag: "b0", field: "f1" });
  });
});

describe("orderedInstances", () => {
  it("orders the instances of each bag by their values, in the order of the features' names", () => {
    const bags = bagSet(
      [
        [
          [2, 1],
          [1, 2],
          [3, 1],
        ],
        [[9, 9]],
        [],
      ],
      { features: ["z", "a"], groups: ["g", "h", "g"], labels: ["positive", "unlabeled", "negative"] },
    );
    const ordered = orderedInstances(bags.subset([1, 0, 2]));
    expect(nested(ordered)).toEqual([
      [[9, 9]],
      [
        [2, 1],
        [3, 1],
        [1, 2],
      ],
      [],
    ]);
    expect(ordered.ids()).toEqual(["b1", "b0", "b2"]);
    expect(ordered.labels()).toEqual(["unlabeled", "positive", "negative"]);
    expect(ordered.groups()).toEqual(["h", "g", "g"]);
  });
});
