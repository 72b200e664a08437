/** A passage of a text: where it stands, in UTF-16 units. */
export interface Passage {
  readonly start: number;
  readonly end: number;
}

/** Shorter passages are joined with the next: a heading, a number of a list. */
const LEAST_WORDS = 3;
/** A passage without any end in sight is cut after so many words. */
const MOST_WORDS = 120;

/**
 * The passages of a text: sentences, or windows of `words` words that do not overlap. Blank lines and
 * items of lists end a sentence; headings and pieces of fewer than three words belong to what follows.
 * A full stop ends none after a single letter, after an abbreviation such as `e.g.`, or before a lower-case letter
 * or a digit. Works without word lists: by the sentence marks of many scripts. An empty text has no
 * passage. Costs one pass.
 */
export function passagesOf(text: string, { words }: { words?: number | undefined } = {}): Passage[] {
  return words === undefined ? sentences(text) : windows(text, words);
}

/** Ends of sentences: marks that end one anywhere, a full stop that may, and breaks of lines. A row of marks is looked at once. */
const ENDS =
  /[。！？｡]+["'”’)\]】」』]*|(?<![.!?…؟।])[.!?…؟।]+["'”’)\]]*(?=\s|$)|\n\s*\n|\n(?=\s*(?:[-*•‣–]|\d{1,3}[.)])\s)/gu;
/** What stands before a full stop that ends no sentence: a single letter, or letters with full stops among them. */
const ABBREVIATION =
  /(?:^|[\s("'[])(?:\p{L}|\p{L}{1,3}(?:\.\p{L}{1,3})+|(?:vs|etc|cf|resp|approx|ca|al|fig|figs|no|nos|vol|pp|eq|dr|mr|mrs|ms|prof|st|jr|sr|inc|ltd|dept))$/iu;
/** What may follow such an abbreviation at the end of a sentence. */
const LOWER = /^\s*[\p{Ll}\p{Nd},;:)]/u;

function sentences(text: string): Passage[] {
  const found: Passage[] = [];
  // Where a passage begins, and how many words it has until `counted`: each is counted once.
  let [start, counted, words] = [0, 0, 0];
  for (const match of text.matchAll(ENDS)) {
    const end = match.index + match[0].length;
    if (match[0].startsWith(".") && !endsSentence(text, start, match.index, end)) continue;
    words += wordsIn(text.slice(counted, end));
    counted = end;
    if (words < LEAST_WORDS) continue;
    push(found, text, start, end);
    [start, words] = [end, 0];
  }
  const rest = text.slice(start);
  const last = found.at(-1);
  if (last !== undefined && wordsIn(rest) < LEAST_WORDS && rest.trim() !== "")
    found[found.length - 1] = { start: last.start, end: start + rest.trimEnd().length };
  else push(found, text, start, text.length);
  return found.flatMap((passage) => shortened(text, passage));
}

/** Whether the full stop at `stop` ends the sentence that began at `start`. */
function endsSentence(text: string, start: number, stop: number, end: number): boolean {
  const after = text.slice(end, end + 20);
  if (LOWER.test(after)) return false;
  return !ABBREVIATION.test(text.slice(Math.max(start, stop - 20), stop));
}

/** Windows of so many words, one after the other; a short rest belongs to the last one. */
function windows(text: string, words: number): Passage[] {
  const places = [...text.matchAll(/\S+/gu)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  const found: Passage[] = [];
  for (let first = 0; first < places.length; ) {
    const left = places.length - first;
    const taken = left < 1.5 * words ? left : words;
    found.push({ start: places[first].start, end: places[first + taken - 1].end });
    first += taken;
  }
  return found;
}

/** A passage that never ends, such as a table without full stops, in pieces. */
function shortened(text: string, { start, end }: Passage): Passage[] {
  const own = text.slice(start, end);
  if (own.length < 2 * MOST_WORDS || wordsIn(own) <= MOST_WORDS) return [{ start, end }];
  return windows(own, MOST_WORDS).map((piece) => ({ start: start + piece.start, end: start + piece.end }));
}

/** Adds a passage without the blanks around it; none if nothing is left. */
function push(found: Passage[], text: string, start: number, end: number): void {
  const own = text.slice(start, end);
  const trimmed = own.trim();
  if (trimmed === "") return;
  const from = start + own.indexOf(trimmed[0]);
  found.push({ start: from, end: from + trimmed.length });
}

/** Words, where blanks divide them; else characters of scripts without blanks, two for a word. */
function wordsIn(text: string): number {
  const parts = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return parts.reduce(
    (sum, part) => sum + (/[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]/u.test(part) ? part.length / 2 : 1),
    0,
  );
}
