import type { OptionDescription } from "@bagwise/core/base";

/** What a field of the form shows for an option's value; empty for the default. */
export function fieldText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/**
 * What the text of a field means for an option: undefined for its default. The learner checks it when it is
 * created, and says what does not fit.
 */
export function optionValue({ type }: Pick<OptionDescription, "type">, text: string): unknown {
  const said = text.trim();
  if (said === "") return undefined;
  switch (type) {
    case "boolean":
      return said === "true";
    case "integer":
    case "number":
      return Number.isFinite(Number(said)) ? Number(said) : said;
    case "integer pair":
    case "number pair":
    case "integer list":
    case "number list": {
      const parts = said.split(/[\s,;]+/).map(Number);
      return parts.every(Number.isFinite) ? (parts.length === 1 ? parts[0] : parts) : said;
    }
    default:
      return said;
  }
}

/** The default of an option in words. */
export function defaultText({ default: usual, type }: OptionDescription): string {
  if (usual === null) return "";
  if (type === "boolean") return usual === true ? "on" : "off";
  return fieldText(usual);
}
