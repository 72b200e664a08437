/** The numbers that JSON cannot say, by how they are written: `{"number":"NaN"}`. */
const UNSAYABLE = ["NaN", "Infinity", "-Infinity", "-0"];

/**
 * JSON text from which `fromExactJson` makes the same value with the same bits: NaN, the infinities
 * and -0 survive.
 */
export function toExactJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (Object.is(each, -0)) return { number: "-0" };
    return typeof each === "number" && !Number.isFinite(each) ? { number: String(each) } : each;
  });
}

/** The value in a text of `toExactJson`. Throws a SyntaxError for what is no JSON. */
export function fromExactJson(text: string): unknown {
  return JSON.parse(text, (_, each: unknown) => (isUnsayable(each) ? Number(each.number) : each));
}

function isUnsayable(value: unknown): value is { number: string } {
  if (typeof value !== "object" || value === null || !("number" in value)) return false;
  return typeof value.number === "string" && UNSAYABLE.includes(value.number) && Object.keys(value).length === 1;
}
