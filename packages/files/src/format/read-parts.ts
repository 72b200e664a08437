import type { BagSet } from "@bagwise/core/bags";
import type { FormatName, ReadOptions } from "./format.js";
import { openInput, recalledOptions } from "./read-bags.js";
import type { Cut } from "./rows/cut.js";
import { settledBags } from "./rows/settled-bags.js";
import type { Input, Source } from "./text/source.js";

/** The formats whose rows are read as they come, if they are numbers. */
const AS_THEY_COME: ReadonlySet<FormatName> = new Set(["csv", "tsv", "jsonl", "parquet"]);

/** How many parts may wait until the source is asked for more. */
const WAITING = 2;

/** Nobody wants the rest: ends the reading. */
class Abandoned extends Error {}

/**
 * The bags of a file in parts of at least `values` values, but for the last one, in the order of the file:
 * together the same bags as those of `readBags`, with the same notes and errors. Memory: a few parts, where a file
 * of CSV, TSV, JSON Lines or Parquet holds plain numbers; otherwise all bags come as one part. Throws a
 * `ScatteredBag` if the rows of a bag are in several parts. Needs a recipe, because only all rows tell what
 * a column means; a file of its own for labels is not read. `room`: see `Cut`.
 */
export async function* readBagParts(
  input: Input,
  options: ReadOptions,
  { values, room }: { values: number; room?: Cut["room"] },
): AsyncGenerator<BagSet> {
  const { recipe } = options;
  if (recipe === undefined) throw new Error("parts are read like another file");
  const wanted = recalledOptions(recipe, options);
  const { source, format, gzipped } = await openInput(input, options);
  options.onNote?.({ code: "format-recognised", message: `read as ${format.name}${gzipped ? ", gzipped" : ""}` });
  let first = true;
  const settled = (bags: BagSet) => {
    const all = settledBags(bags, source.name, first ? options : { ...options, onNote: undefined });
    first = false;
    return all;
  };
  if (!AS_THEY_COME.has(format.name)) {
    yield settled(await format.read(source, wanted));
    return;
  }
  const noun = format.name === "parquet" ? "row" : "line";
  const parts = new Queue<BagSet>();
  const cut = { values, noun, room, take: (bags: BagSet) => parts.push(bags) } as const;
  // The last part is the result.
  const reading = format.read(patient(source, parts), { ...wanted, cut }).then(
    (rest) => parts.end(rest),
    (error: unknown) => parts.fail(error),
  );
  try {
    for (;;) {
      const bags = await parts.next();
      if (bags === undefined) return;
      if (bags.size > 0) yield settled(bags);
    }
  } finally {
    parts.abandon();
    await reading;
  }
}

/** What one side makes and the other takes, one after the other. */
class Queue<Item> {
  readonly #items: Item[] = [];
  #failure: { readonly error: unknown } | undefined;
  #ended = false;
  #abandoned = false;
  readonly #waiters: (() => void)[] = [];

  push(item: Item): void {
    this.#items.push(item);
    this.#wake();
  }

  end(last: Item): void {
    this.#ended = true;
    this.push(last);
  }

  fail(error: unknown): void {
    this.#failure = { error };
    this.#wake();
  }

  abandon(): void {
    this.#abandoned = true;
    this.#wake();
  }

  /** The next item; undefined after the last one. Items before a failure come first. */
  async next(): Promise<Item | undefined> {
    for (;;) {
      const item = this.#items.shift();
      this.#wake();
      if (item !== undefined) return item;
      if (this.#failure !== undefined) throw this.#failure.error;
      if (this.#ended) return undefined;
      await this.#change();
    }
  }

  /** Waits until few items are left. Throws if nobody takes them any more. */
  async room(): Promise<void> {
    while (!this.#abandoned && this.#items.length >= WAITING) await this.#change();
    if (this.#abandoned) throw new Abandoned();
  }

  async #change(): Promise<void> {
    await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  #wake(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }
}

/** The source, whose bytes come only while few parts wait. */
function patient(source: Source, parts: Queue<BagSet>): Source {
  const { slice } = source;
  return {
    ...source,
    async *bytes() {
      for await (const piece of source.bytes()) {
        await parts.room();
        yield piece;
      }
    },
    ...(slice && {
      slice: async (start: number, end: number, room?: ArrayBuffer) => {
        await parts.room();
        return await slice(start, end, room);
      },
    }),
  };
}
