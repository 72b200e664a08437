import type { BagSet } from "@bagwise/core/bags";
import { InputError, type Note } from "@bagwise/core/base";
import type { NoteCode } from "@bagwise/core/codes";
import type { Model } from "@bagwise/core/model";
import { readParts } from "../../node/files/read-bags.js";
import { progressLine } from "../text/progress.js";
import { withFlagNames } from "./options.js";
import { optionsOf, type ReadingFlags } from "./reading.js";

/** The bags of a database in parts, and what reading them noted so far. */
export interface BagParts {
  readonly parts: AsyncIterable<BagSet>;
  readonly notes: Note[];
}

/** Reads all bags of a database for a model, part by part, with a progress line if it takes long. */
export function partsWithFlags(path: string, flags: ReadingFlags, model: Pick<Model, "medians" | "card">): BagParts {
  if (flags.trainBags !== undefined)
    throw new InputError({
      code: "option",
      message: "--train-bags is given, but all bags are scored",
      remedy: "Leave it out.",
    });
  const { options, notes } = optionsOf(flags, model);
  async function* parts(): AsyncGenerator<BagSet> {
    const progress = progressLine(`scoring ${path}`);
    let done = 0;
    const all = readParts(path, options);
    try {
      for (;;) {
        const { value, done: ended } = await withFlagNames(() => all.next());
        if (ended) return;
        yield value;
        done += value.instances * value.dimension * 8;
        progress.update(done, undefined);
      }
    } finally {
      progress.end();
      await all.return(undefined);
    }
  }
  return { parts: parts(), notes };
}

/** The notes that count something in each part. */
const COUNTING: ReadonlySet<NoteCode> = new Set(["imputed", "dropped", "lost-bags"]);

/** Notes of several parts as those of one: counts are added up, and the rest comes once. */
export function joinedNotes(notes: readonly Note[]): Note[] {
  const found = new Map<string, Note>();
  for (const note of notes) {
    const counts = COUNTING.has(note.code);
    const key = counts ? `${note.code} ${plain(note.message)}` : note.message;
    const before = found.get(key);
    found.set(key, before !== undefined && counts ? sumOf(before, note) : note);
  }
  return [...found.values()];
}

const NUMBER = /\d[\d,]*/g;

/** The message without numbers, and without what changes with them. */
function plain(message: string): string {
  return message.replace(NUMBER, "#").replace(/\b(was|were|is|are|its|their|it|them|all)\b|s\b/g, "");
}

function sumOf(before: Note, note: Note): Note {
  const numbers = (before.message.match(NUMBER) ?? []).map((text) => Number(text.replaceAll(",", "")));
  let k = 0;
  const message = note.message.replace(NUMBER, (text) =>
    (Number(text.replaceAll(",", "")) + (numbers[k++] ?? 0)).toLocaleString("en-US"),
  );
  return { ...note, message };
}
