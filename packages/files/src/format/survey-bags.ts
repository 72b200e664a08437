import type { ReadOptions } from "./format.js";
import type { Survey } from "./survey/survey.js";
import type { Input } from "./text/source.js";

/**
 * Reads bags as `readBags` does, and where that fails finds out why: all problems at once, with
 * counts for each column, and options with which the file can be read. The options were tried: the
 * bags are those they give.
 *
 * Costs what reading costs if the file can be read, and about three times as much otherwise. Where
 * reading fails, a stream of up to 256 MiB is read again from memory; of a longer one only the first
 * problem is known. Throws an InputError only if the input cannot be opened.
 */
export async function surveyBags(input: Input, options: ReadOptions = {}): Promise<Survey> {
  // A page that reads files it knows does not load it.
  const { surveyInput } = await import("./survey/survey-input.js");
  return await surveyInput(input, options);
}
