import { proxy, releaseProxy, wrap } from "comlink";
import type { Engine } from "../worker/engine.js";

/** What the page asks of the library; all of it answers later. */
export type EngineApi = Pick<
  Engine,
  | "preview" | "open" | "rank" | "view" | "search" | "learners" | "train" | "setModel" | "setThreshold" | "outlook"
  | "list" | "snippets" | "copies" | "map" | "drawAudit" | "judgeAudit" | "table" | "report" | "simulate" | "synthetic"
>;

/** A running engine. */
export interface RunningEngine {
  readonly api: EngineApi;
  /** Ends it at once; calls that wait are never answered. */
  stop(): void;
  /** Resolves if it ends by itself. */
  readonly died: Promise<string>;
}

let started = 0;

/** Starts the library in a web worker. */
export function startEngine(): RunningEngine {
  const worker = new Worker(new URL("../worker/main.ts", import.meta.url), { type: "module" });
  const remote = wrap<Engine>(worker);
  const lock = `bagwise-engine-${performance.timeOrigin}-${started++}`;
  worker.postMessage({ lock });
  const over = new AbortController();
  const died = new Promise<string>((resolve) => {
    worker.addEventListener("error", (event) => resolve(event.message || "it could not be loaded"));
    worker.addEventListener("messageerror", () => resolve("a message was lost"));
    void watch(remote, lock, over.signal).then((ended) => ended && resolve("it ended"));
  });
  const api: EngineApi = {
    preview: (file) => remote.preview(file),
    open: (file) => remote.open(file),
    rank: (request) => remote.rank(request),
    view: (bag) => remote.view(bag),
    search: (words) => remote.search(words),
    learners: () => remote.learners(),
    train: (request, onProgress) => remote.train(request, proxy(onProgress)),
    setModel: (bytes) => remote.setModel(bytes),
    setThreshold: (rule) => remote.setThreshold(rule),
    outlook: (prior) => remote.outlook(prior),
    list: (request) => remote.list(request),
    snippets: (indices) => remote.snippets(indices),
    copies: () => remote.copies(),
    map: (most) => remote.map(most),
    drawAudit: (n, seed) => remote.drawAudit(n, seed),
    judgeAudit: (answers) => remote.judgeAudit(answers),
    table: (format, answers, only) => remote.table(format, answers, only),
    report: (bytes, settled, onStep) => remote.report(bytes, settled, proxy(onStep)),
    simulate: (file, truth, seed, onRound) => remote.simulate(file, truth, seed, proxy(onRound)),
    synthetic: () => remote.synthetic(),
  };
  return {
    api,
    died,
    stop() {
      over.abort();
      remote[releaseProxy]();
      worker.terminate();
    },
  };
}

/** Waits until the lock of a worker is free: it holds it as long as it lives. */
async function watch(remote: { learners(): Promise<unknown> }, lock: string, signal: AbortSignal): Promise<boolean> {
  if (navigator.locks === undefined) return false;
  // It has asked for the lock once it answers.
  await remote.learners();
  return await navigator.locks.request(lock, { signal }, () => true).catch(() => false);
}
