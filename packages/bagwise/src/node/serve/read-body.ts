import type { IncomingMessage } from "node:http";
import type { FormatName } from "@bagwise/files";
import { gone, Refused } from "./refused.js";

const TYPES: Readonly<Record<string, FormatName>> = {
  "application/json": "json",
  "text/csv": "csv",
  "application/vnd.apache.parquet": "parquet",
  "application/octet-stream": "parquet",
};

/** The format of a body. Throws a Refused for another type. */
export function formatOf(request: IncomingMessage): FormatName {
  const type = (request.headers["content-type"] ?? "").split(";")[0].trim().toLowerCase();
  if (Object.hasOwn(TYPES, type)) return TYPES[type];
  throw new Refused(
    415,
    "content-type",
    `Send JSON, CSV or Parquet, with the content-type ${Object.keys(TYPES).join(", ")}.`,
  );
}

/** What limits the reading of a body. */
export interface BodyLimits {
  /** Bytes. */
  readonly most: number;
  /** Called with the bytes that have come; throws a Refused if there is no room for them. */
  readonly hold: (bytes: number) => void;
  /** Aborted with the Refused that the client gets. */
  readonly signal: AbortSignal;
}

/**
 * The bytes of a body, at most so many, until the signal. Rejects with a Refused for more. The connection
 * stays, so that the client can be told.
 */
export function bytesOf(request: IncomingMessage, { most, hold, signal }: BodyLimits): Promise<Uint8Array> {
  return new Promise((done, fail) => {
    const pieces: Buffer[] = [];
    let length = 0;
    const end = (error: unknown) => {
      signal.removeEventListener("abort", over);
      request.off("data", take).off("end", whole).off("close", left);
      if (error !== undefined) return fail(error);
      done(new Uint8Array(Buffer.concat(pieces)));
    };
    const large = () =>
      end(new Refused(413, "too-large", `The body has more than ${most} bytes. Send fewer bags at a time.`));
    const take = (piece: Buffer) => {
      length += piece.length;
      if (length > most) return large();
      pieces.push(piece);
      try {
        hold(piece.length);
      } catch (error) {
        end(error);
      }
    };
    const whole = () => end(undefined);
    const over = () => end(signal.reason);
    const left = () => end(gone());
    if (signal.aborted) return over();
    signal.addEventListener("abort", over);
    request.on("data", take).once("end", whole).once("close", left);
    if (Number(request.headers["content-length"] ?? 0) > most) large();
  });
}
