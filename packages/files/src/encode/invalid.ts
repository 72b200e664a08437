import { choice } from "@bagwise/core/base";

/** What to do with a raw thing that cannot be read, such as a broken picture. */
export const INVALID_WAYS = ["error", "skip"] as const;
export type Invalid = (typeof INVALID_WAYS)[number];

/** The option of all encoders whose raw things may be broken. */
export const INVALID = choice({
  choices: INVALID_WAYS,
  default: "error",
  help: "what to do with a molecule or photo that cannot be read: stop, or leave its bag out with a note",
});
