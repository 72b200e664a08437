import type { IncomingMessage } from "node:http";
import { BagSet } from "../../bags/bag-set.js";
import type { BagObject } from "../../bags/from-objects.js";
import { InputError } from "../../base/errors.js";
import type { FormatName } from "../../format/format.js";
import { openParquet } from "../../format/parquet/file.js";
import { readBags } from "../../format/read-bags.js";
import { isGzip } from "../../format/text/is-gzip.js";
import { toSource } from "../../format/text/source.js";
import type { Model } from "../../model/model.js";

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
  /** Aborted with the Refused that the client gets. */
  readonly signal: AbortSignal;
}

/**
 * The bytes of a body, at most so many, until the signal. Rejects with a Refused for more. The connection
 * stays, so that the client can be told.
 */
export function bytesOf(request: IncomingMessage, { most, signal }: BodyLimits): Promise<Uint8Array> {
  return new Promise((done, fail) => {
    const pieces: Buffer[] = [];
    let length = 0;
    const end = (error: Error | undefined) => {
      signal.removeEventListener("abort", over);
      request.off("data", take).off("end", whole).off("close", gone);
      if (error === undefined) done(new Uint8Array(Buffer.concat(pieces)));
      else fail(error);
    };
    const large = () =>
      end(new Refused(413, "too-large", `The body has more than ${most} bytes. Send fewer bags at a time.`));
    const take = (piece: Buffer) => {
      length += piece.length;
      if (length > most) large();
      else pieces.push(piece);
    };
    const whole = () => end(undefined);
    const over = () => end(signal.reason);
    const gone = () => end(new Refused(400, "gone", "The client went away."));
    signal.addEventListener("abort", over);
    request.on("data", take).once("end", whole).once("close", gone);
    if (Number(request.headers["content-length"] ?? 0) > most) large();
  });
}

/** A request takes too long. */
export function tooLate(timeout: number): Refused {
  return new Refused(408, "time", `It takes more than ${timeout} ms. Send fewer bags at a time.`);
}

/**
 * The bags of a body, read as those the model was trained on. JSON is a list of bags with `id` and `instances`,
 * alone or as `bags` of an object, or a file of bags in JSON. Nothing but the body is read: a model of
 * photos cannot be asked by their paths. A packed body is refused, and so is one with more values than a text
 * of `most` bytes can hold: a small body could become huge.
 */
export async function bagsOf(
  bytes: Uint8Array,
  format: FormatName,
  model: Model,
  { most, signal }: BodyLimits,
): Promise<BagSet> {
  if (isGzip(bytes)) throw new Refused(415, "packed", "Send the body unpacked.");
  if (format === "parquet" && (await openParquet(toSource(bytes))).values > most / 2)
    throw new Refused(413, "too-large", `The table has more than ${most / 2} values. Send fewer bags at a time.`);
  const nested = format === "json" ? nestedBags(bytes) : undefined;
  if (nested !== undefined) return BagSet.from(withoutGaps(nested, model), { features: model.features });
  return await readBags(bytes, { format, medians: model.medians, recipe: model.card.recipe, signal });
}

function nestedBags(bytes: Uint8Array): readonly BagObject[] | undefined {
  let given: unknown;
  try {
    given = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new InputError({ code: "not-json", message: "the body is not JSON", remedy: "Send a list of bags as JSON." });
  }
  const list = Array.isArray(given) ? given : (given as { bags?: unknown } | null)?.bags;
  if (!Array.isArray(list)) return undefined;
  const isBag = (each: unknown) => typeof each === "object" && each !== null && "id" in each && "instances" in each;
  return list.every(isBag) ? (list as readonly BagObject[]) : undefined;
}

/** The bags with what fills their gaps (null), as in a file, if the model was trained so. */
function withoutGaps(bags: readonly BagObject[], model: Model): readonly BagObject[] {
  const missing = model.card.recipe?.missing;
  if (missing !== "zero" && missing !== "median") return bags;
  const { medians, features } = model;
  const fill = (value: unknown, name: string) =>
    value === null ? (missing === "zero" ? 0 : medians.get(name)) : value;
  const filled = (instance: unknown) =>
    Array.isArray(instance)
      ? instance.map((value, j) => fill(value, features[j]))
      : typeof instance === "object" && instance !== null
        ? Object.fromEntries(Object.entries(instance).map(([name, value]) => [name, fill(value, name)]))
        : instance;
  return bags.map((bag) =>
    Array.isArray(bag.instances) ? ({ ...bag, instances: bag.instances.map(filled) } as BagObject) : bag,
  );
}
