import { styleText } from "node:util";
import { terminal } from "../terminal.js";
import { BREAK, forScreen, own, visible, visibleJson, visibleLines } from "./visible.js";
import { padded, screenWidth, textWidth } from "./width.js";

type Style = Parameters<typeof styleText>[0];

/** How many lines are handed to a stream at once. */
const LINES = 4096;

/**
 * Styles text for standard output; plain if that is no terminal. FORCE_COLOR and NO_COLOR overrule
 * it, the latter above all.
 */
export function styled(style: Style, text: string): string {
  const { stdout, env } = terminal();
  const forced = env.FORCE_COLOR === undefined ? stdout.isTTY : env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  if (!forced || env.NO_COLOR) return text;
  const [before, after] = styleText(style, "|", { validateStream: false }).split("|");
  return own(before) + text + own(after);
}

/**
 * A bar of `length` characters, to an eighth of one; at least a sliver for anything above 0.
 */
export function bar(length: number): string {
  if (length <= 0) return "";
  const eighths = Math.max(1, Math.round(length * 8));
  const rest = eighths % 8;
  return "█".repeat(Math.floor(eighths / 8)) + (rest === 0 ? "" : "▏▎▍▌▋▊▉"[rest - 1]);
}

/**
 * Text in lines as wide as the screen (`screenWidth`), each with an indent. The breaks are ours
 * (`BREAK`); one within the text is shown as any other control character.
 */
export function wrapped(text: string, { indent = "" }: { indent?: string } = {}): string {
  const width = screenWidth();
  const lines: string[] = [];
  let [line, taken] = ["", 0];
  for (const word of visible(text).split(" ")) {
    const more = textWidth(word);
    if (line !== "" && taken + 1 + more > width) {
      lines.push(line);
      line = "";
    }
    taken = line === "" ? indent.length + more : taken + 1 + more;
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => indent + each).join(BREAK);
}

/** The width of the column of titles. */
const TITLE = 12;

/** A title in a column of its own and the text beside it, wrapped; below it if the title is too wide. */
export function titled(title: string, text: string, { style = "bold" }: { style?: Style } = {}): string[] {
  const lines = wrapped(text, { indent: " ".repeat(TITLE + 1) }).split(BREAK);
  const head = styled(style, padded(title, TITLE));
  if (textWidth(title) > TITLE) return [head, ...lines];
  const [first, ...rest] = lines;
  return [`${head} ${first.trimStart()}`, ...rest];
}

/** Prints JSON for programs. */
export function printJson(value: unknown): void {
  terminal().stdout.write(`${visibleJson(JSON.stringify(value, null, 2))}\n`);
}

/**
 * Prints lines, without blanks at their ends. What is in them is shown and never obeyed, whatever a
 * file calls its bags. Give a long list as an array: an engine limits the number of arguments.
 */
export function print(...lines: readonly (string | readonly string[])[]): void {
  const { stdout } = terminal();
  const all = lines.flat();
  for (let at = 0; at < all.length; at += LINES)
    stdout.write(
      `${all
        .slice(at, at + LINES)
        .map(forScreen)
        .join("\n")
        .replace(/ +$/gm, "")}\n`,
    );
}

/** Says something on stderr, in the same way. */
export function say(...lines: readonly string[]): void {
  terminal().stderr.write(`${lines.map(forScreen).join("\n")}\n`);
}

/** Prints rows of data, each with its line end: as they are, except on a screen. */
export function printRows(rows: Iterable<string>): void {
  const { stdout } = terminal();
  for (const row of rows) stdout.write(stdout.isTTY ? visibleLines(row) : row);
}
