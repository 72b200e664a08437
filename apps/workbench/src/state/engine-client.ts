import { proxy, releaseProxy, wrap } from "comlink";
import type { WorkbenchEngine } from "../worker/engine.js";

/** What the page asks of the library; all of it answers later. */
export type EngineApi = Pick<
  WorkbenchEngine,
  | "preview"
  | "open"
  | "described"
  | "rank"
  | "view"
  | "search"
  | "learners"
  | "train"
  | "setModel"
  | "setThreshold"
  | "outlook"
  | "list"
  | "snippets"
  | "copies"
  | "map"
  | "drawAudit"
  | "judgeAudit"
  | "table"
  | "report"
  | "labels"
  | "simulate"
  | "synthetic"
>;

/** A running engine. */
export interface RunningEngine {
  readonly api: EngineApi;
  /** Ends it at once; calls that wait are never answered. */
  stop(): void;
  /** Resolves if it ends by itself. */
  readonly died: Promise<string>;
}

/** The code of what calls throw whose worker died. */
export const ENGINE_DIED = "engine-died";

let started = 0;

/** Starts the library in a web worker. */
export function startEngine(): RunningEngine {
  const worker = new Worker(new URL("../worker/main.ts", import.meta.url), { type: "module" });
  const remote = wrap<WorkbenchEngine>(worker);
  const lock = `bagwise-engine-${performance.timeOrigin}-${started++}`;
  worker.postMessage({ lock });
  const over = new AbortController();
  const died = new Promise<string>((resolve) => {
    worker.addEventListener("error", (event) => resolve(event.message || "it could not be loaded"));
    worker.addEventListener("messageerror", () => resolve("a message was lost"));
    // It holds the lock as long as it lives, so once it has it, whoever gets it next knows that it ended.
    worker.addEventListener("message", ({ data }) => {
      if (data?.holds !== lock) return;
      navigator.locks.request(lock, { signal: over.signal }, () => resolve("it ended")).catch(() => undefined);
    });
  });
  const dead = died.then((reason): never => {
    throw { trouble: { code: ENGINE_DIED, message: `The computation stopped: ${reason}.`, remedy: "" } };
  });
  dead.catch(() => undefined);
  /** A call is answered, or fails when the worker dies. */
  const alive = async <Result>(call: Promise<Result>): Promise<Result> => await Promise.race([call, dead]);
  const api: EngineApi = {
    preview: (file) => alive(remote.preview(file)),
    open: (file, described) => alive(remote.open(file, described)),
    described: () => alive(remote.described()),
    rank: (standing, shown) => alive(remote.rank(standing, shown)),
    view: (bag, how) => alive(remote.view(bag, how)),
    search: (words) => alive(remote.search(words)),
    learners: () => alive(remote.learners()),
    setModel: (bytes) => alive(remote.setModel(bytes)),
    setThreshold: (rule) => alive(remote.setThreshold(rule)),
    outlook: (prior) => alive(remote.outlook(prior)),
    list: (request) => alive(remote.list(request)),
    snippets: (indices) => alive(remote.snippets(indices)),
    copies: () => alive(remote.copies()),
    map: (most) => alive(remote.map(most)),
    drawAudit: (n, seed) => alive(remote.drawAudit(n, seed)),
    judgeAudit: (design, answers) => alive(remote.judgeAudit(design, answers)),
    table: (format, answers, only) => alive(remote.table(format, answers, only)),
    synthetic: () => alive(remote.synthetic()),
    train: (request, onProgress) => alive(remote.train(request, proxy(onProgress))),
    report: (bytes, answers, onStep) => alive(remote.report(bytes, answers, proxy(onStep))),
    labels: (answers) => alive(remote.labels(answers)),
    simulate: (file, truth, seed, onRound) => alive(remote.simulate(file, truth, seed, proxy(onRound))),
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
