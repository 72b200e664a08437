import { batch, type Signal, signal } from "@preact/signals";
import type { EngineTrouble, GivenFile, Preview, Reading } from "../worker/types.js";
import { type Context, wordsOf } from "./context.js";
import { ENGINE_DIED } from "./engine-client.js";

/** A file that is looked at before it is opened. */
export interface Looked {
  readonly file: GivenFile;
  readonly truth: Blob | null;
  readonly preview: Preview | null;
  readonly busy: boolean;
  readonly trouble: EngineTrouble | null;
}

/** What comes with a file. */
interface LookOptions {
  readonly reading?: Reading;
  readonly truth?: Blob | null;
  readonly photos?: GivenFile["photos"];
}

/** Choosing a file and how to read it. */
export class Opening {
  readonly looked: Signal<Looked | null> = signal(null);
  /** The file that is open, and the true labels of a sample. */
  readonly file: Signal<GivenFile | null> = signal(null);
  readonly truth: Signal<Blob | null> = signal(null);
  readonly busy: Signal<boolean> = signal(false);
  readonly #context: Context;
  #asked = 0;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Looks at a file. Nothing is opened yet. */
  async look(blob: Blob, name: string, { reading = {}, truth = null, photos }: LookOptions = {}): Promise<void> {
    const file: GivenFile = { blob, name, reading, ...(photos && { photos }) };
    const asked = ++this.#asked;
    const before = this.looked.value;
    const same = before?.file.blob === blob ? before.preview : null;
    this.looked.value = { file, truth, preview: same, busy: true, trouble: null };
    try {
      const preview = await this.#context.engine.preview(file);
      if (asked === this.#asked) this.looked.value = { file, truth, preview, busy: false, trouble: null };
    } catch (error) {
      const trouble = wordsOf(error);
      if (asked === this.#asked && trouble.code !== ENGINE_DIED)
        this.looked.value = { file, truth, preview: null, busy: false, trouble };
    }
  }

  /** Looks again if the engine died meanwhile. */
  async lookAgain(): Promise<void> {
    const looked = this.looked.value;
    if (looked?.busy) await this.look(looked.file.blob, looked.file.name, { ...looked.file, truth: looked.truth });
  }

  /** Reads the file in another way. */
  async read(change: Readonly<Record<string, Reading[string] | undefined>>): Promise<void> {
    const looked = this.looked.value;
    if (looked === null) return;
    const reading = Object.fromEntries(
      Object.entries({ ...looked.file.reading, ...change }).filter(([, value]) => value !== undefined),
    ) as Reading;
    await this.look(looked.file.blob, looked.file.name, { ...looked.file, reading, truth: looked.truth });
  }

  /** Another file instead. */
  forget(): void {
    this.#asked++;
    this.looked.value = null;
  }

  opened(file: GivenFile, truth: Blob | null): void {
    batch(() => {
      this.file.value = file;
      this.truth.value = truth;
      this.looked.value = null;
    });
  }
}
