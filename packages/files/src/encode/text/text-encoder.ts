import type { SparseRow } from "@bagwise/core/bags";
import { count, InputError, readOptions } from "@bagwise/core/base";
import type { Cell, Grid } from "../../table/table.js";
import { columnsOf, freeName } from "../column-names.js";
import type { EncodeContext, Encoder, FittedEncoder } from "../encoder.js";
import { longTexts } from "./long-texts.js";
import { TEXT_OPTIONS } from "./options.js";
import { passagesOf } from "./passages.js";
import { piecesOf, wordsOf, wordTerms } from "./terms.js";
import { MOST_DIFFERENT, Numbered, PassageCounts, TermCounts } from "./vocabulary.js";

/** What the text encoder keeps. */
export interface FittedTexts extends FittedEncoder {
  readonly type: "text";
  /** The columns of text, in the order in which they are read. */
  readonly text: readonly string[];
  /** Words of a passage; null for sentences. */
  readonly passage: number | null;
  /** The terms that are counted: words with their pairs, and pieces of words. */
  readonly words: readonly string[];
  readonly pieces: readonly string[];
}

/**
 * With so many documents, pieces that more than a tenth of them have are left out: they take two thirds of
 * the memory and the time, and the ranking is as good without them (docs/research/texts.md).
 */
const MANY = 1000;
const COMMON = 0.1;

/** The columns of the encoded table. */
const PASSAGE = "passage";
const WORDS = "words";
const PIECES = "pieces";

/**
 * Documents as bags of passages. An instance is a passage, described by how often it has each word, each
 * pair of neighbouring words, and each piece of a word. Texts of a document are read one after the
 * other; a column of one sentence, such as a title, is a passage. Learns the terms that at least two
 * documents share. An empty document is one empty passage.
 */
export const textEncoder: Encoder<FittedTexts> = {
  async fit(grid, context) {
    const { file, options } = context;
    const { text, passage } = readOptions(TEXT_OPTIONS, { text: options.text, passage: options.passage });
    const columns = text ?? longTexts(grid);
    const at = columnsOf(grid, columns, "text", file);
    if (text === undefined)
      context.onNote?.({ code: "texts-found", message: `read as text: ${columns.join(", ")}`, columns });
    const terms = new TermNumbers();
    const counts = { words: new TermCounts(), pieces: new TermCounts() };
    for (let row = 0; row < grid.length; row++) {
      context.signal?.throwIfAborted();
      for (const own of textsOf(grid, row, at).map(wordsOf)) {
        for (const term of wordTerms(own)) counts.words.add(terms.words.of(term));
        for (const word of own) for (const piece of terms.piecesOf(word)) counts.pieces.add(piece);
      }
      counts.words.endDocument();
      counts.pieces.endDocument();
    }
    const fitted = {
      text: columns,
      passage: passage ?? null,
      words: counts.words.vocabulary(terms.words.texts),
      pieces: counts.pieces.vocabulary(terms.pieces.texts, { mostShare: grid.length < MANY ? 1 : COMMON }),
    };
    if (terms.words.isFull || terms.pieces.isFull)
      context.onNote?.({
        code: "many-terms",
        message: `the texts have more different terms than can be told apart: the first ${count(MOST_DIFFERENT, "term")} count`,
      });
    if (fitted.words.length === 0 && fitted.pieces.length === 0) throw noWords(grid, at[0]);
    return { type: "text", ...fitted };
  },
  async encode(fitted, grid, context) {
    const at = columnsOf(grid, fitted.text, "text", context.file);
    const passages: Passages = { rowOf: [], texts: [] };
    const blank: number[] = [];
    const add = (row: number, text: string) => {
      passages.rowOf.push(row);
      passages.texts.push(text);
    };
    for (let row = 0; row < grid.length; row++) {
      context.signal?.throwIfAborted();
      const before = passages.rowOf.length;
      for (const text of textsOf(grid, row, at))
        for (const { start, end } of passagesOf(text, { words: fitted.passage ?? undefined }))
          add(row, text.slice(start, end));
      if (passages.rowOf.length > before) continue;
      blank.push(row);
      add(row, "");
    }
    noteBlank(blank, grid, context);
    return encoded(fitted, grid, at, passages);
  },
};

interface Passages {
  /** The row of the document of each passage. */
  readonly rowOf: number[];
  readonly texts: string[];
}

/** Terms as numbers. Words come again and again, so each is cut into pieces once. */
class TermNumbers {
  readonly words = new Numbered();
  readonly pieces = new Numbered();
  readonly #cut = new Map<string, Uint32Array>();

  piecesOf(word: string): Uint32Array {
    let cut = this.#cut.get(word);
    if (cut === undefined) {
      cut = Uint32Array.from(piecesOf(word), (piece) => this.pieces.of(piece));
      this.#cut.set(word, cut);
    }
    return cut;
  }
}

/** Count the terms of a passage. */
interface Counters {
  words(text: string): SparseRow;
  pieces(text: string): SparseRow;
}

function countersOf(fitted: FittedTexts): Counters {
  const words = new Map(fitted.words.map((term, place) => [term, place]));
  // The pieces of the vocabulary get its places; numbers beyond it are of pieces that nobody counts.
  const terms = new TermNumbers();
  for (const piece of fitted.pieces) terms.pieces.of(piece);
  const counts = { words: new PassageCounts(words.size), pieces: new PassageCounts(fitted.pieces.length) };
  return {
    words(text) {
      for (const term of wordTerms(wordsOf(text))) {
        const place = words.get(term);
        if (place !== undefined) counts.words.add(place);
      }
      return counts.words.take();
    },
    pieces(text) {
      for (const word of wordsOf(text))
        for (const place of terms.piecesOf(word)) if (place < fitted.pieces.length) counts.pieces.add(place);
      return counts.pieces.take();
    },
  };
}

/** The texts of a row, blank ones left out. Numbers and lists of texts are read as text. */
function textsOf(grid: Grid, row: number, columns: readonly number[]): string[] {
  return columns.flatMap((column) => texts(grid.cell(row, column))).filter((text) => text.trim() !== "");
}

function texts(cell: Cell): string[] {
  if (cell === null || cell === undefined) return [];
  if (typeof cell === "string") return [cell];
  if (Array.isArray(cell)) return cell.flatMap(texts);
  return typeof cell === "object" ? [] : [String(cell)];
}

/** The table with a row for each passage. Of the columns of text the first stays, to be shown. */
function encoded(fitted: FittedTexts, grid: Grid, raw: readonly number[], { rowOf, texts: passages }: Passages): Grid {
  const { text: columns, words, pieces } = fitted;
  const gone = new Set(raw.slice(1));
  const kept = grid.columns.flatMap((_, column) => (gone.has(column) ? [] : [column]));
  const names = kept.map((column) => grid.columns[column]);
  const own = [PASSAGE, WORDS, PIECES].map((name) => freeName(name, names));
  // Counted when they are asked for, so that they are held once, in the blocks.
  const counters = countersOf(fitted);
  const cells = [(text: string) => text, counters.words, counters.pieces];
  return {
    ...grid,
    columns: [...names, ...own],
    length: rowOf.length,
    cell: (row, column) =>
      column < kept.length ? grid.cell(rowOf[row], kept[column]) : cells[column - kept.length](passages[row]),
    number: (row) => grid.number(rowOf[row]),
    place: (row, column) => grid.place(rowOf[row], column < kept.length ? kept[column] : raw[0]),
    instanceNoun: PASSAGE,
    shown: [...(grid.shown ?? []), ...columns.slice(0, 1), own[0]],
    blocks: new Map([
      ...(grid.blocks ?? []),
      [own[1], { name: own[1], width: words.length, similarity: "tf-idf", terms: words }],
      // Pieces of words would explain nothing to a reader, so they have no names.
      [own[2], { name: own[2], width: pieces.length, similarity: "tf-idf" }],
    ]),
  };
}

function noteBlank(rows: readonly number[], grid: Grid, { onNote }: EncodeContext): void {
  if (rows.length === 0) return;
  const where = rows.slice(0, 5).map((row) => grid.number(row));
  const named = `${grid.rowNoun}${where.length > 1 ? "s" : ""} ${where.join(", ")}${rows.length > 5 ? " …" : ""}`;
  onNote?.({
    code: "empty-texts",
    message: `${count(rows.length, "document has", "documents have")} no text (${named}): nothing tells them apart`,
  });
}

function noWords(grid: Grid, column: number): InputError {
  return new InputError({
    code: "no-words",
    message: "no text has a word in it",
    remedy: "Name the columns of text with the option text.",
    where: grid.place(0, column),
  });
}
