import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { BagSet } from "../../bags/bag-set.js";
import { InputError } from "../../base/errors.js";
import { version } from "../../base/version.js";
import type { Model } from "../../model/model.js";
import { listen } from "../listen.js";
import { answersOf } from "./answers.js";
import { Metrics } from "./metrics.js";
import { openApi } from "./openapi.js";
import { bagsOf, bytesOf, formatOf, Refused, tooLate } from "./read-body.js";

export interface ServeOptions {
  /** Default "127.0.0.1": only this machine. */
  readonly host?: string | undefined;
  /** Default 8080. 0 takes one that is free. */
  readonly port?: number | undefined;
  /** The most bytes of a body. Default 10 MB. */
  readonly maxBody?: number | undefined;
  /** The most milliseconds for a request, from its first byte to its answer. Default 30,000. */
  readonly timeout?: number | undefined;
  /** The most requests to score at once; others are answered with 503. Default 16. */
  readonly concurrency?: number | undefined;
  /** Who scores or reads the metrics must send it as `Authorization: Bearer ...`. Default: nobody has to. */
  readonly token?: string | undefined;
  /** Threads that score; 1 is this one. Default 1. The answers are the same. */
  readonly workers?: number | undefined;
}

/** A server that runs. */
export interface ModelServer {
  /** Where it answers, such as http://127.0.0.1:8080. */
  readonly url: string;
  /** Takes no more requests, finishes those that it has within the time-out, and ends. */
  close(): Promise<void>;
}

const DEFAULTS = { host: "127.0.0.1", port: 8080, maxBody: 10_000_000, timeout: 30_000, concurrency: 16 };

/** So many instances are scored before others have their turn. */
const TURN = 2000;

/**
 * Scores bags over HTTP: POST /score takes JSON, CSV or Parquet; GET /health, /metrics and /openapi.json. The
 * score of a bag depends on the bag alone. Bodies, times and the number of requests are limited; above that
 * it answers 413, 408 or 503, and keeps running. Scores some bags at a time, so that all requests have their turn. Rejects if it
 * cannot listen there.
 */
export async function serveModel(model: Model, options: ServeOptions = {}): Promise<ModelServer> {
  const { host = DEFAULTS.host, port = DEFAULTS.port, maxBody = DEFAULTS.maxBody, token } = options;
  const { timeout = DEFAULTS.timeout, concurrency = DEFAULTS.concurrency, workers = 1 } = options;
  const pool = workers === 1 ? undefined : (await import("../score-threads.js")).answerPool(model, workers);
  const answered = async (bags: BagSet, witness: boolean): Promise<object[]> => {
    // Sparse features do not travel between threads.
    if (pool !== undefined && bags.blocks.length === 0) return await pool.answers(bags, witness);
    const answers = answersOf(model, bags, witness);
    await nextTurn();
    return answers;
  };
  const metrics = new Metrics();
  const description = JSON.stringify(openApi(model, { token: token !== undefined }));
  const health = JSON.stringify({
    status: "ok",
    bagwise: version,
    learner: model.card.learner,
    features: model.features.length,
  });
  let closing = false;

  const answer = async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const { pathname } = url;
    const wanted = pathname === "/score" ? "POST" : "GET";
    if (!KNOWN.has(pathname)) throw new Refused(404, "not-found", "There is nothing here. See /openapi.json.");
    if (request.method !== wanted) throw new Refused(405, "method", `Use ${wanted} for ${pathname}.`);
    if (pathname === "/health") return send(response, 200, health);
    if (pathname === "/openapi.json") return send(response, 200, description);
    if (token !== undefined && !isAuthorised(request, token))
      throw new Refused(401, "token", "Send the token as Authorization: Bearer TOKEN.");
    if (pathname === "/metrics") return send(response, 200, metrics.text(), "text/plain; version=0.0.4");
    if (metrics.inFlight >= concurrency || closing) {
      metrics.shed++;
      throw new Refused(503, "overload", "Too many requests at once. Try again later.");
    }
    metrics.inFlight++;
    try {
      await score(request, response, url);
    } finally {
      metrics.inFlight--;
    }
  };

  const score = async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const started = performance.now();
    const format = formatOf(request);
    const over = new AbortController();
    const { signal } = over;
    const late = setTimeout(() => over.abort(tooLate(timeout)), timeout);
    response.once("close", () => over.abort(new Refused(400, "gone", "The client went away.")));
    const answers: object[] = [];
    let bags: BagSet;
    try {
      const bytes = await bytesOf(request, { most: maxBody, signal });
      bags = await bagsOf(bytes, format, model, { most: maxBody, signal });
      const witness = url.searchParams.get("witness") === "1";
      for (const some of turns(bags)) {
        signal.throwIfAborted();
        answers.push(...(await answered(some, witness)));
      }
    } finally {
      clearTimeout(late);
    }
    metrics.bags += bags.size;
    metrics.instances += bags.instances;
    metrics.took((performance.now() - started) / 1000);
    send(response, 200, JSON.stringify({ bags: answers }));
  };

  const server = createServer((request, response) => {
    const url = urlOf(request);
    response.on("finish", () => {
      metrics.answered(KNOWN.has(url.pathname) ? url.pathname : "other", response.statusCode);
      if (closing) setImmediate(() => server.closeIdleConnections());
    });
    // A client that goes away is no fault of ours.
    request.on("error", () => {});
    response.on("error", () => {});
    answer(request, response, url).catch((error: unknown) => refuse(request, response, error));
  });
  server.requestTimeout = timeout;
  server.headersTimeout = Math.min(timeout, 10_000);
  server.maxHeadersCount = 100;
  // More are not accepted, so that many idle clients cannot take all memory.
  server.maxConnections = 4 * concurrency + 1000;
  const trouble = await listen(server, port, host);
  if (trouble !== undefined) await pool?.close();
  if (trouble !== undefined)
    throw new InputError({
      code: "cannot-listen",
      message: `cannot listen on port ${port} of ${host} (${trouble.code ?? trouble.message})`,
      remedy: "Choose another port, from 0 to 65535, or another host.",
    });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}`,
    async close() {
      closing = true;
      const ended = new Promise<void>((done) => server.close(() => done()));
      server.closeIdleConnections();
      const last = setTimeout(() => server.closeAllConnections(), timeout);
      await ended;
      clearTimeout(last);
      await pool?.close();
    },
  };
}

/** What is asked for. A path that is none is that of nothing. */
function urlOf({ url = "/" }: IncomingMessage): URL {
  try {
    return new URL(url, "http://localhost");
  } catch {
    return new URL("http://localhost/nothing");
  }
}

/** Milliseconds in which a client that is still sending can read why it is refused. */
const LINGER = 1000;

const KNOWN = new Set(["/score", "/health", "/metrics", "/openapi.json"]);

/** The bags, some at a time. */
function* turns(bags: BagSet): Generator<BagSet> {
  for (let from = 0, to = 0; from < bags.size; from = to) {
    for (let rows = 0; to < bags.size && (to === from || rows + bags.sizeOf(to) <= TURN); to++) rows += bags.sizeOf(to);
    yield bags.subset(Uint32Array.from({ length: to - from }, (_, k) => from + k));
  }
}

/** Compared by their hashes, so that the time tells neither the length nor how much is right. */
function isAuthorised(request: IncomingMessage, token: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(request.headers.authorization ?? ""), hash(`Bearer ${token}`));
}

function send(response: ServerResponse, status: number, text: string, type = "application/json"): void {
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(text) });
  response.end(text);
}

/** Answers with what is wrong. The rest of a body is not waited for. */
function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed || request.socket.destroyed) {
    response.destroy();
    return;
  }
  const [status, code, message] =
    error instanceof Refused
      ? [error.status, error.code, error.message]
      : error instanceof InputError
        ? [400, error.code, error.message]
        : [500, "fault", "This is a bug in bagwise. Please report it."];
  if (!request.complete) response.setHeader("connection", "close");
  if (status === 503) response.setHeader("retry-after", "1");
  if (status === 401) response.setHeader("www-authenticate", "Bearer");
  send(response, status, JSON.stringify({ error: { code, message } }));
  request.resume();
  if (request.complete) return;
  // Time to read the answer, but not to send for ever.
  setTimeout(() => request.complete || request.destroy(), LINGER).unref();
}
