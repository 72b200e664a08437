import type { GivenAnswer, ReviewAudit, ReviewEvent, ReviewSession } from "@bagwise/core/review";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { GivenFile, Reading } from "../worker/types.js";

/** A review that is kept in the browser, without its events. */
export interface SavedReview {
  readonly id: string;
  readonly name: string;
  readonly reading: Reading;
  readonly head: Omit<ReviewSession, "events">;
  readonly updated: string;
  /** The bag on the screen. */
  readonly current: string | null;
  /** For the list of reviews. */
  readonly answered: number;
  readonly found: number;
}

/** The bags of a review, as they were chosen. */
export interface SavedFile extends Pick<GivenFile, "blob" | "photos"> {
  /** The true labels of a sample, to simulate with. */
  readonly truth: Blob | null;
}

/** A trained model of a review. */
export interface SavedModel {
  readonly bytes: Uint8Array;
  readonly method: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly seconds: number;
  /** How many answers it was trained with, and all that were given then. */
  readonly answers: number;
  readonly given: readonly GivenAnswer[];
}

/** A blind audit that goes on. */
export interface SavedAudit {
  readonly audit: ReviewAudit;
  /** The audited model; null if the audit came with a session file, which holds none. */
  readonly model: Uint8Array | null;
}

export interface KeptReview {
  readonly review: SavedReview;
  readonly file: SavedFile;
  readonly events: readonly ReviewEvent[];
  readonly model: SavedModel | null;
  readonly audit: SavedAudit | null;
}

/** Where reviews are kept. */
export interface Storage {
  list(): Promise<SavedReview[]>;
  /** A review; its owner also gets, and keeps, what was noted and not kept yet. */
  load(id: string, how: { readonly own: boolean }): Promise<KeptReview | undefined>;
  /** Keeps the file, once: it may be large. */
  saveFile(id: string, file: SavedFile): Promise<void>;
  /** Keeps a review, or what changed of it. */
  save(review: SavedReview): Promise<void>;
  /** Notes events at once, before they are kept: what is not kept yet when the page ends is there the next time. */
  note(id: string, k: number, events: readonly ReviewEvent[]): void;
  /** Notes the bag on the screen at once. What is loaded next has it, however much of `save` is still to come. */
  noteCurrent(id: string, bag: string): void;
  /** Adds events from place k on. Fails if another tab has written there. */
  append(id: string, k: number, events: readonly ReviewEvent[]): Promise<void>;
  saveModel(id: string, model: SavedModel): Promise<void>;
  /** Keeps the audit, or forgets it. Fails if another tab has written since it was as `before`; null is none. */
  saveAudit(id: string, audit: SavedAudit | null, before: SavedAudit | null): Promise<void>;
  remove(id: string): Promise<void>;
}

interface Schema extends DBSchema {
  reviews: { key: string; value: SavedReview };
  files: { key: string; value: SavedFile };
  events: { key: [string, number]; value: ReviewEvent };
  models: { key: string; value: SavedModel };
  audits: { key: string; value: SavedAudit };
}

/** Events that were noted and not kept yet, by their place. In localStorage, which writes at once. */
const notes = {
  key: (id: string) => `bagwise-workbench ${id}`,
  read(id: string): [place: number, event: ReviewEvent][] {
    try {
      return JSON.parse(localStorage.getItem(this.key(id)) ?? "[]");
    } catch {
      return [];
    }
  },
  write(id: string, noted: readonly (readonly [number, ReviewEvent])[]): void {
    try {
      if (noted.length === 0) localStorage.removeItem(this.key(id));
      else localStorage.setItem(this.key(id), JSON.stringify(noted));
    } catch {
      // It is full, or switched off: then the database alone keeps answers.
    }
  },
};

/** The bag on the screen of each review, where it is written at once. */
const currentBag = {
  key: (id: string) => `bagwise-workbench ${id} bag`,
  read(id: string): string | null {
    try {
      return localStorage.getItem(this.key(id));
    } catch {
      return null;
    }
  },
  write(id: string, bag: string | null): void {
    try {
      if (bag === null) localStorage.removeItem(this.key(id));
      else localStorage.setItem(this.key(id), bag);
    } catch {
      // It is full, or switched off: then the database alone keeps it, a little later.
    }
  },
};

/** Events with those that were noted and go on where they end. */
function withNoted(id: string, events: readonly ReviewEvent[]): ReviewEvent[] {
  const all = [...events];
  for (const [place, event] of notes.read(id)) if (place === all.length) all.push(event);
  return all;
}

/** Throws unless the audit that is kept is the one that this tab knows. */
function checkUnchanged(kept: SavedAudit | undefined, known: SavedAudit | null): void {
  const text = (saved: SavedAudit | null) => JSON.stringify([saved?.audit.code, saved?.audit.answers]);
  if (text(kept ?? null) !== text(known)) throw elsewhere();
}

function elsewhere(): Error {
  return new Error("another tab has written");
}

/** Reviews in IndexedDB: each event is a record of its own, so an answer costs the same however long a review is. */
export function browserStorage(): Storage {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const database = () => {
    opened ??= openDB<Schema>("bagwise-workbench", 3, {
      upgrade(db, before) {
        if (before < 1) {
          db.createObjectStore("reviews", { keyPath: "id" });
          db.createObjectStore("files");
          db.createObjectStore("events");
        }
        // Audits had no code of `bagwise audit` before, and models not the answers that they know.
        if (before === 2) db.deleteObjectStore("audits");
        if (before === 1 || before === 2) db.deleteObjectStore("models");
        db.createObjectStore("models");
        db.createObjectStore("audits");
      },
    });
    return opened;
  };
  const all = (id: string) => IDBKeyRange.bound([id, 0], [id, Number.POSITIVE_INFINITY]);
  const append = async (id: string, k: number, events: readonly ReviewEvent[]): Promise<void> => {
    const transaction = (await database()).transaction("events", "readwrite");
    await Promise.all([...events.map((event, i) => transaction.store.add(event, [id, k + i])), transaction.done]);
    const kept = k + events.length;
    notes.write(
      id,
      notes.read(id).filter(([place]) => place >= kept),
    );
  };
  return {
    async list() {
      const reviews = await (await database()).getAll("reviews");
      return reviews.sort((a, b) => (a.updated < b.updated ? 1 : -1));
    },
    async load(id, { own }) {
      const db = await database();
      const [review, file] = await Promise.all([db.get("reviews", id), db.get("files", id)]);
      if (review === undefined || file === undefined) return undefined;
      const [events, model, audit] = await Promise.all([
        db.getAll("events", all(id)),
        db.get("models", id),
        db.get("audits", id),
      ]);
      const current = currentBag.read(id) ?? review.current;
      const parts = { review: { ...review, current }, file, model: model ?? null, audit: audit ?? null };
      const complete = withNoted(id, events);
      if (!own || complete.length === events.length) return { ...parts, events };
      try {
        await append(id, events.length, complete.slice(events.length));
        return { ...parts, events: complete };
      } catch {
        // The tab that had the review before has just kept them itself.
        return { ...parts, events: await db.getAll("events", all(id)) };
      }
    },
    async saveFile(id, file) {
      await (await database()).put("files", file, id);
    },
    async save(review) {
      await (await database()).put("reviews", review);
    },
    note(id, k, events) {
      notes.write(id, [...notes.read(id), ...events.map((event, i) => [k + i, event] as const)]);
    },
    noteCurrent: (id, bag) => currentBag.write(id, bag),
    append,
    async saveModel(id, model) {
      await (await database()).put("models", model, id);
    },
    async saveAudit(id, audit, before) {
      const transaction = (await database()).transaction("audits", "readwrite");
      checkUnchanged(await transaction.store.get(id), before);
      await (audit === null ? transaction.store.delete(id) : transaction.store.put(audit, id));
      await transaction.done;
    },
    async remove(id) {
      notes.write(id, []);
      currentBag.write(id, null);
      const stores = ["reviews", "files", "events", "models", "audits"] as const;
      const transaction = (await database()).transaction(stores, "readwrite");
      await Promise.all([
        transaction.objectStore("reviews").delete(id),
        transaction.objectStore("files").delete(id),
        transaction.objectStore("events").delete(all(id)),
        transaction.objectStore("models").delete(id),
        transaction.objectStore("audits").delete(id),
        transaction.done,
      ]);
    },
  };
}

/** The same in memory, for tests and for browsers that keep nothing. */
export function memoryStorage(): Storage {
  const reviews = new Map<string, SavedReview>();
  const files = new Map<string, SavedFile>();
  const events = new Map<string, ReviewEvent[]>();
  const models = new Map<string, SavedModel>();
  const audits = new Map<string, SavedAudit>();
  const currents = new Map<string, string>();
  return {
    list: async () => [...reviews.values()].sort((a, b) => (a.updated < b.updated ? 1 : -1)),
    load: async (id) => {
      const [review, file] = [reviews.get(id), files.get(id)];
      if (review === undefined || file === undefined) return undefined;
      return {
        review: { ...review, current: currents.get(id) ?? review.current },
        file,
        events: [...(events.get(id) ?? [])],
        model: models.get(id) ?? null,
        audit: audits.get(id) ?? null,
      };
    },
    saveFile: async (id, file) => {
      files.set(id, file);
    },
    save: async (review) => {
      reviews.set(review.id, review);
    },
    note: () => undefined,
    noteCurrent: (id, bag) => {
      currents.set(id, bag);
    },
    append: async (id, k, more) => {
      const own = events.get(id) ?? [];
      if (own.length !== k) throw elsewhere();
      events.set(id, [...own, ...more]);
    },
    saveModel: async (id, model) => {
      models.set(id, model);
    },
    saveAudit: async (id, audit, before) => {
      checkUnchanged(audits.get(id), before);
      if (audit === null) audits.delete(id);
      else audits.set(id, audit);
    },
    remove: async (id) => {
      for (const each of [reviews, files, events, models, audits, currents]) each.delete(id);
    },
  };
}
