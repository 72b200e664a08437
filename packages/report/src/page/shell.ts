/** A command of bagwise as you can type it into a shell: its words, quoted, and its flags, see `flagsOf`. */
export function commandLine(words: readonly string[], flags: readonly string[] = []): string {
  return ["bagwise", ...words.map(shellWord), ...flags].join(" ");
}

/** Options as flags, in their order; what is not given is left out. */
export function flagsOf(options: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(options).flatMap(([name, value]) => flagOf(name, value));
}

/** Quotes text as one word for a shell. */
export function shellWord(text: string): string {
  return /^[\w.,:/=+@%-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** `witnessRate` becomes `--witness-rate`; lists with commas, true alone. Empty if not given. */
export function flagOf(name: string, value: unknown): string[] {
  if (value === undefined || value === null || value === false) return [];
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (value === true) return [flag];
  const text = Array.isArray(value)
    ? value.join(",")
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);
  return [`${flag} ${shellWord(text)}`];
}
