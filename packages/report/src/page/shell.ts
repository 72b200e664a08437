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
