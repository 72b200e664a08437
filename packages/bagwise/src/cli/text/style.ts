import { styleText } from "node:util";
import { terminal } from "../terminal.js";

type Style = Parameters<typeof styleText>[0];

/** Styles text for standard output; plain if that is no terminal or NO_COLOR is set. */
export function styled(style: Style, text: string): string {
  const { stdout, env } = terminal();
  return stdout.isTTY && !env.NO_COLOR ? styleText(style, text, { validateStream: false }) : text;
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

/** Text in lines of at most `width` characters, each with an indent. */
export function wrapped(text: string, { indent = "", width = 100 }: { indent?: string; width?: number } = {}): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && indent.length + line.length + 1 + word.length > width) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].map((each) => indent + each).join("\n");
}

/** A title in a column of its own and the text beside it, wrapped. */
export function titled(title: string, text: string): string[] {
  const [first, ...rest] = wrapped(text, { indent: " ".repeat(13) }).split("\n");
  return [`${styled("bold", title.padEnd(12))} ${first.trimStart()}`, ...rest];
}

/** Prints JSON for programs. */
export function printJson(value: unknown): void {
  terminal().stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Prints lines, without blanks at their ends. */
export function print(...lines: readonly string[]): void {
  terminal().stdout.write(`${lines.join("\n").replace(/ +$/gm, "")}\n`);
}
