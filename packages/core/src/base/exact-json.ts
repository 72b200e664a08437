/** The numbers that JSON lacks. They are written as `{"number":"NaN"}`. */
const SPECIAL = ["NaN", "Infinity", "-Infinity", "-0"];

/**
 * JSON text that `fromExactJson` turns back into the same value, bit by bit: NaN, the infinities
 * and -0 survive.
 */
export function toExactJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (Object.is(each, -0)) return { number: "-0" };
    return typeof each === "number" && !Number.isFinite(each) ? { number: String(each) } : each;
  });
}

/** The value of a text by `toExactJson`. Throws a SyntaxError if it is not JSON. */
export function fromExactJson(text: string): unknown {
  return JSON.parse(text, (_, each: unknown) => (isSpecial(each) ? Number(each.number) : each));
}

function isSpecial(value: unknown): value is { number: string } {
  if (typeof value !== "object" || value === null || !("number" in value)) return false;
  return typeof value.number === "string" && SPECIAL.includes(value.number) && Object.keys(value).length === 1;
}
