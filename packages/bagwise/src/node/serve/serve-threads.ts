import { Worker } from "node:worker_threads";
import { encodeModel, type Model } from "@bagwise/core/model";
import { bundled, REST } from "../threads/thread-pool.js";
import { Refused, tooMuch } from "./refused.js";
import type { FromThread, Served, ServeJob, ServeThread, ToThread } from "./serve-worker.js";

/** A thread was ended because of another request. */
class Ended extends Error {}

interface Waiting {
  done(served: Served): void;
  fail(error: unknown): void;
}

interface ThreadOptions {
  readonly threads: number;
  /** The most bytes of a body. */
  readonly maxBody: number;
  /** A thread that does not hear within so many milliseconds that nobody waits for its work is ended, if it ever began. */
  readonly patience: number;
}

/** Threads that read bodies and score their bags, so that the one that listens always answers. */
export class ServeThreads {
  readonly #data: ServeThread;
  readonly #threads: Thread[];
  readonly #patience: number;

  constructor(model: Model, { threads, maxBody, patience }: ThreadOptions) {
    this.#patience = patience;
    const bytes = encodeModel(model, { form: "binary" });
    const shared = new SharedArrayBuffer(bytes.length);
    new Uint8Array(shared).set(bytes);
    this.#data = { model: shared, maxBody };
    this.#threads = Array.from({ length: threads }, () => this.#start());
  }

  /**
   * The answer to a body, by the thread that has least to do, or by another if that had to be ended because of another
   * request. An aborted signal rejects with its reason at once. Rejects with a Refused, also if a thread had not
   * enough memory.
   */
  async answer(job: ServeJob, signal: AbortSignal): Promise<Served> {
    for (;;) {
      for (const [k, thread] of this.#threads.entries()) if (thread.ended) this.#threads[k] = this.#start();
      try {
        return await this.#threads.reduce((a, b) => (b.load < a.load ? b : a)).answer(job, signal);
      } catch (error) {
        if (!(error instanceof Ended)) throw error;
      }
    }
  }

  /** Resolves when they can answer; rejects if they cannot be started. */
  async ready(): Promise<void> {
    await Promise.all(this.#threads.map(({ ready }) => ready));
  }

  #start(): Thread {
    return new Thread(this.#data, this.#patience);
  }

  /** Ends the threads: after a short rest, or at once if they still work. */
  async close(): Promise<void> {
    if (this.#threads.every(({ load }) => load === 0)) await new Promise((done) => setTimeout(done, REST));
    await Promise.all(this.#threads.map((thread) => thread.end(tooMuch())));
  }
}

class Thread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #patience: number;
  #last = 0;
  ended = false;
  /** Resolves when it has the model. */
  readonly ready: Promise<void>;

  constructor(data: ServeThread, patience: number) {
    this.#patience = patience;
    this.#worker = new Worker(bundled(new URL("./serve-worker.js", import.meta.url)), { workerData: data });
    this.ready = new Promise((done, fail) => {
      this.#worker.once("message", () => done()).once("error", fail);
    });
    // Whoever asks hears of it.
    this.ready.catch(() => undefined);
    this.#worker.on("message", (message: FromThread) => {
      if ("ready" in message) return;
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if ("served" in message) waiting?.done(message.served);
      else waiting?.fail(new Refused(message.problem.status, message.problem.code, message.problem.message));
    });
    // A new one takes what comes later.
    this.#worker.on("error", (error: NodeJS.ErrnoException) =>
      this.end(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuch() : error),
    );
  }

  /** How many bodies it has to answer. */
  get load(): number {
    return this.#waiting.size;
  }

  answer(job: ServeJob, signal: AbortSignal): Promise<Served> {
    signal.throwIfAborted();
    const id = ++this.#last;
    const tell = (message: ToThread) => this.#worker.postMessage(message);
    return new Promise<Served>((done, fail) => {
      const forget = () => {
        fail(signal.reason);
        tell({ id, forget: true });
        const end = () => this.#waiting.has(id) && this.end(new Ended());
        this.ready.then(() => setTimeout(end, this.#patience).unref());
      };
      const settled = () => signal.removeEventListener("abort", forget);
      signal.addEventListener("abort", forget);
      this.#waiting.set(id, {
        done: (served) => {
          settled();
          done(served);
        },
        fail: (error) => {
          settled();
          fail(error);
        },
      });
      tell({ id, ...job });
    });
  }

  /** Ends it; what it still had to answer fails with this error. */
  async end(error: Error): Promise<void> {
    this.ended = true;
    for (const { fail } of this.#waiting.values()) fail(error);
    this.#waiting.clear();
    await this.#worker.terminate();
  }
}
