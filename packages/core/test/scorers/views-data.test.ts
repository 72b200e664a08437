import { describe, expect, it } from "vitest";
import { InputError } from "../../src/base/errors.js";
import { decodePacked, encodePacked, type NumberTable, type Packed } from "../../src/base/packed-file.js";
import { statisticsOf } from "../../src/kernels/statistic/statistics.js";
import { viewsGram } from "../../src/kernels/views/views.js";
import { Model, type ModelCard } from "../../src/model/model.js";
import { decodeModel, encodeModel, MODEL_LAYOUT } from "../../src/model/model-file.js";
import { applyLink } from "../../src/scorers/link.js";
import { scoreBags } from "../../src/scorers/scorer.js";
import { bagSet } from "../bags/make.js";
import { fitViews, someBags } from "../kernels/make.js";
import { goldenBags, viewsModel } from "../model/make.js";

const model = await viewsModel();
const { scorer } = model.parts();
if (scorer.kind !== "views") throw new Error("not a scorer of views");
const layout = (bytes: Uint8Array) => decodePacked(bytes, { kind: "model", newest: MODEL_LAYOUT, file: "" });

describe("a scorer of views", () => {
  it("is the link of a sum over the centres", () => {
    const bags = goldenBags();
    const gram = viewsGram(scorer.views, statisticsOf("min-max-mean", bags));
    const sums = Array.from({ length: bags.size }, (_, i) =>
      scorer.alpha.reduce((sum, alpha, c) => sum + alpha * gram.data[i * gram.cols + c], scorer.beta),
    );
    const expected = applyLink(scorer.link, Float64Array.from(sums));
    scoreBags(scorer, bags).forEach((score, i) => {
      expect(score).toBeCloseTo(expected[i], 12);
    });
  });

  it("scores many bags in blocks, with the same bits as one by one", () => {
    const some = someBags(60, 3);
    const x = statisticsOf("min-max-mean", some);
    const seq = (from: number, to: number) => Uint32Array.from({ length: to - from }, (_, k) => from + k);
    const views = fitViews(x, { centres: seq(0, 60), positive: seq(0, 10), other: seq(10, 60) });
    const alpha = Float64Array.from({ length: 60 }, (_, i) => (i < 10 ? 0.1 : -0.02));
    const wide = { ...scorer, views, alpha };
    const bags = someBags(5000, 8);
    const together = scoreBags(wide, bags);
    for (const i of [0, 17, 4095, 4096, 4999]) expect(scoreBags(wide, bags.subset([i]))[0]).toBe(together[i]);
    expect(scoreBags(wide, bags.subset([])).length).toBe(0);
  });

  it("refuses an empty bag, and names it", () => {
    const bags = bagSet([[[1, 2, 3]], []], { features: ["weight", "größe", "f,3"] });
    expect(() => model.scores(bags)).toThrow(/"b1".*no instances/);
  });

  it("has no scores of instances", () => {
    expect(model.instances(goldenBags())).toBeNull();
  });
});

describe.each(["binary", "json"] as const)("a model of views as %s", (form) => {
  const bytes = encodeModel(model, { form });

  it("is read without a change", () => {
    const loaded = decodeModel(bytes);
    expect(loaded.parts().scorer).toEqual(scorer);
    expect(loaded.scores(goldenBags())).toEqual(model.scores(goldenBags()));
    expect(encodeModel(loaded, { form })).toEqual(bytes);
  });

  it("holds the statistics of the centres, and no other instance", () => {
    const secret = 0.123456789012345;
    const rows = (middle: number) => [-90, middle, 90].map((value) => [value, value, value]);
    const bags = bagSet([rows(secret), rows(2), rows(1), rows(3)]);
    const sides = { positive: Uint32Array.of(0, 1), other: Uint32Array.of(2, 3) };
    const views = fitViews(statisticsOf("min-max-mean", bags), { centres: Uint32Array.of(0, 1, 2, 3), ...sides });
    const other = new Model({ ...model.parts(), scorer: { ...scorer, views, alpha: Float64Array.of(1, 1, -1, -1) } });
    const file = Buffer.from(encodeModel(other, { form }));
    const holds = (value: number) =>
      file.includes(form === "json" ? `,${value},` : Buffer.from(Float64Array.of(value).buffer));
    expect(holds(secret)).toBe(false);
    expect(holds(90)).toBe(true);
    expect(holds(views.centres.data[6])).toBe(true);
  });
});

describe("a damaged model of views", () => {
  const packed = layout(encodeModel(model));
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
  const withTable = (name: string, change: (data: Float64Array) => ArrayLike<number>) => ({
    tables: packed.tables.map((table): NumberTable => {
      if (table.name !== `model.${name}`) return table;
      const data = Float64Array.from(change(table.data));
      return { ...table, rows: data.length / table.columns, data };
    }),
  });

  it("is refused if it averages kernels that auto no longer has", () => {
    const scorer = { ...header.scorer, further: { method: "z-score", kernel: { type: "sum", kernels: [] } } };
    expect(refusal({ header: { ...header, scorer } })).toMatch(/no longer averages.*Train it again/);
  });

  it.each(packed.tables.map(({ name }) => name.replace("model.", "")))(
    "is refused without the table %s, or with one of another length or not finite",
    (name) => {
      refusal({ tables: packed.tables.filter((table) => table.name !== `model.${name}`) });
      const { columns = 1 } = packed.tables.find((table) => table.name === `model.${name}`) ?? {};
      refusal(withTable(name, (data) => [...data, ...data.slice(0, columns)]));
      refusal(withTable(name, (data) => data.slice(columns)));
      refusal(withTable(name, () => []));
      for (const bad of [Number.NaN, Infinity]) refusal(withTable(name, (data) => data.with(0, bad)));
    },
  );

  it.each([
    ["views.widths", 0, /widths.*not above 0/],
    ["views.widths", -1, /widths.*not above 0/],
    ["views.scale-mean", 0, /scale-mean.*not above 0/],
    ["views.scale-all", -2, /scale-all.*not above 0/],
    ["views.scale-direction", -1, /scale-direction.*below 0/],
    ["views.weight", -0.5, /weight is not between 0 and 1/],
    ["views.weight", 1.5, /weight is not between 0 and 1/],
    ["link.knots", 1e9, /link does not increase/],
    ["link.values", 1e9, /link does not increase/],
  ])("is refused with %s starting with %d", (name, bad, message) => {
    expect(refusal(withTable(name, (data) => data.with(0, bad)))).toMatch(message);
  });

  it("is refused without centres, with a link of one knot, or with a scorer of an unknown kind", () => {
    const none = packed.tables.map((table) =>
      /\.(alpha|centres)$/.test(table.name) ? { ...table, rows: 0, data: new Float64Array(0) } : table,
    );
    expect(refusal({ tables: none })).toContain("centre");
    const short = packed.tables.map((table) =>
      table.name.includes("link.") ? { ...table, rows: 1, data: table.data.slice(0, 1) } : table,
    );
    expect(refusal({ tables: short })).toContain("link");
    expect(refusal({ header: { ...header, scorer: { kind: "magic" } } })).toContain("scorer");
  });
});
