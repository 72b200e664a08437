import type { BagSet, Recipe } from "@bagwise/core/bags";
import { InputError, type Note, quote } from "@bagwise/core/base";
import type { Grid } from "../table/table.js";
import type { Format, FormatName, OpenFormat, ReadOptions } from "./format.js";
import { FORMATS, formatByContent, formatByEnding, formatByName } from "./formats.js";
import { type Content, type Input, isGzip, joinedBytes, type Source, toSource } from "./text/source.js";

/** How many bytes to look at to recognise a format. */
const HEAD = 4096;

const BINARY: ReadonlySet<FormatName> = new Set(["parquet", "xlsx", "arrow"]);

/**
 * Reads bags from a File or Blob, bytes, a stream, a Response, a generator of bytes or `{ text }`,
 * in any of the formats, packed by gzip or not. A path is an InputError here: the same function of
 * the Node entry reads it.
 *
 * The format is the option, or recognised by the content, or by the file extension if the content
 * is not clear. Throws an InputError with file, line and column at the first error, and the
 * signal's reason if it was aborted.
 */
export async function readBags(input: Input, options: ReadOptions = {}): Promise<BagSet> {
  const { recipe } = options;
  const wanted = recipe === undefined ? options : recalledOptions(recipe, options);
  // Loaded on demand, like the readers.
  const labelled =
    options.labels === undefined || options.labelled !== undefined
      ? options.labelled
      : await (await import("./labels/read-labels.js")).labelsApart(options.labels, wanted, openInput);
  const { source, format, gzipped } = await openInput(input, options);
  if (source.grid === undefined)
    options.onNote?.({
      code: "format-recognised",
      message: `read as ${format.name}${gzipped ? ", gzipped" : ""}`,
    });
  const bags = await format.read(source, wanted);
  const { settledBags } = await import("./rows/settled-bags.js");
  return settledBags(labelled ? labelled(bags) : bags, source.name, options);
}

/** The content as UTF-8 or as binary data, not packed, and its format. */
export async function openInput(
  input: Input,
  options: ReadOptions,
): Promise<{ source: Source; format: OpenFormat; gzipped: boolean }> {
  const given = sourceOf(input, options);
  if (given.grid !== undefined) return { source: given, format: gridFormat(given.grid), gzipped: false };
  const whole = await peek(given);
  const packed = watched(whole.source, options);
  const gzipped = isGzip(whole.head);
  const unpacked = gzipped ? await unzipped(packed) : { source: packed, head: whole.head };
  const { otherEncoding, westernOrUtf8 } = await import("./text/other-encodings.js");
  const known = otherEncoding(unpacked, options);
  const { source: text, head } = known === undefined ? unpacked : await peek(known);
  const format = options.format === undefined ? recognise(text.name, head) : formatByName(options.format);
  const plain = known !== undefined || BINARY.has(format.name);
  return { source: plain ? text : westernOrUtf8(text, options.onNote), format, gzipped };
}

/** A table at hand is read like any format with named columns. */
function gridFormat(grid: Grid): OpenFormat {
  return {
    name: "parquet",
    read: async ({ name }, options) => (await import("./table/table-to-bags.js")).tableToBags(grid, name, options),
    table: async () => grid,
  };
}

async function unzipped(packed: Source): Promise<{ source: Source; head: Uint8Array }> {
  const { gunzip } = await import("./text/gzip.js");
  return await peek(gunzip(packed));
}

/** The options, and where they say nothing what the recipe says. */
export function recalledOptions(recipe: Recipe, options: ReadOptions): ReadOptions {
  const words = [options.positive, options.unlabeled, options.negative].every((values) => values === undefined);
  return {
    ...options,
    missing: options.missing ?? recipe.missing,
    decimal: options.decimal ?? recipe.decimal,
    ...(words && { positive: recipe.positive, unlabeled: recipe.unlabeled, negative: recipe.negative }),
  };
}

/** What to say when a file is read like the one that a model was trained on; `labels` says whether labels are given. */
export function recalledNote({ bag, label, missing, labels }: Recipe, given: { readonly labels: boolean }): Note {
  const roles = Object.entries({ bag, label }).flatMap(([part, name]) =>
    name === undefined ? [] : [`${part} = ${quote(name)}`],
  );
  const gaps = missing === "error" ? [] : [`missing values: ${missing}`];
  // Labels of another file are not needed to score bags, but only they tell which are known.
  const apart =
    labels === undefined || given.labels ? "" : `; its labels are in ${labels}: name it in --labels to know them here`;
  return { code: "recipe-used", message: `read like the training file: ${[...roles, ...gaps].join(", ")}${apart}` };
}

/** The bytes of an input. Throws an InputError for a path. */
export function sourceOf(input: Input, { name }: ReadOptions): Source {
  if (!isContent(input)) throw notContent(input);
  return toSource(input, { name });
}

function isContent(input: Input): input is Content {
  return typeof input === "object" && input !== null && !(input instanceof URL);
}

function notContent(input: unknown): InputError {
  const what = input instanceof URL ? "a URL" : typeof input === "string" ? "a string" : String(input);
  return new InputError({
    code: "not-content",
    message: `readBags got ${what}, which holds no bags itself`,
    remedy:
      "Give a File, a Blob, bytes, a stream, a Response (await fetch(url)), or text as { text }. Paths are read in Node alone.",
  });
}

/**
 * The format of content with this name: by its extension, unless the content clearly has another
 * format.
 */
function recognise(name: string, head: Uint8Array): Format {
  const byEnding = formatByEnding(name);
  const byContent = formatByContent(head);
  const format = byEnding ?? byContent;
  // A binary file under the name of a text format would only give strange errors.
  if (byContent !== undefined && BINARY.has(byContent.name) && format !== byContent) return byContent;
  if (format !== undefined) return format;
  throw new InputError({
    code: head.length === 0 ? "empty" : "unknown-format",
    message: head.length === 0 ? "the file is empty" : "neither the name nor the content tells the format",
    remedy:
      head.length === 0
        ? "Give a file with bags."
        : `Set the option format to one of ${FORMATS.map((each) => each.name).join(", ")}.`,
    where: { file: name },
  });
}

/** The first bytes of a source, and a source that still starts with them. */
async function peek(source: Source): Promise<{ head: Uint8Array; source: Source }> {
  const { slice, size } = source;
  if (slice !== undefined && size !== undefined) {
    return { head: new Uint8Array(await slice(0, Math.min(size, HEAD))), source };
  }
  const pieces = source.bytes()[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  let length = 0;
  while (length < HEAD) {
    const { done, value } = await pieces.next();
    if (done) break;
    held.push(value.slice());
    length += value.length;
  }
  const head = joinedBytes(held).subarray(0, HEAD);
  return { head, source: { ...source, bytes: () => resumed(held, pieces) } };
}

async function* resumed(held: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* held;
    for (;;) {
      const { done, value } = await rest.next();
      if (done) return;
      yield value;
    }
  } finally {
    // Closes the file or stream when the reader stops early.
    await rest.return?.();
  }
}

/** The source, with progress and the abort signal checked at every piece. */
function watched(source: Source, { onProgress, signal }: ReadOptions): Source {
  if (onProgress === undefined && signal === undefined) return source;
  const { slice, size } = source;
  let bytes = 0;
  const tell = (more: number) => {
    signal?.throwIfAborted();
    bytes += more;
    onProgress?.({ bytes, total: size });
  };
  return {
    ...source,
    bytes: async function* () {
      for await (const piece of source.bytes()) {
        tell(piece.length);
        yield piece;
      }
    },
    ...(slice === undefined
      ? {}
      : {
          slice: async (start: number, end: number, room?: ArrayBuffer) => {
            tell(end - start);
            return await slice(start, end, room);
          },
        }),
  };
}
