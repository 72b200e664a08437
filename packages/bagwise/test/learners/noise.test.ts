import { describe, expect, it } from "vitest";
import { noise, SHAPES } from "../../../../bench/noise/shapes.mjs";
import { calibrateModel } from "../../src/evaluation/calibration/calibrate-model.js";
import { auto } from "../../src/learners/auto/auto.js";
import { puSkc } from "../../src/learners/pu-skc/pu-skc.js";
import type { Model } from "../../src/model/model.js";

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
        const alike = model.card.notes.some(({ code }) => code === "alike");
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
