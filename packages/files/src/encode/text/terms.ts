/** The words of a text in lower case, without accents on the way: letters and digits of any script. */
export function wordsOf(text: string): string[] {
  return text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
}

/**
 * Letters, marks and digits, with apostrophes and hyphens inside; scripts without blanks come as runs. What is longer
 * than some thousand characters, such as a packed picture, comes in several pieces.
 */
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]{0,999}(?:['’][\p{L}\p{M}]{1,99}){0,9}/gu;

/** Words of two letters or more, and pairs of neighbours. */
export function* wordTerms(words: readonly string[]): Generator<string> {
  let before: string | undefined;
  for (const word of words) {
    if (word.length < 2) continue;
    yield word;
    if (before !== undefined) yield `${before} ${word}`;
    before = word;
  }
}

/** The lengths of the pieces of words. */
const SHORTEST = 3;
const LONGEST = 5;

/**
 * Pieces of three to five characters of a word, with a blank on either side of it: they know endings
 * and compounds, and need no stemmer for any language. A word shorter than a piece gives itself once.
 */
export function piecesOf(word: string): string[] {
  const padded = ` ${word} `;
  const pieces: string[] = [];
  for (let length = SHORTEST; length <= LONGEST; length++) {
    if (padded.length <= length) return [...pieces, padded];
    for (let at = 0; at + length <= padded.length; at++) pieces.push(padded.slice(at, at + length));
  }
  return pieces;
}
