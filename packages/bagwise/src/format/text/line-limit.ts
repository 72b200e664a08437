import { InputError } from "../../base/errors.js";
import { LONGEST_LINE } from "./lines.js";

/**
 * The line as it is; an InputError when a bag makes it so long that no reader of ours takes it
 * back.
 */
export function limitedLine(line: string, bag: string): string {
  if (line.length < LONGEST_LINE) return line;
  throw new InputError({
    code: "bag-too-large",
    message: `the bag is longer than ${LONGEST_LINE / 2 ** 20} MiB as one line`,
    remedy: "Write one row per instance instead (--rows instances).",
    where: { bag },
  });
}
