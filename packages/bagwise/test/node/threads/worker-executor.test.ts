import { auto, puSkc } from "@bagwise/core/learners";
import { encodeModel } from "@bagwise/core/model";
import { afterAll, describe, expect, it } from "vitest";
import { trainingSet } from "../../../../core/test/learners/make.js";

/** Threads run built files, so the built executor is what is tested. */
const built = new URL("../../../dist/node/threads/worker-executor.js", import.meta.url).href;
const { workerExecutor }: typeof import("../../../src/node/threads/worker-executor.js") = await import(
  /* @vite-ignore */ built
);

describe("workerExecutor", () => {
  const pool = workerExecutor(2);
  afterAll(() => pool.close());
  const bags = trainingSet();
  const learner = puSkc({ prior: 0.3, landmarks: 12 });

  it("gives the same model as one thread, to the last bit, and reports progress", async () => {
    const steps: number[] = [];
    const model = await learner.fit(bags, {
      execute: pool.execute,
      onProgress: ({ step, done }) => {
        if (step === "cross-validation") steps.push(done);
      },
    });
    expect(encodeModel(model)).toEqual(encodeModel(await learner.fit(bags)));
    // Five folds for nine settings of three degrees, and ten pairs of folds.
    expect(steps).toEqual(Array.from({ length: 45 }, (_, k) => k + 1));
  });

  it("stops when the signal is aborted, and works on afterwards", async () => {
    const controller = new AbortController();
    const onProgress = ({ step }: { step: string }) => {
      if (step === "cross-validation") controller.abort();
    };
    const { signal } = controller;
    await expect(learner.fit(bags, { execute: pool.execute, signal, onProgress })).rejects.toThrow(/abort/i);
    expect((await learner.fit(bags, { execute: pool.execute })).card.certificate.status).toBe("solved");
  });

  it("grows the trees of auto in threads, with the same bytes", async () => {
    const steps: number[] = [];
    const model = await auto().fit(bags, {
      execute: pool.execute,
      onProgress: ({ done }) => steps.push(done),
    });
    expect(encodeModel(model)).toEqual(encodeModel(await auto().fit(bags)));
    expect(steps).toEqual(steps.map((_, k) => k + 1));
  });
});
