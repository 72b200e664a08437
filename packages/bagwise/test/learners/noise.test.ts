import { calibrateModel } from "@bagwise/core/judge";
import { auto, puSkc } from "@bagwise/core/learners";
import type { Model } from "@bagwise/core/model";
import { describe, expect, it } from "vitest";
import { after, allCells, begun, cellName, judged, train } from "../../../../bench/right/noise/cells.mjs";
import { noise, SHAPES } from "../../../../bench/right/noise/shapes.mjs";
import { LEARNERS } from "../../src/learners.js";

const highest = (model: Model, bags: Parameters<Model["predict"]>[0]) =>
  Math.max(...model.predict(bags).map(({ probability }) => probability ?? 0));

describe("on pure noise", () => {
  // `npm run bench -- noise` has the whole of it: 50 seeds of every shape.
  it.each(["few", "usual", "single", "two"] as const)(
    "auto says that nothing separates, and gives no bag a high probability: %s",
    async (shape) => {
      let claimed = 0;
      for (let seed = 100; seed < 106; seed++) {
        const bags = noise(SHAPES[shape], seed);
        const model = await auto({ bootstrap: 0 }).fit(bags);
        const alike = model.card.notes.some(({ code }) => code === "alike" || code === "too-few-labels");
        expect(alike).toBe(model.card.separation?.apart === false);
        claimed += alike ? 0 : 1;
        expect(highest(model, bags)).toBeLessThanOrEqual(0.9);
        if (alike) expect(highest(calibrateModel(model), bags)).toBeCloseTo(model.card.prior?.value ?? 0, 12);
      }
      expect(claimed).toBeLessThanOrEqual(1);
    },
  );

  it("pu-skc does not take every bag for positive, though its estimate of the prior may", async () => {
    const bags = noise(SHAPES.single, 1);
    const model = await puSkc({ degree: 1, lambda: 0.1, bootstrap: 0 }).fit(bags);
    expect(model.card.notes.map(({ code }) => code)).toContain("alike");
    expect(highest(model, bags)).toBeLessThanOrEqual(0.9);
    const given = await puSkc({ degree: 1, lambda: 0.1, prior: 0.3, bootstrap: 0 }).fit(bags);
    expect(highest(given, bags)).toBeCloseTo(0.3, 12);
  });
});

describe("held-out scores on labels without meaning", () => {
  // `npm run noise` has the whole of it: every method, every choice, 100 files each.
  it("do not flatter lsdd, which chooses among fifteen settings", async () => {
    const cell = begun({ method: "lsdd", options: {}, negatives: 0 });
    const found = [];
    for (let seed = 0; seed < 24; seed++) found.push(await train(cell, seed));
    const [{ honest, auc, heldOut }] = judged([after(cell, found)]);
    expect(heldOut).toBe(24);
    expect(auc).toBeLessThan(0.54);
    expect(honest).toBe(true);
  });

  it("are tried for every method that holds bags out, and every choice of it", () => {
    const cells = allCells();
    expect(new Set(cells.map(cellName)).size).toBe(cells.length);
    for (const { description } of LEARNERS.filter((entry) => entry.description.holdsOut)) {
      const own = cells.filter(({ method }) => method === description.name);
      expect(own.some(({ options }) => Object.keys(options).length === 0)).toBe(true);
      for (const { name, type, choices } of description.options)
        if (type === "choice" && ["pooling", "loss", "kernel", "trees", "on", "base", "bias"].includes(name))
          for (const each of choices ?? [])
            expect(own.some(({ options }) => (options[name] ?? each) === each)).toBe(true);
    }
  });

  it("come to the same whether files are added at once or one by one", async () => {
    const cell = begun({ method: "pu-skc", options: { degree: 1, lambda: 1 }, negatives: 0 });
    const found = [];
    for (let seed = 0; seed < 4; seed++) found.push(await train(cell, seed));
    expect(found.reduce((sum, each) => after(sum, [each]), cell)).toEqual(after(cell, found));
    const mean = found.reduce((sum, each) => sum + (each?.auc ?? 0) / 4, 0);
    expect(after(cell, found).auc).toBeCloseTo(mean, 12);
  });

  it("lean if a mean is above one half, or bags stand out too often", () => {
    const cell = { ...begun({ method: "svm", options: {}, negatives: 0 }), files: 100, heldOut: 100, squares: 1.5 };
    const honest = (auc: number, standsOut: number) => judged([{ ...cell, auc, standsOut }])[0].honest;
    expect([honest(0.45, 5), honest(0.52, 9), honest(0.54, 5), honest(0.5, 14)]).toEqual([true, true, false, false]);
  });
});
