import { describe, expect, it } from "vitest";
import { InputError } from "../../src/base/errors.js";
import { decodePacked, encodePacked, type NumberTable, type Packed } from "../../src/base/packed-file.js";
import { random } from "../../src/base/random.js";
import { fromRows } from "../../src/linalg/matrix.js";
import { Model, type ModelCard } from "../../src/model/model.js";
import { decodeModel, encodeModel, MODEL_LAYOUT } from "../../src/model/model-file.js";
import type { InstanceScorer } from "../../src/scorers/scorer.js";
import { scoreBags, scoreInstances } from "../../src/scorers/scorer.js";
import { bagSet } from "../bags/make.js";
import { tinyModel } from "../model/make.js";

const FEATURES = ["f1", "f2"];

/** f(x) = 2 x1 - x2 + 3. */
const LINEAR: InstanceScorer = {
  kind: "instances",
  projection: null,
  score: { kernel: { type: "linear" }, centres: fromRows([[2, -1]]), alpha: Float64Array.of(1), beta: 3 },
  key: null,
};

/** Everything that a file can hold: axes, and a second function for the key instance. */
const FULL: InstanceScorer = {
  kind: "instances",
  projection: { mean: Float64Array.of(1, 2), axes: fromRows([[0.6, 0.8]]) },
  score: {
    kernel: { type: "gaussian", width: 1.5 },
    centres: fromRows([[0], [2]]),
    alpha: Float64Array.of(1, -2),
    beta: 0.25,
  },
  key: {
    kernel: { type: "gaussian", width: 3 },
    centres: fromRows([[1], [-4]]),
    alpha: Float64Array.of(2, 1),
    beta: 0,
  },
};

const BAGS = bagSet(
  [
    [
      [0, 0],
      [1, 0],
      [0, 5],
    ],
    [[4, 4]],
    [
      [1, 1],
      [1, 1],
    ],
  ],
  { features: FEATURES },
);

async function modelOf(scorer: InstanceScorer): Promise<Model> {
  const { card } = await tinyModel();
  const scaling = { method: "none" as const, features: FEATURES, offset: [0, 0], divisor: [1, 1] };
  return new Model({ card: { ...card, kernel: null }, scaling, scorer });
}

describe("a scorer of instances", () => {
  it("scores every instance, and a bag by its highest; the first of equals is the key", () => {
    expect(scoreInstances(LINEAR, BAGS)).toEqual([
      { scores: Float64Array.of(3, 5, -2), key: 1 },
      { scores: Float64Array.of(7), key: 0 },
      { scores: Float64Array.of(4, 4), key: 0 },
    ]);
    expect([...scoreBags(LINEAR, BAGS)]).toEqual([5, 7, 4]);
  });

  it("scores a bag by the instance where the density is least, when there is one, and by the highest of those that tie", () => {
    const kernel = { type: "gaussian", width: 1 } as const;
    const key = { kernel, centres: fromRows([[0, 0]]), alpha: Float64Array.of(1), beta: 0 };
    expect(scoreInstances({ ...LINEAR, key }, BAGS).map((bag) => bag.key)).toEqual([2, 0, 0]);
    expect([...scoreBags({ ...LINEAR, key }, BAGS)]).toEqual([-2, 7, 4]);
    const tied = bagSet(
      [
        [
          [0, 3],
          [3, 0],
          [-3, 0],
        ],
      ],
      { features: FEATURES },
    );
    expect([...scoreBags({ ...LINEAR, key }, tied)]).toEqual([9]);
  });

  it("tells densities apart that are far too small for a number", () => {
    const kernel = { type: "gaussian", width: 0.01 } as const;
    const key = {
      kernel,
      centres: fromRows([
        [0, 0],
        [0.5, 0],
      ]),
      alpha: Float64Array.of(1, 1),
      beta: 0,
    };
    const far = bagSet(
      [
        [
          [7, 1],
          [9, 0],
          [8, 0],
        ],
      ],
      { features: FEATURES },
    );
    expect(scoreInstances({ ...LINEAR, key }, far)[0].key).toBe(1);
  });

  it("gives a bag the mean of its highest scores if it has a share of them, and the same witness", () => {
    const soft: InstanceScorer = { ...LINEAR, topShare: 0.5 };
    const scored = scoreInstances(soft, BAGS);
    expect(scored).toEqual(scoreInstances(LINEAR, BAGS));
    scoreBags(soft, BAGS).forEach((score, i) => {
      const own = [...scored[i].scores].sort((a, b) => b - a);
      const top = own.slice(0, Math.max(1, Math.round(own.length / 2)));
      expect(score).toBeCloseTo(top.reduce((sum, value) => sum + value, 0) / top.length, 12);
    });
  });

  it("looks at instances along the axes of a projection", () => {
    const along = (x: number, y: number) => 0.6 * (x - 1) + 0.8 * (y - 2);
    const f = (t: number) => Math.exp(-(t * t) / 4.5) - 2 * Math.exp(-((t - 2) ** 2) / 4.5) + 0.25;
    const key = (t: number) => 2 * Math.exp(-((t - 1) ** 2) / 18) + Math.exp(-((t + 4) ** 2) / 18);
    for (const [i, { scores, key: found }] of scoreInstances(FULL, BAGS).entries()) {
      const places = Array.from({ length: BAGS.sizeOf(i) }, (_, j) =>
        along(...(BAGS.bag(i).instance(j).slice() as unknown as [number, number])),
      );
      places.forEach((t, j) => {
        expect(scores[j]).toBeCloseTo(f(t), 12);
      });
      expect(found).toBe(places.reduce((best, t, j) => (key(t) < key(places[best]) - 1e-12 ? j : best), 0));
    }
  });

  it("scores many bags, and large ones, in blocks without a difference", () => {
    const generator = random(6);
    const rows = [3000, 1, 2000, 4500, 2, 0].map((size) =>
      Array.from({ length: Math.max(1, size) }, () => [generator.normal(), generator.normal()]),
    );
    const bags = bagSet(rows, { features: FEATURES });
    const together = scoreInstances(FULL, bags);
    rows.forEach((_, i) => {
      expect(scoreInstances(FULL, bags.subset([i]))).toEqual([together[i]]);
      expect(together[i].scores.length).toBe(rows[i].length);
    });
    expect(scoreInstances(FULL, bags.subset([]))).toEqual([]);
  });

  it("refuses an empty bag, and names it", () => {
    const bags = bagSet([[[1, 2]], []], { features: FEATURES });
    expect(() => scoreBags(LINEAR, bags)).toThrow(InputError);
    expect(() => scoreBags(LINEAR, bags)).toThrow(/"b1".*no instances/);
  });
});

describe("a model that scores instances", async () => {
  it("gives the scores of instances; one that scores bags gives null", async () => {
    const model = await modelOf(LINEAR);
    expect(model.instances(BAGS)).toEqual(scoreInstances(LINEAR, BAGS));
    expect((await tinyModel()).instances(BAGS)).toBeNull();
  });

  it("that chooses the key instance by anything but a density is refused", async () => {
    const bytes = encodeModel(await modelOf({ ...LINEAR, key: LINEAR.score }));
    expect(() => decodeModel(bytes)).toThrow(expect.objectContaining({ code: "damaged" }));
  });

  it.each([0, 1.5, -1])("with %d as the share of its instances is refused", async (topShare) => {
    const bytes = encodeModel(await modelOf({ ...LINEAR, topShare }));
    expect(() => decodeModel(bytes)).toThrow(expect.objectContaining({ code: "damaged" }));
  });

  it.each([
    ["a linear function", LINEAR],
    ["axes and a key function", FULL],
    ["a share of the instances", { ...LINEAR, topShare: 0.25 }],
  ])("is written and read without a change: %s", async (_, scorer) => {
    const model = await modelOf(scorer);
    for (const form of ["binary", "json"] as const) {
      const bytes = encodeModel(model, { form });
      const loaded = decodeModel(bytes);
      expect(loaded.parts().scorer).toEqual(scorer);
      expect(loaded.instances(BAGS)).toEqual(model.instances(BAGS));
      expect(encodeModel(loaded, { form })).toEqual(bytes);
    }
  });

  const packed = decodePacked(encodeModel(await modelOf(FULL)), { kind: "model", newest: MODEL_LAYOUT, file: "" });
  const header = packed.header as { card: ModelCard; scorer: Record<string, unknown> };
  const refusal = (change: Partial<Packed>) => {
    try {
      decodeModel(encodePacked({ ...packed, ...change }), { name: "m.model" });
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
      expect((error as InputError).message).toMatch(/^m\.model: .+\. .+\.$/);
      return (error as InputError).message;
    }
    throw new Error("the file was accepted");
  };

  it("is refused without any one of its tables, or with one that is too short or not finite", () => {
    for (const { name } of packed.tables) {
      refusal({ tables: packed.tables.filter((table) => table.name !== name) });
      const changed = (change: (table: NumberTable) => NumberTable) =>
        packed.tables.map((table) => (table.name === name ? change(table) : table));
      refusal({
        tables: changed((table) => ({
          ...table,
          rows: table.rows + 1,
          data: Float64Array.from([...table.data, ...new Float64Array(table.columns)]),
        })),
      });
      refusal({ tables: changed((table) => ({ ...table, data: table.data.map(() => Number.NaN) })) });
    }
  });

  it("is refused with a kernel that is none, and named as the damaged part it is", () => {
    const withScorer = (change: Record<string, unknown>) =>
      refusal({ header: { ...header, scorer: { ...header.scorer, ...change } } });
    withScorer({ score: { type: "nonsense" } });
    withScorer({ score: undefined });
    withScorer({ key: { type: "gaussian", width: -1 } });
    withScorer({ projected: false });
  });

  it("is refused without a scorer, and as a scorer of bags when it has no kernel of bags", () => {
    const { scorer: _, ...rest } = header;
    refusal({ header: rest });
    expect(refusal({ header: { ...rest, scorer: { kind: "bags", centres: 2 } } })).toContain("kernel");
  });
});
