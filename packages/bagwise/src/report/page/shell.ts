/** Quotes text as one word for a shell. */
export function shellWord(text: string): string {
  return /^[\w.,:/=+@%-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * An option as a flag with its value: `witnessRate` becomes `--witness-rate`. Lists are joined with
 * commas, and true is a flag alone. Empty if the option is not given.
 */
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
