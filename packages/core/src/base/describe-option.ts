import type { OptionDescription } from "./option.js";

/** The values an option takes, in words: its choices, or its type and range. */
export function valuesText(
  { type, range, choices }: OptionDescription,
  { choice = (name: string) => name }: { choice?: (name: string) => string } = {},
): string {
  if (choices !== undefined) return choices.map(choice).join(", ");
  if (range === undefined) return type;
  const [min, max] = [range.min, range.max].map((value) =>
    value > 0 && value < 1e-3 ? String(value) : value.toLocaleString("en-US"),
  );
  return `${type}, ${range.above ? `above ${min}, at most ${max}` : `${min} to ${max}`}`;
}

/** The default of an option in words, such as "30 (paper: 100)" if it depends on the setting; empty if there is none. */
export function defaultText({ default: usual, bySetting }: OptionDescription): string {
  if (bySetting === undefined) return usual === null ? "" : plain(usual);
  const { default: first, ...others } = bySetting;
  const rest = Object.entries(others).map(([setting, value]) => `${setting}: ${plain(value)}`);
  return `${plain(first)} (${rest.join("; ")})`;
}

/** The help of an option without its defaults in each setting, which `defaultText` tells. */
export function helpWithoutDefaults({ help, bySetting }: OptionDescription): string {
  if (bySetting === undefined) return help;
  const ending = `; ${settingDefaults(bySetting)}`;
  return help.endsWith(ending) ? help.slice(0, -ending.length) : help;
}

/** How the help of an option with a default for each setting ends. */
export function settingDefaults(bySetting: NonNullable<OptionDescription["bySetting"]>): string {
  return Object.entries(bySetting)
    .map(([setting, value]) => `${setting} ${plain(value)}`)
    .join(", ");
}

function plain(value: unknown): string {
  return [value].flat().join(", ");
}
