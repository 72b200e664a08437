import {
  type GivenAnswer,
  listWaits,
  type ReviewAnswer,
  type ReviewEvent,
  type ReviewOptions,
  type ReviewProgress,
  type ReviewSession,
  type ReviewState,
  reviewState,
  type SettledBag,
  standingOf,
  withEvent,
  withUndo,
} from "@bagwise/core/review";
import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { BagView, OpenedBags, Ranked } from "../worker/types.js";
import type { Context } from "./context.js";
import { advanced, changes, EMPTY_QUEUE, type QueueState, renewed, type Shown, turnedTo } from "./queue.js";

/** What learning is doing, for the line below the queue. */
export interface Learning {
  readonly busy: boolean;
  /** How many answers the queue has learned from. */
  readonly answers: number;
  readonly milliseconds: number;
  /** How many of the next bags are others than before. */
  readonly changed: number;
}

/**
 * A review: its session, what is on the screen, and what was learned so far. Answers never wait for learning:
 * the next bag comes from the queue, which is made again in the background.
 */
export class OpenReview {
  readonly session: Signal<ReviewSession | null> = signal(null);
  readonly bags: Signal<OpenedBags | null> = signal(null);
  readonly queue: Signal<QueueState> = signal(EMPTY_QUEUE);
  readonly progress: Signal<ReviewProgress | null> = signal(null);
  readonly scores: Signal<Float64Array | null> = signal(null);
  readonly learning: Signal<Learning> = signal({ busy: false, answers: 0, milliseconds: 0, changed: 0 });
  /** What was looked at, by index; of the last ranking. */
  readonly views: Signal<ReadonlyMap<number, BagView>> = signal(new Map());
  /** Whether copies of a bag get its answer. */
  readonly together: Signal<boolean> = signal(true);
  /** Another tab has this review: nothing can be changed here. */
  readonly elsewhere: Signal<boolean> = signal(false);
  readonly state: ReadonlySignal<ReviewState | null> = computed(() =>
    this.session.value === null ? null : reviewState(this.session.value),
  );
  /** What was answered, as labels. */
  readonly settled: ReadonlySignal<readonly SettledBag[]> = computed(() => this.state.value?.reviewed ?? []);
  /** Called with new events, to keep them. */
  onEvents: (from: number, events: readonly ReviewEvent[]) => void = () => undefined;

  readonly #context: Context;
  #index: ReadonlyMap<string, number> = new Map();
  readonly #seen = new Map<string, Shown>();
  #again = false;
  #round = 0;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Begins or goes on with a review of these bags, with this bag on the screen. */
  start(bags: OpenedBags, session: ReviewSession, current: string | null = null): void {
    this.#index = new Map(bags.ids.map((id, i) => [id, i]));
    this.#seen.clear();
    batch(() => {
      this.bags.value = bags;
      this.session.value = session;
      this.views.value = new Map();
      this.queue.value = this.#resumed(session, current);
      this.progress.value = null;
      this.#round++;
    });
    void this.learn();
  }

  /** The queue as it was: what was on the screen, and bags of the last round without an answer. */
  #resumed({ events }: ReviewSession, current: string | null): QueueState {
    for (const event of events)
      if (event.type === "round") for (const shown of event.shown) this.#seen.set(shown.bag, shown);
    const waiting = (this.state.value?.waiting ?? []).filter((bag) => bag !== current);
    const order = current === null || this.#isAnswered(current) ? waiting : [current, ...waiting];
    return advanced({ current: null, upcoming: order.flatMap((bag) => this.#seen.get(bag) ?? []) }, () => false);
  }

  indexOf(bag: string): number {
    return this.#index.get(bag) ?? -1;
  }

  /** Whether a bag can be answered here: what the file says of a bag is not up for review. */
  canAnswer(bag: string): boolean {
    return !this.elsewhere.value && this.bags.value?.labels[this.indexOf(bag)] === "unlabeled";
  }

  /** Other open bags of the same family of copies. */
  copiesOf(bag: string): string[] {
    const bags = this.bags.value;
    const i = this.indexOf(bag);
    if (bags === null || i < 0) return [];
    const family = bags.copies[i];
    const found: string[] = [];
    for (let j = family; j < bags.ids.length; j++)
      if (j !== i && bags.copies[j] === family && bags.labels[j] === "unlabeled") found.push(bags.ids[j]);
    return found;
  }

  /** Answers the bag on the screen, and shows the next one. */
  answer(answer: ReviewAnswer, { note, tags }: Pick<GivenAnswer, "note" | "tags"> = {}): void {
    const { current } = this.queue.value;
    if (current === null || this.session.value === null || !this.canAnswer(current.bag)) return;
    const more = { ...(note && { note }), ...(tags && tags.length > 0 && { tags }) };
    const copies = this.together.value ? this.copiesOf(current.bag).filter((bag) => !this.#isSettled(bag)) : [];
    const answers = [current.bag, ...copies].map((bag) => ({ bag, answer, ...more }));
    batch(() => {
      this.#add({ type: "answers", at: this.#context.surroundings.now(), answers });
      this.queue.value = advanced(this.queue.value, (bag) => this.#isAnswered(bag));
    });
    void this.learn();
  }

  /** Takes back the latest answer, and shows its bag again. */
  undo(): void {
    const session = this.session.value;
    const at = this.state.value?.undoable;
    if (session === null || at === undefined || this.elsewhere.value) return;
    const event = session.events[at];
    const bag = event.type === "answers" ? event.answers[0]?.bag : undefined;
    const before = session.events.length;
    batch(() => {
      this.session.value = withUndo(session, this.#context.surroundings.now());
      this.#kept(before);
      if (bag !== undefined)
        this.queue.value = turnedTo(this.queue.value, this.#shownAs(bag), (each) => this.#isAnswered(each));
    });
    void this.learn();
  }

  /** Takes back one answer of the history. */
  takeBack(event: number): void {
    if (this.elsewhere.value) return;
    this.#add({ type: "undo", at: this.#context.surroundings.now(), event });
    void this.learn();
  }

  /** Shows a bag that the reviewer asked for: an earlier one, or one that was searched for. */
  show(bag: string): void {
    const isNew =
      !this.#isAnswered(bag) &&
      this.queue.value.current?.bag !== bag &&
      this.bags.value?.labels[this.indexOf(bag)] === "unlabeled";
    const shown: Shown = isNew ? { ...this.#shownAs(bag), why: "chosen" } : this.#shownAs(bag);
    batch(() => {
      // A round of its own: what the reviewer looks for was not drawn at random.
      if (isNew && !this.elsewhere.value) {
        const open = (this.bags.value?.summary.unlabeled ?? 0) - this.settled.value.length;
        const checking = this.state.value?.checkFrom !== null;
        this.#add({ type: "round", at: this.#context.surroundings.now(), open, checking, shown: [shown] });
      }
      this.queue.value = turnedTo(this.queue.value, shown, (each) => this.#isAnswered(each));
    });
    void this.look();
  }

  /** Shows the bag that was answered before the one on the screen. */
  back(): void {
    const answered = [...(this.state.value?.answers.keys() ?? [])];
    const at = answered.indexOf(this.queue.value.current?.bag ?? "");
    const before = answered[at > 0 ? at - 1 : at === 0 ? 0 : answered.length - 1];
    if (before !== undefined) this.show(before);
  }

  /** Shows bags again that were skipped or that nobody could tell. */
  revisit(): void {
    const aside = this.#aside();
    if (aside.length > 0)
      this.queue.value = {
        current: this.#shownAs(aside[0]),
        upcoming: aside.slice(1).map((bag) => this.#shownAs(bag)),
      };
    void this.look();
  }

  change(change: { readonly options?: Partial<ReviewOptions>; readonly criteria?: string }): void {
    if (this.elsewhere.value) return;
    this.#add({ type: "change", at: this.#context.surroundings.now(), ...change });
    if (change.options !== undefined) void this.learn();
  }

  /** Learns from the answers. Asked again meanwhile, it does so once more at the end. */
  async learn(): Promise<void> {
    if (this.learning.value.busy) {
      this.#again = true;
      return;
    }
    this.learning.value = { ...this.learning.value, busy: true };
    let done: boolean | undefined;
    do {
      this.#again = false;
      void this.look();
      const bags = this.bags.value;
      done = await this.#context.attempt(async () => {
        const session = this.session.value ?? unknownReview();
        const state = this.state.value ?? unknownReview();
        const waits = listWaits(session, state);
        const ranked = await this.#context.engine.rank(standingOf(session, state), this.#onScreen());
        // Meanwhile the review may have been left, or another one begun.
        if (this.session.value === null || this.bags.value !== bags) return false;
        this.#learned(ranked, waits);
        return true;
      });
    } while (this.#again && done !== undefined && this.session.value !== null);
    this.learning.value = { ...this.learning.value, busy: false };
    // After a failure the engine may know of no file yet; `restart` comes when it does.
    if (done === true) await this.look();
  }

  /** After the engine was started again. */
  restart(): void {
    this.learning.value = { ...this.learning.value, busy: false };
    void this.learn();
  }

  /** The bag on the screen, with what is answered together with it. */
  #onScreen(): string[] {
    const { current } = this.queue.value;
    return current === null ? [] : [current.bag, ...(this.together.value ? this.copiesOf(current.bag) : [])];
  }

  /** Takes what was learned. A list that waits for answers stays, as in `bagwise review`. */
  #learned({ list, open, checking, progress, scores, milliseconds }: Ranked, waits: boolean): void {
    const before = this.queue.value;
    // What was answered meanwhile, and what is on the screen by now, was chosen by an earlier list, and stays so.
    const old = new Set(this.#onScreen());
    const shown = waits ? [] : list.filter(({ bag }) => !old.has(bag) && !this.#isAnswered(bag));
    const next = waits ? before : renewed(before, shown, this.together.value);
    batch(() => {
      if (shown.length > 0 && !this.elsewhere.value)
        this.#add({ type: "round", at: this.#context.surroundings.now(), open, checking, shown });
      for (const each of shown) this.#seen.set(each.bag, each);
      this.queue.value = next;
      this.progress.value = progress;
      this.scores.value = scores;
      this.learning.value = {
        busy: this.learning.value.busy,
        answers: progress.reviewed,
        milliseconds,
        changed: changes(before.upcoming, next.upcoming),
      };
      this.#round++;
    });
  }

  /** Fetches what is on the screen and the next two bags, so that an answer need not wait. */
  async look(): Promise<void> {
    const { current, upcoming } = this.queue.value;
    const round = this.#round;
    for (const shown of [current, ...upcoming.slice(0, 2)]) {
      if (shown === null) continue;
      const index = this.indexOf(shown.bag);
      const known = this.views.value.get(index);
      if (index < 0 || (known !== undefined && this.#viewedIn.get(known) === round)) continue;
      const bags = this.bags.value;
      const view = await this.#context.attempt(() => this.#context.engine.view(index));
      if (view === undefined || this.bags.value !== bags) return;
      // A picture may take so long that a later ranking has answered first.
      const latest = this.views.value.get(index);
      if (latest !== undefined && (this.#viewedIn.get(latest) ?? 0) > round) continue;
      this.#viewedIn.set(view, round);
      const others = [...this.views.value].filter(([each]) => each !== index);
      this.views.value = new Map([...others, [index, view] as const].slice(-40));
    }
  }
  /** The round that each view is of. */
  readonly #viewedIn = new WeakMap<BagView, number>();

  #shownAs(bag: string): Shown {
    const known = this.#seen.get(bag);
    return (
      known ?? { bag, why: "chosen", rank: 0, score: this.scores.value?.[this.indexOf(bag)] ?? 0, probability: null }
    );
  }

  #aside(): string[] {
    return [...(this.state.value?.answers.values() ?? [])].flatMap(({ bag, answer }) =>
      answer === "cannot tell" || answer === "skipped" ? [bag] : [],
    );
  }

  #isAnswered(bag: string): boolean {
    return this.state.value?.answers.has(bag) ?? false;
  }

  #isSettled(bag: string): boolean {
    const answer = this.state.value?.answers.get(bag)?.answer;
    return answer === "positive" || answer === "negative";
  }

  #add(event: ReviewEvent): void {
    const session = this.session.value;
    if (session === null) return;
    this.session.value = withEvent(session, event);
    this.#kept(session.events.length);
  }

  #kept(from: number): void {
    this.onEvents(from, this.session.value?.events.slice(from) ?? []);
  }
}

function unknownReview(): never {
  throw new Error("no review is open");
}
