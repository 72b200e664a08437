import type { ReviewAudit } from "@bagwise/core/review";
import { type Signal, signal } from "@preact/signals";
import type { AuditResult } from "../worker/types.js";
import type { Context } from "./context.js";
import type { OpenReview } from "./review.js";
import type { SavedAudit, SavedModel } from "./storage.js";

/** An audit with what its answers say so far. */
export interface RunningAudit extends SavedAudit {
  readonly result: AuditResult | null;
}

/**
 * A blind audit beside the review. It is about the model that was there when it began; later models do not
 * change it.
 */
export class Audit {
  readonly current: Signal<RunningAudit | null> = signal(null);
  /** Called with an audit and each of its answers, to keep it, and what was there before; null is none. */
  onChange: (audit: SavedAudit | null, before: SavedAudit | null) => void = () => undefined;
  readonly #context: Context;
  readonly #review: OpenReview;

  constructor(context: Context, review: OpenReview) {
    this.#context = context;
    this.#review = review;
  }

  /** Draws bags for the audit of this model. */
  async begin(model: SavedModel, n: number, seed: number): Promise<void> {
    if (this.#review.elsewhere.value) return;
    await this.#context.attempt(async () => {
      const { design, code } = await this.#context.engine.drawAudit(n, seed);
      this.#set({ audit: { code, design, answers: [], trainedWith: model.answers }, model: model.bytes });
    });
  }

  /** Goes on with an audit that was kept, or that came with a session. */
  async take(saved: SavedAudit): Promise<void> {
    this.current.value = { ...saved, result: null };
    await this.#judge();
  }

  /** The first of its bags without an answer. */
  next(): string | undefined {
    const { design, answers } = this.current.value?.audit ?? NOTHING;
    const answered = new Set(answers.map(({ bag }) => bag));
    return design.bags.find(({ bag }) => !answered.has(bag))?.bag;
  }

  async answer(bag: string, positive: boolean): Promise<void> {
    const now = this.current.value;
    if (now === null || this.#review.elsewhere.value) return;
    const answers = [...now.audit.answers.filter((each) => each.bag !== bag), { bag, positive }];
    this.#set({ audit: { ...now.audit, answers }, model: now.model }, now.result);
    await this.#judge();
  }

  /** Takes back the latest answer. */
  async undo(): Promise<void> {
    const now = this.current.value;
    if (now === null || now.audit.answers.length === 0 || this.#review.elsewhere.value) return;
    this.#set({ audit: { ...now.audit, answers: now.audit.answers.slice(0, -1) }, model: now.model });
    await this.#judge();
  }

  /** Puts the audit away. */
  end(): void {
    if (this.#review.elsewhere.value) return;
    this.#keep(null, null);
  }

  #set(saved: SavedAudit, result: AuditResult | null = null): void {
    this.#keep(saved, { ...saved, result });
  }

  #keep(saved: SavedAudit | null, running: RunningAudit | null): void {
    const before = this.current.value;
    this.current.value = running;
    this.onChange(saved, before);
  }

  async #judge(): Promise<void> {
    const asked = this.current.value?.audit;
    if (asked === undefined || asked.answers.length === 0) return;
    const result = await this.#context.attempt(() => this.#context.engine.judgeAudit(asked.design, asked.answers));
    const now = this.current.value;
    if (result !== undefined && now?.audit === asked) this.current.value = { ...now, result };
  }
}

const NOTHING: Pick<ReviewAudit, "design" | "answers"> = {
  design: { threshold: 0, seed: 0, population: 0, strata: [], bags: [] },
  answers: [],
};
