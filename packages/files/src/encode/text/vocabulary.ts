import { SparseRow } from "@bagwise/core/bags";

/** Terms that only one document has say nothing about any other. */
const LEAST_DOCUMENTS = 2;
/** The most frequent ones are kept. */
const MOST_TERMS = 100_000;

/** So many different terms are told apart: they take a gigabyte, and a Map holds twice as many. */
export const MOST_DIFFERENT = 2 ** 23;

/** Numbers for texts, in the order of their first appearance. */
export class Numbered {
  readonly #numbers = new Map<string, number>();
  readonly #most: number;
  readonly texts: string[] = [];

  constructor({ most = MOST_DIFFERENT }: { readonly most?: number } = {}) {
    this.#most = most;
  }

  /** Whether there are texts without a number of their own, as there are too many. */
  get isFull(): boolean {
    return this.texts.length === this.#most;
  }

  /** The number of a text, new or known. All texts that come after the first `most` share one number, which has no text. */
  of(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    if (this.isFull) return this.#most;
    this.#numbers.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }
}

/** Counts in how many documents each term occurs. Terms are numbers, for speed. */
export class TermCounts {
  #documents = new Uint32Array(1024);
  /** The last document that had a term, counted from 1. */
  #last = new Uint32Array(1024);
  #document = 1;

  /** Takes a term of the current document; only the first time counts. */
  add(term: number): void {
    if (term >= this.#last.length) this.#grow(term);
    if (this.#last[term] === this.#document) return;
    this.#last[term] = this.#document;
    this.#documents[term]++;
  }

  /** Ends the current document. */
  endDocument(): void {
    this.#document++;
  }

  /**
   * The terms of at least two documents, the 100,000 most frequent ones, those of more documents first
   * and equal ones by their characters. If no two documents share a term, all terms. `mostShare`: terms
   * of more than this share of the documents are left out.
   */
  vocabulary(texts: readonly string[], { mostShare = 1 }: { mostShare?: number } = {}): string[] {
    const most = mostShare * (this.#document - 1);
    const all = Array.from(texts, (term, k) => ({ term, documents: this.#documents[k] ?? 0 }));
    const shared = all.filter(({ documents }) => documents >= LEAST_DOCUMENTS && documents <= most);
    return (shared.length > 0 ? shared : all)
      .sort((a, b) => b.documents - a.documents || (a.term < b.term ? -1 : 1))
      .slice(0, MOST_TERMS)
      .map(({ term }) => term);
  }

  #grow(term: number): void {
    const size = Math.max(term + 1, 2 * this.#last.length);
    const [documents, last] = [new Uint32Array(size), new Uint32Array(size)];
    documents.set(this.#documents);
    last.set(this.#last);
    this.#documents = documents;
    this.#last = last;
  }
}

/** Counts terms by their places in a vocabulary, passage by passage. */
export class PassageCounts {
  readonly #counts: Float64Array;
  #seen = new Uint32Array(256);
  #length = 0;

  constructor(vocabulary: number) {
    this.#counts = new Float64Array(vocabulary);
  }

  /** Counts a place of the current passage. */
  add(place: number): void {
    if (this.#counts[place]++ > 0) return;
    if (this.#length === this.#seen.length) {
      const more = new Uint32Array(2 * this.#length);
      more.set(this.#seen);
      this.#seen = more;
    }
    this.#seen[this.#length++] = place;
  }

  /** The counts of the passage, which then begins anew. */
  take(): SparseRow {
    const indices = this.#seen.slice(0, this.#length).sort();
    const values = new Float64Array(indices.length);
    for (let k = 0; k < indices.length; k++) {
      values[k] = this.#counts[indices[k]];
      this.#counts[indices[k]] = 0;
    }
    this.#length = 0;
    return new SparseRow(indices, values);
  }
}
