import { terminal } from "../terminal.js";

/** The width of text that goes to no screen, such as a file. */
const USUAL = 100;
/** Lines longer than this are hard to read, and in fewer columns than the least no table fits. */
const WIDEST = 120;
const NARROWEST = 40;

/** Characters as a reader sees them: a letter with its accents is one. */
const CHARACTERS = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Characters that take two columns: the scripts of East Asia, full-width forms and emoji. Half-width
 * forms and letters of the same scripts that join the one before take less, see `characterWidth`.
 */
const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Tangut}\p{Script=Nushu}\p{Script=Khitan_Small_Script}\p{Emoji_Presentation}\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3099-\u309c\u30a0\u30fb\u30fc\u3190-\u31ef\u3200-\u4dff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1d300}-\u{1d356}\u{1d360}-\u{1d376}\u{1f200}-\u{1f265}]/u;
const HALF = /^[\u02ea\u02eb\u1160-\u11ff\u303f\u3248-\u324f\ud7b0-\ud7fb\uff61-\uffdc\u{1f1e6}-\u{1f1ff}]/u;
const MARK = /^[\p{Mn}\p{Me}]/u;
/** A character with a selector that makes it an emoji, and the two letters of a flag. */
const EMOJI = /^(?:\p{Emoji}\ufe0f|\p{Regional_Indicator}{2})/u;

/** How many columns of a screen the text takes. */
export function textWidth(text: string): number {
  // Nearly all text, in one step.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of CHARACTERS.segment(text)) width += characterWidth(segment);
  return width;
}

function characterWidth(character: string): number {
  if (EMOJI.test(character)) return 2;
  if (MARK.test(character)) return 0;
  return WIDE.test(character) && !HALF.test(character) ? 2 : 1;
}

/** The text with blanks up to a width: after it, or before it if `right`. */
export function padded(text: string, width: number, { right = false } = {}): string {
  const blanks = " ".repeat(Math.max(0, width - textWidth(text)));
  return right ? blanks + text : text + blanks;
}

/** The text, cut with an ellipsis if it is wider than this. */
export function shortened(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let [kept, taken] = ["", 0];
  for (const { segment } of CHARACTERS.segment(text)) {
    taken += characterWidth(segment);
    if (taken > width - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** How many columns lines may take: as many as the screen has, within reason. */
export function screenWidth(): number {
  const { isTTY, columns } = terminal().stdout;
  return isTTY && columns ? Math.min(WIDEST, Math.max(NARROWEST, columns)) : USUAL;
}

/** Whether output goes to a screen, where a line that is too long breaks. */
export function onScreen(): boolean {
  return terminal().stdout.isTTY === true;
}
