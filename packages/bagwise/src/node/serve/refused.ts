import { InputError } from "@bagwise/core/base";

/** A request that is refused, with the status of the answer. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** What a client is told. Plain data. */
export type Problem = Pick<Refused, "status" | "code" | "message">;

/** What a client is told of an error: nothing of what is in it, if it is a fault of ours. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Refused) return { status: error.status, code: error.code, message: error.message };
  if (error instanceof InputError) return { status: 400, code: error.code, message: error.message };
  return { status: 500, code: "fault", message: "This is a bug in bagwise. Please report it." };
}

/** There is more to do than the server can. */
export function tooMuch(): Refused {
  return new Refused(503, "overload", "Too many requests at once. Try again later.");
}

/** A request takes too long. */
export function tooLate(timeout: number): Refused {
  return new Refused(408, "time", `It takes more than ${timeout} ms. Send fewer bags at a time.`);
}

/** Nobody waits for the answer. */
export function gone(): Refused {
  return new Refused(400, "gone", "The client went away.");
}
