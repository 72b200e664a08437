import { InvalidArgumentError } from "commander";

/** Most numbers that a range may stand for. */
const LONGEST = 10_000;

/** Words with commas between them. */
export function names(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Numbers with commas between them. */
export function numbers(text: string): number[] {
  return text.split(",").map(number);
}

export function number(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) throw new InvalidArgumentError("It must be a number.");
  return value;
}

/** Whole numbers: `1..5` for all from 1 to 5, `1,2,9` for these, or both mixed. */
export function wholeNumbers(text: string): number[] {
  return text.split(",").flatMap((part) => {
    const range = /^\s*(\d+)\.\.(\d+)\s*$/.exec(part);
    if (range === null) return [number(part)];
    const [first, last] = [Number(range[1]), Number(range[2])];
    if (last < first) throw new InvalidArgumentError(`${part.trim()} runs backwards: write ${last}..${first}.`);
    if (last - first >= LONGEST) throw new InvalidArgumentError(`${part.trim()} is too many.`);
    return Array.from({ length: last - first + 1 }, (_, k) => first + k);
  });
}
