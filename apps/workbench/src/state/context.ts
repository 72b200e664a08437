import { type Signal, signal } from "@preact/signals";
import type { EngineTrouble } from "../worker/types.js";
import { ENGINE_DIED, type RunningEngine } from "./engine-client.js";
import type { Storage } from "./storage.js";

/** The screens, in the order of their tabs. */
export const SCREENS = ["review", "left", "results", "data", "settings", "keep", "simulate"] as const;
export type ScreenName = "start" | (typeof SCREENS)[number];

/** What the state needs of its surroundings; tests bring their own. */
export interface Surroundings {
  startEngine(): RunningEngine;
  readonly storage: Storage;
  /** Now, as an ISO 8601 text. */
  now(): string;
  newId(): string;
  /** Gets sole use of a review. `onLost` is called when another tab takes it over. */
  lock(id: string, how: { readonly take: boolean; onLost(): void }): Promise<boolean>;
  /** Gives up what `lock` got. */
  unlock(): void;
}

/** Something to tell the user. */
export interface Notice {
  readonly id: number;
  readonly kind: "error" | "note";
  readonly text: string;
}

/** The engine of the page, started again if it dies, and what is told to the user. */
export class Context {
  readonly screen: Signal<ScreenName> = signal("start");
  readonly notices: Signal<readonly Notice[]> = signal([]);
  /** How often the engine had to be started again. */
  readonly restarts: Signal<number> = signal(0);
  readonly surroundings: Surroundings;
  #engine: RunningEngine | undefined;
  #told = 0;
  /** Brings a new engine to where the old one was. */
  restore: () => Promise<void> = async () => undefined;

  constructor(surroundings: Surroundings) {
    this.surroundings = surroundings;
  }

  /** The engine of the page. Started when it is first needed. */
  get engine(): RunningEngine["api"] {
    if (this.#engine === undefined) {
      const engine = this.surroundings.startEngine();
      this.#engine = engine;
      void engine.died.then((reason) => this.#revive(engine, reason));
    }
    return this.#engine.api;
  }

  async #revive(dead: RunningEngine, reason: string): Promise<void> {
    if (this.#engine !== dead) return;
    dead.stop();
    this.#engine = undefined;
    this.restarts.value++;
    if (this.restarts.value > 3) {
      this.tell(
        "error",
        `The part of the page that computes stopped again (${reason}). Reload the page; nothing is lost.`,
      );
      return;
    }
    this.tell("note", "The part of the page that computes had stopped. It was started again, and nothing is lost.");
    await this.restore();
  }

  tell(kind: Notice["kind"], text: string): void {
    if (this.notices.value.some((notice) => notice.text === text)) return;
    this.notices.value = [...this.notices.value, { id: this.#told++, kind, text }];
  }

  dismiss(id: number): void {
    this.notices.value = this.notices.value.filter((notice) => notice.id !== id);
  }

  /** Does something; tells what went wrong. */
  async attempt<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      const { code, message } = wordsOf(error);
      // That is told once, and what was asked is asked again.
      if (code !== ENGINE_DIED) this.tell("error", message);
      return undefined;
    }
  }
}

/** What the engine or the page threw, in words. */
export function wordsOf(error: unknown): EngineTrouble {
  if (typeof error === "object" && error !== null && "trouble" in error) return error.trouble as EngineTrouble;
  const message = error instanceof Error ? error.message : String(error);
  return { code: "fault", message, remedy: "" };
}
