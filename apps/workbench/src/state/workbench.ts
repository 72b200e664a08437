import { version } from "@bagwise/core/base";
import { checkReviewedBags, newSession, parseSession, type ReviewSession, sessionText } from "@bagwise/core/review";
import { effect, type Signal, signal, untracked } from "@preact/signals";
import { fileStem } from "../worker/file-stem.js";
import type { GivenFile, MadeFile, OpenedBags } from "../worker/types.js";
import { Audit } from "./audit.js";
import { Context, type ScreenName, type Surroundings } from "./context.js";
import { Models } from "./models.js";
import { Opening } from "./opening.js";
import { OpenReview } from "./review.js";
import type { SavedReview } from "./storage.js";

/** Models that took less are trained again by themselves when answers came in, at most so often. */
const QUICK = 4;
const ANSWERS_BETWEEN = 10;

/** The whole application without its looks. Every screen reads its signals and calls its methods. */
export class Workbench {
  readonly context: Context;
  readonly opening: Opening;
  readonly review: OpenReview;
  readonly models: Models;
  readonly audit: Audit;
  /** Reviews that are kept in this browser. */
  readonly kept: Signal<readonly SavedReview[]> = signal([]);
  /** The id of the open review. */
  readonly id: Signal<string | null> = signal(null);
  /** A session file that waits for its bags. */
  readonly waiting: Signal<ReviewSession | null> = signal(null);
  /** Whether the browser keeps answers; false after it refused. */
  readonly keeps: Signal<boolean> = signal(true);
  #writes: Promise<void> = Promise.resolve();

  constructor(surroundings: Surroundings) {
    this.context = new Context(surroundings);
    this.opening = new Opening(this.context);
    this.review = new OpenReview(this.context);
    this.models = new Models(this.context, this.review, this.opening);
    this.audit = new Audit(this.context, this.review);
    this.context.restore = () => this.#restore();
    this.review.onEvents = (from, events) => {
      const id = this.#owned();
      if (id === null) return;
      surroundings.storage.note(id, from, events);
      this.#write(async () => {
        await surroundings.storage.append(id, from, events);
        if (events.some(({ type }) => type !== "round")) await this.#saveHead();
      });
      if (events.some(({ type }) => type === "answers")) void this.#trainAgain();
    };
    effect(() => {
      const bag = this.review.queue.value.current?.bag;
      const id = untracked(() => this.#owned());
      if (id !== null && bag !== undefined) surroundings.storage.noteCurrent(id, bag);
    });
    this.models.onModel = (model) => {
      const id = this.#owned();
      if (id !== null) this.#write(() => surroundings.storage.saveModel(id, model));
    };
    this.audit.onChange = (audit, before) => {
      const id = this.#owned();
      if (id !== null) this.#write(() => surroundings.storage.saveAudit(id, audit, before));
    };
  }

  /** The open review, if it is kept and belongs to this tab. */
  #owned(): string | null {
    return this.keeps.value && !this.review.elsewhere.value ? this.id.value : null;
  }

  get #storage() {
    return this.context.surroundings.storage;
  }

  async loadKept(): Promise<void> {
    try {
      this.kept.value = await this.#storage.list();
    } catch {
      this.keeps.value = false;
    }
  }

  /** Opens the file that was looked at, and begins a review. */
  async begin(): Promise<void> {
    const looked = this.opening.looked.value;
    if (looked === null) return;
    this.opening.busy.value = true;
    await this.context.attempt(async () => {
      const bags = await this.context.engine.open(looked.file);
      const { audit, ...session } = this.#sessionFor(looked.file, bags);
      this.models.clear();
      this.audit.current.value = null;
      this.opening.opened(looked.file, looked.truth);
      const id = this.context.surroundings.newId();
      await this.#lock(id, false);
      this.id.value = id;
      this.review.elsewhere.value = false;
      this.review.start(bags, session);
      this.waiting.value = null;
      this.#write(async () => {
        const { blob, photos } = looked.file;
        await this.#storage.saveFile(id, { blob, ...(photos && { photos }), truth: looked.truth });
        await this.#saveHead();
        await this.#storage.append(id, 0, session.events);
        if (audit !== undefined) await this.#storage.saveAudit(id, { audit, model: null }, null);
      });
      if (audit !== undefined) void this.audit.take({ audit, model: null });
      this.context.screen.value = "review";
      void this.models.train();
    });
    this.opening.busy.value = false;
  }

  #sessionFor({ name, reading }: GivenFile, { hash, summary, ids, labels, copies }: OpenedBags): ReviewSession {
    const { bags, positive, negative } = summary;
    const data = { file: name, hash, bags, positive, negative, reading };
    const waiting = this.waiting.value;
    if (waiting === null) return newSession({ program: version, data });
    if (waiting.data.hash === hash) {
      checkReviewedBags(waiting, { ids, labels, copies: () => copies });
      return waiting;
    }
    throw new Error(
      `The review belongs to other bags (${waiting.data.file ?? "no file"}, ${waiting.data.bags} bags). Choose the file that it began with, read in the same way.`,
    );
  }

  /** Takes a session file. Its bags come from a file that is chosen next. */
  takeSession(text: string): void {
    this.waiting.value = parseSession(text);
  }

  /** Goes on with a review that the browser keeps. Returns whether there is one. */
  async resume(id: string, { take = false }: { take?: boolean } = {}): Promise<boolean> {
    await this.#writes;
    // First, so that no other tab writes while it is loaded. Until then, nothing can be answered here either.
    this.review.elsewhere.value = true;
    const owner = await this.#lock(id, take);
    const found = await this.#storage.load(id, { own: owner.mine }).catch(() => undefined);
    if (found === undefined) {
      this.context.surroundings.unlock();
      return false;
    }
    this.keeps.value = true;
    const { review, file: kept, events, model, audit } = found;
    this.opening.busy.value = true;
    await this.context.attempt(async () => {
      const { blob, photos } = kept;
      const file: GivenFile = { blob, name: review.name, reading: review.reading, ...(photos && { photos }) };
      const bags = await this.context.engine.open(file);
      this.models.clear();
      this.audit.current.value = null;
      this.opening.opened(file, kept.truth);
      this.id.value = id;
      this.review.start(bags, { ...review.head, events }, review.current);
      this.review.elsewhere.value = !owner.mine;
      if (this.context.screen.value === "start") this.context.screen.value = "review";
      if (model === null) void this.models.train();
      else {
        this.models.method.value = model.method;
        this.models.options.value = model.options;
        await this.models.take(model);
      }
      if (audit !== null) await this.audit.take(audit);
    });
    this.opening.busy.value = false;
    return true;
  }

  /** Takes this review over from another tab. */
  async takeOver(): Promise<void> {
    if (this.id.value !== null) await this.resume(this.id.value, { take: true });
  }

  async forget(id: string): Promise<void> {
    await this.#storage.remove(id);
    await this.loadKept();
  }

  /** Back to the start. The review stays in the browser. */
  async leave(): Promise<void> {
    this.models.cancel();
    await this.#writes;
    this.id.value = null;
    this.context.surroundings.unlock();
    this.review.session.value = null;
    this.opening.file.value = null;
    this.opening.forget();
    this.context.screen.value = "start";
    await this.loadKept();
  }

  go(screen: ScreenName): void {
    this.context.screen.value = screen;
  }

  /** The session with its audit as a file, as `bagwise review` and `bagwise audit` read it. */
  sessionFile(): MadeFile | undefined {
    const review = this.review.session.value;
    if (review === null) return undefined;
    const audit = this.audit.current.value?.audit;
    const session: ReviewSession = audit === undefined ? review : { ...review, audit };
    const name = `${fileStem(session.data.file ?? "review")}.review.json`;
    return { name, type: "application/json", bytes: new TextEncoder().encode(sessionText(session)) };
  }

  /** Waits until everything is kept. */
  async settle(): Promise<void> {
    await this.#writes;
  }

  /** Asks for sole use of a review. `mine` turns false when another tab takes it over. */
  async #lock(id: string, take: boolean): Promise<{ readonly mine: boolean }> {
    const owner = { mine: true };
    const onLost = () => {
      owner.mine = false;
      this.review.elsewhere.value = true;
    };
    const got = await this.context.surroundings.lock(id, { take, onLost });
    owner.mine &&= got;
    return owner;
  }

  async #saveHead(): Promise<void> {
    const [id, session, file] = [this.id.value, this.review.session.value, this.opening.file.value];
    if (id === null || session === null || file === null) return;
    const { events: _, ...head } = session;
    const { counts } = this.review.state.value ?? { counts: undefined };
    await this.#storage.save({
      id,
      name: file.name,
      reading: file.reading,
      head,
      current: this.review.queue.value.current?.bag ?? null,
      updated: this.context.surroundings.now(),
      answered: counts === undefined ? 0 : counts.positive + counts.negative,
      found: counts?.positive ?? 0,
    });
  }

  #write(work: () => Promise<void>): void {
    // What another tab took over meanwhile is its own to keep; it finds what was noted.
    const owned = () => (this.review.elsewhere.value ? undefined : work());
    this.#writes = this.#writes.then(owned).catch((error: unknown) => {
      this.keeps.value = false;
      const reason = error instanceof Error ? error.message : String(error);
      this.context.tell(
        "error",
        `The browser could not keep your answers (${reason}). Download the session under Keep before you close this page.`,
      );
    });
  }

  /** A model that trains quickly follows the answers. */
  async #trainAgain(): Promise<void> {
    const saved = this.models.saved.value;
    if (saved === null || this.models.running.value !== null || saved.seconds > QUICK || !this.models.useAnswers.value)
      return;
    if (this.review.settled.value.length - saved.answers >= ANSWERS_BETWEEN) await this.models.train();
  }

  async #restore(): Promise<void> {
    await this.opening.lookAgain();
    const file = this.opening.file.value;
    if (file === null) return;
    await this.context.attempt(async () => {
      await this.context.engine.open(file);
      const saved = this.models.saved.value;
      if (saved !== null) await this.models.take(saved);
    });
    this.review.restart();
  }
}
