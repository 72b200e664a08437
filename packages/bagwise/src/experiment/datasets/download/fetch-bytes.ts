import { count, InputError } from "@bagwise/core/base";

/** Milliseconds that one download may take. */
const PATIENCE = 300_000;
/** Bytes that one download may have: over ten times those of the largest archive. */
const MOST = 2 ** 26;
const REDIRECTS = 5;

/** What a download may take. */
export interface FetchLimits {
  readonly signal?: AbortSignal;
  /** Milliseconds for all of it. Default: five minutes. */
  readonly patience?: number;
  /** The most bytes. Default: 64 MB. */
  readonly most?: number;
}

/**
 * The bytes at an address. Throws an InputError when nobody answers or the answer is not a file;
 * when it takes too long or is too large, whatever the server announces; and when the server sends
 * us on to another scheme or host.
 */
export async function fetchBytes(
  url: string,
  { signal, patience = PATIENCE, most = MOST }: FetchLimits = {},
): Promise<Uint8Array> {
  const limit = AbortSignal.timeout(patience);
  const all = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  try {
    return await received(await followed(url, all), { url, most });
  } catch (error) {
    if (error instanceof InputError || signal?.aborted) throw error;
    const reason = limit.aborted ? `it took over ${count(patience / 1000, "second")}` : reasonOf(error);
    throw new InputError({
      code: "network",
      message: `${url} cannot be reached (${reason})`,
      remedy: "Check the network, or put musk1.csv and musk2.csv into a folder yourself and name it with --data.",
    });
  }
}

/** The answer after redirects, all of them on the same server. */
async function followed(url: string, signal: AbortSignal): Promise<Response> {
  let at = new URL(url);
  for (let k = 0; k <= REDIRECTS; k++) {
    const response = await fetch(at.href, { signal, redirect: "manual" });
    const to = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
    if (to === null) return response;
    await response.body?.cancel();
    const next = URL.canParse(to, at) ? new URL(to, at) : undefined;
    if (next === undefined || next.origin !== at.origin)
      throw badDownload(url, `the server sends us on to ${next?.origin ?? to}, which is another one`);
    at = next;
  }
  throw badDownload(url, `the server sends us on more than ${REDIRECTS} times`);
}

async function received(response: Response, { url, most }: { url: string; most: number }): Promise<Uint8Array> {
  if (!response.ok) {
    await response.body?.cancel();
    throw badDownload(url, `the server answers ${response.status} ${response.statusText}`.trimEnd());
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early closes the connection.
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > most) throw badDownload(url, `it has more than ${count(most, "byte")}`);
    pieces.push(piece);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** The word that says why: fetch hides it in the cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && "code" in cause && typeof cause.code === "string") return cause.code;
  return cause instanceof Error ? cause.message : String(cause);
}

/** A download that is not what it should be. */
export function badDownload(url: string, message: string): InputError {
  return new InputError({
    code: "download",
    message: `${url}: ${message}`,
    remedy:
      "Fetch the data by hand from https://archive.ics.uci.edu and convert it: bagwise convert clean1.data musk1.csv.",
  });
}
