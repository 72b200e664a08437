import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { ReviewEvent, ReviewSession } from "#lib/evaluation/review/session.js";
import type { AuditView, Reading } from "../worker/types.js";

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
export interface SavedFile {
  readonly blob: Blob;
  /** The true labels of a sample, to simulate with. */
  readonly truth: Blob | null;
}

/** A trained model of a review. */
export interface SavedModel {
  readonly bytes: Uint8Array;
  readonly method: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly seconds: number;
  /** How many answers it was trained with. */
  readonly answers: number;
}

/** A blind audit that goes on. */
export interface SavedAudit extends AuditView {
  /** The bags that have an answer, and whether it is positive. */
  readonly answers: readonly (readonly [bag: number, positive: boolean])[];
  /** How many answers of the review the audited model was trained with. */
  readonly trainedWith: number;
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
  load(id: string): Promise<KeptReview | undefined>;
  /** Keeps the file, once: it may be large. */
  saveFile(id: string, file: SavedFile): Promise<void>;
  /** Keeps a review, or what changed of it. */
  save(review: SavedReview): Promise<void>;
  /** Adds events from place k on. Fails if another tab has written there. */
  append(id: string, k: number, events: readonly ReviewEvent[]): Promise<void>;
  saveModel(id: string, model: SavedModel): Promise<void>;
  /** Keeps the audit, or forgets it. */
  saveAudit(id: string, audit: SavedAudit | null): Promise<void>;
  remove(id: string): Promise<void>;
}

interface Schema extends DBSchema {
  reviews: { key: string; value: SavedReview };
  files: { key: string; value: SavedFile };
  events: { key: [string, number]; value: ReviewEvent };
  models: { key: string; value: SavedModel };
  audits: { key: string; value: SavedAudit };
}

/** Reviews in IndexedDB: each event is a record of its own, so an answer costs the same however long a review is. */
export function browserStorage(): Storage {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const database = () => {
    opened ??= openDB<Schema>("bagwise-workbench", 2, {
      upgrade(db, before) {
        if (before < 1) {
          db.createObjectStore("reviews", { keyPath: "id" });
          db.createObjectStore("files");
          db.createObjectStore("events");
          db.createObjectStore("models");
        }
        db.createObjectStore("audits");
      },
    });
    return opened;
  };
  const all = (id: string) => IDBKeyRange.bound([id, 0], [id, Number.POSITIVE_INFINITY]);
  return {
    async list() {
      const reviews = await (await database()).getAll("reviews");
      return reviews.sort((a, b) => (a.updated < b.updated ? 1 : -1));
    },
    async load(id) {
      const db = await database();
      const [review, file] = await Promise.all([db.get("reviews", id), db.get("files", id)]);
      if (review === undefined || file === undefined) return undefined;
      const [events, model, audit] = await Promise.all([
        db.getAll("events", all(id)),
        db.get("models", id),
        db.get("audits", id),
      ]);
      return { review, file, events, model: model ?? null, audit: audit ?? null };
    },
    async saveFile(id, file) {
      await (await database()).put("files", file, id);
    },
    async save(review) {
      await (await database()).put("reviews", review);
    },
    async append(id, k, events) {
      const transaction = (await database()).transaction("events", "readwrite");
      await Promise.all([...events.map((event, i) => transaction.store.add(event, [id, k + i])), transaction.done]);
    },
    async saveModel(id, model) {
      await (await database()).put("models", model, id);
    },
    async saveAudit(id, audit) {
      const db = await database();
      if (audit === null) await db.delete("audits", id);
      else await db.put("audits", audit, id);
    },
    async remove(id) {
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
  return {
    list: async () => [...reviews.values()].sort((a, b) => (a.updated < b.updated ? 1 : -1)),
    load: async (id) => {
      const [review, file] = [reviews.get(id), files.get(id)];
      if (review === undefined || file === undefined) return undefined;
      return {
        review,
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
    append: async (id, k, more) => {
      const own = events.get(id) ?? [];
      if (own.length !== k) throw new Error("another tab has written");
      events.set(id, [...own, ...more]);
    },
    saveModel: async (id, model) => {
      models.set(id, model);
    },
    saveAudit: async (id, audit) => {
      if (audit === null) audits.delete(id);
      else audits.set(id, audit);
    },
    remove: async (id) => {
      for (const each of [reviews, files, events, models, audits]) each.delete(id);
    },
  };
}
