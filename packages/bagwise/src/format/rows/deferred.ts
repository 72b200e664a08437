type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Pieces whose maker is loaded only when the first one is asked for. Readers and writers are loaded
 * on demand, so that a page that scores bags does not load eight parsers with it.
 */
export async function* deferred(load: () => Promise<Pieces>): AsyncGenerator<Uint8Array> {
  yield* await load();
}
