import { InputError } from "@bagwise/core/base";
import { describe, expect, it } from "vitest";
import type { TrialJob } from "../../../src/experiment/threads/trial-pool.js";
import { type RunJob, runJobs } from "../../../src/experiment/threads/trial-pool.js";
import { record } from "../make-records.js";

const jobs: TrialJob[] = Array.from({ length: 10 }, (_, k) => ({ ...record(k), file: "f", hash: "h" }));
const numberOf = ({ id }: TrialJob) => Number(id.slice("id-".length));
const answer = (job: TrialJob) => ({
  record: { ...record(numberOf(job)) },
  timing: { id: job.id, draw: 0, train: 0, score: 0 },
});
const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe("runJobs", () => {
  it("runs every job once, no more at a time than there are workers", async () => {
    let running = 0;
    let most = 0;
    const run: RunJob = async (job) => {
      most = Math.max(most, ++running);
      await later(numberOf(job) % 3);
      running--;
      return answer(job);
    };
    const done: string[] = [];
    await runJobs(jobs, run, { workers: 3, onDone: ({ id }) => done.push(id) });
    expect([...done].sort()).toEqual(jobs.map(({ id }) => id));
    expect(most).toBe(3);
  });

  it("leaves jobs that belong together to one worker, until there is nothing else to do", async () => {
    const group = (job: TrialJob) => (numberOf(job) % 2 === 0 ? "even" : "odd");
    const started: number[] = [];
    let release: () => void = () => undefined;
    const helped = new Promise<void>((resolve) => {
      release = resolve;
    });
    const run: RunJob = async (job) => {
      started.push(numberOf(job));
      // The first even one takes so long that the other worker, done with the odd ones, comes to help.
      if (numberOf(job) === 0) await helped;
      if (numberOf(job) === 2) release();
      return answer(job);
    };
    await runJobs(jobs, run, { workers: 2, together: group, onDone: () => undefined });
    expect(started.slice(0, 6)).toEqual([0, 1, 3, 5, 7, 9]);
    expect([...started].sort()).toEqual(jobs.map(numberOf));
  });

  it("hands nothing over once the signal is aborted, and does not wait for what runs", async () => {
    const controller = new AbortController();
    const done: string[] = [];
    const run: RunJob = async (job) => {
      if (numberOf(job) > 2) await new Promise(() => undefined);
      return answer(job);
    };
    const running = runJobs(jobs, run, { workers: 2, signal: controller.signal, onDone: ({ id }) => done.push(id) });
    await later(5);
    controller.abort();
    await running;
    expect(done).toEqual(["id-0", "id-1", "id-2"]);
  });

  it("starts nothing when the signal is aborted already", async () => {
    const started: string[] = [];
    const run: RunJob = async (job) => {
      started.push(job.id);
      return answer(job);
    };
    await runJobs(jobs, run, { workers: 2, signal: AbortSignal.abort(), onDone: () => undefined });
    expect(started).toEqual([]);
  });

  it("hands nothing over after one that could not be taken, not even what is done at the same moment", async () => {
    const handed: string[] = [];
    const run: RunJob = async (job) => answer(job);
    const running = runJobs(jobs, run, {
      workers: 4,
      onDone: ({ id }) => {
        handed.push(id);
        if (id === "id-1") throw new Error("the disk is full");
      },
    });
    await expect(running).rejects.toThrow("the disk is full");
    await later(5);
    expect(handed).toEqual(["id-0", "id-1"]);
  });

  it("rejects with the first complaint as an InputError, and hands nothing over after it", async () => {
    const complaint = {
      code: "changed",
      message: "the file changed",
      remedy: "Start again.",
      where: { file: "f" },
    } as const;
    const done: string[] = [];
    const run: RunJob = async (job) => {
      if (numberOf(job) === 2) return { complaint };
      await later(2);
      return answer(job);
    };
    const running = runJobs(jobs, run, { workers: 2, onDone: ({ id }) => done.push(id) });
    await expect(running).rejects.toBeInstanceOf(InputError);
    await expect(running).rejects.toThrow("f: the file changed. Start again.");
    const before = done.length;
    await later(10);
    expect(done).toHaveLength(before);
  });
});
