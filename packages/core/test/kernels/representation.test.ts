import { describe, expect, it } from "vitest";
import { gram } from "../../src/kernels/gram/gram.js";
import type { Kernel } from "../../src/kernels/kernel.js";
import { represent } from "../../src/kernels/represent.js";
import { subsetRepresentation } from "../../src/kernels/representation.js";
import {
  type RepresentationData,
  representationFromData,
  representationToData,
} from "../../src/kernels/representation-data.js";
import { KERNELS, someBags } from "./make.js";

const statistic: Kernel = { type: "statistic", statistic: "minimax", kernel: { type: "linear" } };
const set: Kernel = { type: "set", kernel: { type: "linear" } };

describe("a representation", () => {
  it("holds only what the kernel needs, and that once", () => {
    const bags = someBags();
    expect(Object.keys(represent(statistic, bags).statistics)).toEqual(["minimax"]);
    expect(represent(statistic, bags).instances).toBeUndefined();
    expect(represent(set, bags).statistics).toEqual({});
    expect(represent(set, bags).instances?.rows.rows).toBe(bags.instances);
    const sum: Kernel = { type: "sum", kernels: [statistic, { type: "normalised", kernel: statistic }, set] };
    expect(representationToData(represent(sum, bags)).tables.map(({ name }) => name)).toEqual([
      "minimax",
      "instances",
      "sizes",
    ]);
  });

  it.each(KERNELS)("survives being written as data, with the same bits: %o", (kernel) => {
    const before = represent(kernel, someBags());
    const data = representationToData(before);
    const stored = JSON.parse(JSON.stringify(data, (_, value) => (value instanceof Float64Array ? [...value] : value)));
    const tables = stored.tables.map((table: { data: number[] }) => ({
      ...table,
      data: Float64Array.from(table.data),
    }));
    const after = representationFromData({ bags: stored.bags, tables });
    expect(gram(kernel, after).data).toEqual(gram(kernel, before).data);
  });

  it.each(KERNELS)("of a subset is the subset of the representation, also with repetitions: %o", (kernel) => {
    const bags = someBags();
    const whole = represent(kernel, bags);
    expect(subsetRepresentation(whole, [5, 0, 23])).toEqual(represent(kernel, bags.subset([5, 0, 23])));
    const { data } = gram(kernel, subsetRepresentation(whole, [4, 4]));
    expect(data[0]).toBe(data[3]);
    expect(() => subsetRepresentation(whole, [24])).toThrow(RangeError);
  });
});

describe("stored data that do not fit", () => {
  const good = representationToData(represent({ type: "sum", kernels: [statistic, set] }, someBags(4)));
  const change = (index: number, changes: object): RepresentationData => ({
    bags: 4,
    tables: good.tables.map((table, i) => (i === index ? { ...table, ...changes } : table)),
  });

  it.each<[string, RepresentationData, RegExp]>([
    ["another number of bags", { ...good, bags: 5 }, /4 rows for 5 bags/],
    ["no number of bags", { ...good, bags: -1 }, /number of bags is -1/],
    ["an unknown table", change(0, { name: "mode" }), /"mode"/],
    ["a table twice", { bags: 4, tables: [good.tables[0], good.tables[0]] }, /twice/],
    ["another shape", change(0, { columns: 3 }), /4 x 3/],
    ["a NaN", change(0, { data: good.tables[0].data.map(() => Number.NaN) }), /not finite/],
    ["sizes that do not add up", change(2, { data: Float64Array.of(1, 1, 1, 1e6) }), /do not add up/],
    ["a size of zero", change(2, { data: Float64Array.of(0, 1, 1, 1) }), /bag 0 has 0 instances/],
    ["sizes without instances", { bags: 4, tables: [good.tables[2]] }, /instances and sizes/],
  ])("are refused with a sentence: %s", (_, data, message) => {
    expect(() => representationFromData(data)).toThrow(message);
  });
});
