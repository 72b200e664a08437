import { InputError } from "../../base/errors.js";

/** Does some work on a file's bags; an InputError from it learns the file's name. */
export async function withinFile<Result>(file: string, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof InputError ? error.at({ file }) : error;
  }
}
