import { describe, expect, it } from "vitest";
import { breathe, breathing } from "../../src/base/breathe.js";

/** A signal that is raised as soon as others get a turn. */
function raisedInATurn(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error("enough")), 0);
  return controller.signal;
}

describe("breathe", () => {
  it("hears a signal that is raised in the turn that it gives", async () => {
    await expect(breathe(raisedInATurn())).rejects.toThrow("enough");
    await expect(breathe(undefined)).resolves.toBeUndefined();
  });
});

describe("breathing", () => {
  it("gives a turn only when time has passed since the last one", async () => {
    let time = 1000;
    let turns = 0;
    const breath = breathing(undefined, () => time);
    const step = async (passed: number) => {
      time += passed;
      const timer = setTimeout(() => turns++, 0);
      await breath();
      clearTimeout(timer);
      return turns;
    };
    expect(await step(20)).toBe(0);
    expect(await step(29)).toBe(0);
    expect(await step(1)).toBe(1);
    expect(await step(49)).toBe(1);
    expect(await step(1)).toBe(2);
  });

  it("hears a signal that was raised before, without a turn", async () => {
    const breath = breathing(AbortSignal.abort(new Error("enough")), () => 0);
    await expect(breath()).rejects.toThrow("enough");
  });
});
