import type { ReplayedReview } from "@bagwise/core/review";
import { batch, type Signal, signal } from "@preact/signals";
import type { EngineTrouble, LearnerView, ListRequest, MapView, ModelView, PriorOutlook } from "../worker/types.js";
import { type Context, wordsOf } from "./context.js";
import type { RunningEngine } from "./engine-client.js";
import type { Opening } from "./opening.js";
import type { OpenReview } from "./review.js";
import type { SavedModel } from "./storage.js";

/** A training or simulation that goes on. */
export interface Running {
  readonly what: "training" | "report" | "simulation";
  readonly step: string;
  readonly done: number;
  readonly total: number;
  /** When it began, in milliseconds of `performance.now`. */
  readonly since: number;
}

/** The list of results: what is asked for, and the bags in order. */
export const ALL_BAGS: ListRequest = { sort: "score", down: true, search: "", show: "all", settled: [] };

/** Long calls have an engine of their own, which can be ended at once. */
export class Models {
  readonly learners: Signal<readonly LearnerView[]> = signal([]);
  readonly method: Signal<string> = signal("auto");
  readonly options: Signal<Readonly<Record<string, unknown>>> = signal({});
  readonly useAnswers: Signal<boolean> = signal(true);
  readonly running: Signal<Running | null> = signal(null);
  readonly trouble: Signal<EngineTrouble | null> = signal(null);
  readonly saved: Signal<SavedModel | null> = signal(null);
  readonly view: Signal<ModelView | null> = signal(null);
  readonly outlook: Signal<PriorOutlook | null> = signal(null);
  readonly request: Signal<ListRequest> = signal(ALL_BAGS);
  /** Bags that were chosen, in the list or on the map. */
  readonly chosen: Signal<ReadonlySet<number>> = signal(new Set());
  readonly order: Signal<Uint32Array> = signal(new Uint32Array(0));
  readonly map: Signal<MapView | null> = signal(null);
  readonly copies: Signal<readonly (readonly string[])[]> = signal([]);
  readonly simulation: Signal<ReplayedReview | null> = signal(null);
  /** Called with a new model, to keep it. */
  onModel: (model: SavedModel) => void = () => undefined;

  readonly #context: Context;
  readonly #review: OpenReview;
  readonly #opening: Opening;
  #worker: RunningEngine | undefined;
  #workerHas: unknown;
  #listed = 0;

  constructor(context: Context, review: OpenReview, opening: Opening) {
    this.#context = context;
    this.#review = review;
    this.#opening = opening;
  }

  /** Forgets everything about the file before. */
  clear(): void {
    this.cancel();
    batch(() => {
      this.method.value = "auto";
      this.options.value = {};
      this.useAnswers.value = true;
      this.saved.value = null;
      this.view.value = null;
      this.outlook.value = null;
      this.request.value = ALL_BAGS;
      this.order.value = new Uint32Array(0);
      this.map.value = null;
      this.chosen.value = new Set();
      this.copies.value = [];
      this.simulation.value = null;
      this.trouble.value = null;
    });
  }

  async loadLearners(): Promise<void> {
    if (this.learners.value.length === 0)
      this.learners.value = (await this.#context.attempt(() => this.#context.engine.learners())) ?? [];
  }

  setOption(name: string, value: unknown): void {
    const { [name]: _, ...rest } = this.options.value;
    this.options.value = value === undefined ? rest : { ...rest, [name]: value };
  }

  setMethod(method: string): void {
    this.method.value = method;
    this.options.value = {};
  }

  /** Trains with the settings. One training at a time: a new one ends the one before. */
  async train(): Promise<void> {
    this.cancel();
    const answers = this.useAnswers.value ? this.#review.settled.value.length : 0;
    const given = answers === 0 ? [] : [...(this.#review.state.value?.answers.values() ?? [])];
    const [method, options] = [this.method.value, this.options.value];
    await this.#long("training", async (worker) => {
      const onProgress = ({ step, done, total }: { step: string; done: number; total: number }) =>
        this.#progress(step, done, total);
      const { bytes, seconds } = await worker.train({ method, options, answers: given }, onProgress);
      const saved = { bytes, method, options, seconds, answers, given };
      await this.take(saved);
      this.onModel(saved);
    });
  }

  /** Uses a model: a new one, or one that was kept. */
  async take(saved: SavedModel): Promise<void> {
    const view = await this.#context.engine.setModel(saved.bytes);
    batch(() => {
      this.saved.value = saved;
      this.view.value = view;
      this.map.value = null;
    });
    this.outlook.value = await this.#context.engine.outlook(null);
    await this.list({});
  }

  /** Ends what goes on, at once. */
  cancel(): void {
    if (this.running.value === null) return;
    this.#worker?.stop();
    this.#worker = undefined;
    this.running.value = null;
  }

  async setThreshold(rule: string): Promise<void> {
    await this.#context.attempt(async () => {
      const { view, bytes } = await this.#context.engine.setThreshold(rule);
      const saved = this.saved.value && { ...this.saved.value, bytes };
      batch(() => {
        this.view.value = view;
        this.saved.value = saved;
      });
      if (saved !== null) this.onModel(saved);
      this.outlook.value = await this.#context.engine.outlook(null);
    });
  }

  async statePrior(prior: number | null): Promise<void> {
    const asked = ++this.#stated;
    const found = await this.#context.attempt(() => this.#context.engine.outlook(prior));
    if (found !== undefined && asked === this.#stated) this.outlook.value = found;
  }
  #stated = 0;

  /** Sorts and filters the list of results. The latest request counts. */
  async list(change: Partial<ListRequest>): Promise<void> {
    this.request.value = { ...this.request.value, ...change, settled: this.#review.settled.value };
    const asked = ++this.#listed;
    const order = await this.#context.attempt(() => this.#context.engine.list(this.request.value));
    if (order !== undefined && asked === this.#listed) this.order.value = order;
  }

  async loadMap(most = 50_000): Promise<void> {
    const of = this.view.value;
    if (this.map.value !== null || of === null) return;
    const found = await this.#context.attempt(() => this.#context.engine.map(most));
    // A new model has a map of its own.
    if (found !== undefined && this.view.value === of) this.map.value = found;
  }

  async loadCopies(): Promise<void> {
    this.copies.value = (await this.#context.attempt(() => this.#context.engine.copies())) ?? [];
  }

  async report() {
    const { saved } = this;
    const model = saved.value;
    if (model === null) return undefined;
    return await this.#long("report", (worker) =>
      worker.report(model.bytes, model.given, (done, total) => this.#progress("writing the report", done, total)),
    );
  }

  async simulate(truth: Blob | null, seed: number): Promise<void> {
    const file = this.#opening.file.value;
    if (file === null) return;
    this.cancel();
    this.simulation.value = null;
    const found = await this.#long("simulation", (worker) =>
      worker.simulate(file, truth, seed, (reviewed, hits, pool) =>
        this.#progress(
          `${reviewed.toLocaleString("en-US")} reviewed, ${hits.toLocaleString("en-US")} found`,
          reviewed,
          pool,
        ),
      ),
    );
    if (found !== undefined) this.simulation.value = found;
  }

  #progress(step: string, done: number, total: number): void {
    const running = this.running.value;
    if (running !== null) this.running.value = { ...running, step, done, total };
  }

  /** Runs something long in the engine beside. Undefined if it was ended, or failed: then `trouble` says why. */
  async #long<Result>(
    what: Running["what"],
    work: (api: RunningEngine["api"]) => Promise<Result>,
  ): Promise<Result | undefined> {
    const file = this.#opening.file.value;
    if (file === null) return undefined;
    const started: Running = { what, step: "", done: 0, total: 0, since: performance.now() };
    this.running.value = started;
    this.trouble.value = null;
    const worker = this.#beside();
    const isOver = () => this.#worker !== worker;
    try {
      if (this.#workerHas !== file) await worker.api.open(file, await this.#described());
      this.#workerHas = file;
      const result = await work(worker.api);
      return isOver() ? undefined : result;
    } catch (error) {
      if (isOver()) return undefined;
      this.trouble.value = wordsOf(error);
      worker.stop();
      this.#worker = undefined;
      return undefined;
    } finally {
      if (!isOver() || this.#worker === undefined) this.running.value = null;
    }
  }

  /** Conformers that the engine of the page has made already; nothing for other bags. */
  async #described() {
    if (this.#review.bags.value?.encoder !== "molecule") return undefined;
    return await this.#context.engine.described().catch(() => undefined);
  }

  #beside(): RunningEngine {
    if (this.#worker === undefined) {
      this.#worker = this.#context.surroundings.startEngine();
      this.#workerHas = undefined;
    }
    return this.#worker;
  }
}
