import { InputError, quote } from "../base/errors.js";
import { LARGEST } from "./statistic/check-bags.js";

/** The error for a part of a kernel's description. `path` is where it is, such as `kernel.width`. */
export function wrong(path: string, what: string, remedy: string): InputError {
  return new InputError({ code: "kernel", message: `${path} ${what}`, remedy: `${remedy}.` });
}

export function shown(value: unknown): string {
  if (value === undefined) return "missing";
  if (typeof value === "string") return quote(value);
  return typeof value === "object" ? quote(JSON.stringify(value) ?? "an object") : String(value);
}

export function record(value: unknown, path: string, or = ""): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw wrong(path, `is ${shown(value)}`, `Give an object${or === "" ? " with a type" : or}`);
}

/** The same record, if it has no other parameters than these. */
export function fields(
  given: Record<string, unknown>,
  path: string,
  known: readonly string[],
): Record<string, unknown> {
  const extra = Object.keys(given).find((key) => key !== "type" && !known.includes(key));
  if (extra === undefined) return given;
  const remedy = known.length === 0 ? "It has no parameters" : `It has only ${known.join(" and ")}`;
  throw wrong(path, `has an unknown parameter ${quote(extra)}`, remedy);
}

export function positive(value: unknown, path: string, or = ""): number {
  if (typeof value === "number" && value > 0 && value < Infinity) return value;
  throw wrong(path, `is ${shown(value)}`, `Give a finite number above 0${or}`);
}

/** Points of as many numbers as there are features: at most `most`, and so many numbers in all. */
export function checkPoints(
  points: unknown,
  path: string,
  { most, numbers }: { readonly most: number; readonly numbers: number },
): number[][] {
  if (!Array.isArray(points) || points.length === 0 || points.length > most)
    throw wrong(path, `is ${shown(points)}`, `Give a list of 1 to ${most} points`);
  const length: unknown = Array.isArray(points[0]) ? points[0].length : 0;
  if (typeof length !== "number" || length * points.length > Math.max(length, numbers))
    throw wrong(path, "has too many numbers", `Give at most ${numbers}`);
  return points.map((point: unknown, i) => {
    const finite = (each: unknown): each is number => typeof each === "number" && Math.abs(each) <= LARGEST;
    if (Array.isArray(point) && length > 0 && point.length === length && point.every(finite)) return [...point];
    throw wrong(`${path}[${i}]`, `is ${shown(point)}`, "Give points of as many finite numbers as there are features");
  });
}
