import { InputError, quote } from "@bagwise/core/base";

const REMEDY =
  "Correct the path, which is relative to the file that names it, or set the option invalid to skip to leave out such bags.";

/** A photo that is not there: `what` goes on after its path. */
export function missingPhoto(path: string, what: string, remedy = REMEDY): InputError {
  return new InputError({
    code: "no-photo",
    message: `the photo ${quote(path, { longest: 200 })} ${what}`,
    remedy,
  });
}

/** A photo that cannot be decoded: `what` goes on after its path. */
export function brokenPhoto(path: string, what: string): InputError {
  return new InputError({
    code: "bad-photo",
    message: `the photo ${quote(path, { longest: 200 })} ${what}`,
    remedy: "Replace the file, or set the option invalid to skip to leave out such bags.",
  });
}
