import { describe, expect, it } from "vitest";
import { InputError } from "../../src/base/errors.js";
import { decodePacked, encodePacked, type NumberTable, type Packed } from "../../src/base/packed-file.js";
import { random } from "../../src/base/random.js";
import { puSkc } from "../../src/learners/pu-skc/pu-skc.js";
import type { ModelCard } from "../../src/model/model.js";
import { decodeModel, encodeModel, MODEL_LAYOUT } from "../../src/model/model-file.js";
import { encodeProblem } from "../../src/solver/dump.js";
import { freshSet, rebuilt, trainingSet } from "../learners/make.js";
import { tinyModel } from "./make.js";

function refusal(bytes: Uint8Array): InputError {
  try {
    decodeModel(bytes, { name: "m.model" });
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).message).toMatch(/^m\.model: .+\. .+\.$/);
    return error as InputError;
  }
  throw new Error("the file was accepted");
}

describe.each(["binary", "json"] as const)("a model file as %s", async (form) => {
  const bytes = encodeModel(await tinyModel(), { form });

  it("is refused at every length but its own", () => {
    for (let length = 0; length < bytes.length; length++) refusal(bytes.subarray(0, length));
  });

  it("is refused with any byte changed", () => {
    const generator = random(2);
    for (let trial = 0; trial < 3000; trial++) {
      const changed = bytes.slice();
      changed[generator.below(bytes.length)] ^= 1 + generator.below(255);
      refusal(changed);
    }
  });

  it("is refused with a sentence that says to update when it is of a newer layout", () => {
    const packed = decodePacked(bytes, { kind: "model", newest: MODEL_LAYOUT, file: "" });
    const newer = encodePacked({ ...packed, formatVersion: MODEL_LAYOUT + 1 }, { form });
    expect(refusal(newer).message).toMatch(/newer bagwise.*Update bagwise\./);
  });
});

describe("a model file", async () => {
  const model = await tinyModel();
  const packed = decodePacked(encodeModel(model), { kind: "model", newest: MODEL_LAYOUT, file: "" });
  const header = packed.header as {
    card: ModelCard;
    scaling: { method: string; features: string[] };
    scorer: { kind: string; centres: number };
  };
  /** The file with another header or other tables, and a right checksum. */
  const forged = (change: Partial<Packed>) => encodePacked({ ...packed, ...change });
  const withTable = (name: string, change: (table: NumberTable) => Partial<NumberTable>) =>
    forged({ tables: packed.tables.map((table) => (table.name === name ? { ...table, ...change(table) } : table)) });

  it("is JSON when it is small", () => {
    expect(JSON.parse(new TextDecoder().decode(encodeModel(model)))).toMatchObject({ bagwise: "model" });
  });

  it("keeps what JSON cannot say", async () => {
    // Nothing is answered positive, so there is no precision; and the gap of a problem that is none
    // is infinite.
    const bags = trainingSet();
    const huge = rebuilt(bags, (rows) => rows.map((row) => row.map((x) => x * 1e160)));
    const invalid = await puSkc({
      prior: 0.3,
      degree: 2,
      lambda: 1,
      kernel: "minimax-polynomial",
      scaling: "none",
    }).fit(huge);
    const shy = await puSkc({ prior: 0.001, degree: 1, lambda: 100 }).fit(bags);
    expect(shy.card.measures?.precision.value).toBeNaN();
    expect(invalid.card.certificate.relativeGap).toBe(Infinity);
    for (const each of [shy, invalid]) expect(decodeModel(encodeModel(each)).card).toEqual(each.card);
  });

  it.each([
    [
      "a problem",
      () => encodeProblem({ phiP: zeros(), phiU: zeros(), prior: 0.5, lambda: 1, loss: "squared" }),
      /"problem" file, not a model/,
    ],
    ["a CSV", () => new TextEncoder().encode("bag,label,f1\na,1,2\n"), /no model file of bagwise/],
    ["empty", () => new Uint8Array(0), /no model file of bagwise/],
    ["JSON of something else", () => new TextEncoder().encode('{"bags":[]}'), /not of bagwise/],
  ])("is refused when it is %s", (_, make, message) => {
    expect(refusal(make()).message).toMatch(message);
  });

  it("is refused without any part of the card, or with one of the wrong kind", () => {
    for (const part of Object.keys(header.card)) {
      const { [part as "prior"]: _, ...rest } = header.card;
      const absent = part === "separation" ? [] : [rest];
      for (const card of [...absent, { ...rest, [part]: 1 }, { ...rest, [part]: [1] }])
        expect(refusal(forged({ header: { ...header, card } })).message, part).toContain(part);
    }
    for (const value of [undefined, null, 1.5, "x", []]) {
      for (const part of ["card", "scaling", "scorer"]) refusal(forged({ header: { ...header, [part]: value } }));
      for (const part of ["kind", "centres"])
        refusal(forged({ header: { ...header, scorer: { ...header.scorer, [part]: value } } }));
    }
    for (const nothing of [null, 1, "x", []]) refusal(forged({ header: nothing }));
  });

  it.each(["perfect", "", "constructor", 1, null])("is refused with the status %j, which no training has", (status) => {
    const card = { ...header.card, certificate: { ...header.card.certificate, status } };
    expect(refusal(forged({ header: { ...header, card } })).message).toContain("certificate");
  });

  it("is refused with a kernel that is none, or that needs what is not there", () => {
    for (const kernel of [
      { type: "code", run: "alert(1)" },
      { type: "set", kernel: { type: "linear" } },
      { type: "statistic", statistic: "mean", kernel: { type: "linear" } },
    ])
      refusal(forged({ header: { ...header, card: { ...header.card, kernel } } }));
  });

  it("is refused with features or a scaling that do not fit", () => {
    for (const scaling of [
      { ...header.scaling, method: "magic" },
      { ...header.scaling, features: ["f1"] },
      { ...header.scaling, features: ["f1", "f1"] },
      { ...header.scaling, features: ["f1", 2] },
      { ...header.scaling, features: [] },
    ])
      refusal(forged({ header: { ...header, scaling } }));
  });

  it.each(packed.tables.map(({ name }) => name))("is refused without the table %s, or with another", (name) => {
    refusal(forged({ tables: packed.tables.filter((table) => table.name !== name) }));
    refusal(withTable(name, () => ({ rows: 0, columns: 0, data: new Float64Array(0) })));
    refusal(
      withTable(name, ({ rows, data }) => ({
        rows: rows + 1,
        data: Float64Array.of(...data, ...data).slice(0, (rows + 1) * (data.length / rows)),
      })),
    );
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY])
      refusal(withTable(name, ({ data }) => ({ data: data.map((value, i) => (i === 0 ? bad : value)) })));
  });

  it("holds no instance for a statistic kernel, and no id of a bag", async () => {
    const secret = 0.123456789012345;
    const bags = rebuilt(trainingSet(), (rows, i) => {
      // In one bag only, so that it is no median.
      const some = i === 2 ? secret : 50;
      return [...rows, [-90, -90, -90], [some, some, some], [90, 90, 90]];
    });
    const fit = (kernel: string) => puSkc({ prior: 0.3, degree: 1, lambda: 1, scaling: "none", kernel }).fit(bags);
    for (const form of ["binary", "json"] as const) {
      const statistic = Buffer.from(encodeModel(await fit("minimax-polynomial"), { form }));
      const set = Buffer.from(encodeModel(await fit("set-polynomial"), { form }));
      const written = (value: number) =>
        form === "json" ? Buffer.from(`,${value},`) : Buffer.from(Float64Array.of(value).buffer);
      expect(statistic.includes(written(secret))).toBe(false);
      expect(statistic.includes(written(90))).toBe(true);
      expect(set.includes(written(secret))).toBe(true);
      for (const id of bags.ids()) expect(statistic.includes(id)).toBe(false);
    }
  });

  it("loads from a view into a larger buffer, and shares nothing with it", () => {
    const bytes = encodeModel(model, { form: "binary" });
    const larger = new Uint8Array(bytes.length + 3);
    larger.set(bytes, 3);
    const loaded = decodeModel(larger.subarray(3));
    larger.fill(0);
    const fresh = freshSet({ dimensions: 2 });
    expect(loaded.scores(fresh)).toEqual(model.scores(fresh));
  });
});

function zeros() {
  return { rows: 1, cols: 1, data: new Float64Array(1) };
}
