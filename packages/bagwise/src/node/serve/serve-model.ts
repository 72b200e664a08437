import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { InputError, version } from "@bagwise/core/base";
import type { Model } from "@bagwise/core/model";
import { listen } from "./listen.js";
import { Metrics } from "./metrics.js";
import { openApi } from "./openapi.js";
import { type BodyLimits, bytesOf, formatOf } from "./read-body.js";
import { gone, problemOf, Refused, tooLate, tooMuch } from "./refused.js";
import { ServeThreads } from "./serve-threads.js";
import type { ServeJob } from "./serve-worker.js";

export interface ServeOptions {
  /** Default "127.0.0.1": only this machine. */
  readonly host?: string | undefined;
  /** Default 8080. 0 takes one that is free. */
  readonly port?: number | undefined;
  /** The most bytes of a body. Default 10 MB. */
  readonly maxBody?: number | undefined;
  /** The most milliseconds for a request, from its first byte to its answer. Default 30,000. */
  readonly timeout?: number | undefined;
  /**
   * The most requests that are scored or wait for it; others are answered with 503, and so are bodies that come while
   * so many times `maxBody` bytes of bodies and answers are held. Default 16.
   */
  readonly concurrency?: number | undefined;
  /** Who scores or reads the metrics must send it as `Authorization: Bearer ...`. Default: nobody has to. */
  readonly token?: string | undefined;
  /** Threads that read and score, beside the one that listens. Default 1. The answers are the same. */
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

/**
 * Scores bags over HTTP: POST /score takes JSON, CSV or Parquet; GET /health, /metrics and /openapi.json. The
 * score of a bag depends on the bag alone. Bodies, times and the number of requests are limited; above that
 * it answers 413, 408 or 503, and keeps running. Threads score some bags at a time, so that all requests have their
 * turn, and forget those whose clients left. Rejects if it cannot listen there.
 */
export async function serveModel(model: Model, options: ServeOptions = {}): Promise<ModelServer> {
  const { host = DEFAULTS.host, port = DEFAULTS.port, maxBody = DEFAULTS.maxBody, token } = options;
  const { timeout = DEFAULTS.timeout, concurrency = DEFAULTS.concurrency, workers = 1 } = options;
  const threads = new ServeThreads(model, { threads: workers, maxBody, patience: Math.min(PATIENCE, timeout) });
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
    // HEAD asks for what GET gives, without its body.
    if (request.method !== wanted && !(wanted === "GET" && request.method === "HEAD")) {
      response.setHeader("allow", wanted === "GET" ? "GET, HEAD" : wanted);
      throw new Refused(405, "method", `Use ${wanted} for ${pathname}.`);
    }
    if (pathname === "/health") return send(response, 200, health);
    if (pathname === "/openapi.json") return send(response, 200, description);
    if (token !== undefined && !isAuthorised(request, token))
      throw new Refused(401, "token", "Send the token as Authorization: Bearer TOKEN.");
    if (pathname === "/metrics") return send(response, 200, metrics.text(), "text/plain; version=0.0.4");
    await score(request, response, url);
  };

  const score = async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const started = performance.now();
    const { socket } = request;
    const over = new AbortController();
    const { signal } = over;
    const late = setTimeout(() => over.abort(tooLate(timeout)), timeout);
    const left = () => over.abort(gone());
    socket.once("close", left);
    let mine = 0;
    const hold = (bytes: number) => {
      mine += bytes;
      metrics.held += bytes;
    };
    try {
      if (closing) throw tooMuch();
      const bytes = await received(request, { signal, hold });
      const witness = url.searchParams.get("witness") === "1";
      const text = await scored({ bytes, format: formatOf(request), witness }, signal);
      metrics.took((performance.now() - started) / 1000);
      hold(text.length);
      send(response, 200, text);
      await written(response, timeout);
    } catch (error) {
      if (error instanceof Refused && error.status === 503) metrics.shed++;
      if (error instanceof Refused && error.code === "gone") metrics.abandoned++;
      throw error;
    } finally {
      metrics.held -= mine;
      clearTimeout(late);
      socket.off("close", left);
    }
  };

  /** Refuses what cannot be scored soon, before its body comes and again when it is here. */
  const admit = () => {
    if (metrics.inFlight >= concurrency) throw tooMuch();
  };

  /** The body. One that is still coming takes no place of those that are scored, only room. */
  const received = async (request: IncomingMessage, { signal, hold }: Pick<BodyLimits, "signal" | "hold">) => {
    admit();
    formatOf(request);
    metrics.receiving++;
    const holdSome = (bytes: number) => {
      hold(bytes);
      if (metrics.held > concurrency * maxBody) throw tooMuch();
    };
    try {
      return await bytesOf(request, { most: maxBody, hold: holdSome, signal });
    } finally {
      metrics.receiving--;
    }
  };

  const scored = async (job: ServeJob, signal: AbortSignal): Promise<Uint8Array> => {
    admit();
    metrics.inFlight++;
    try {
      const { text, bags, instances } = await threads.answer(job, signal);
      metrics.bags += bags;
      metrics.instances += instances;
      return text;
    } finally {
      metrics.inFlight--;
    }
  };

  const server = createServer({ connectionsCheckingInterval: CHECKING }, (request, response) => {
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
  // Each request of a connection listens whether that closes.
  server.on("connection", (socket) => socket.setMaxListeners(0));
  await threads.ready().catch(async (error: unknown) => {
    await threads.close();
    throw error;
  });
  const trouble = await listen(server, port, host);
  if (trouble !== undefined) await threads.close();
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
      await threads.close();
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

/** Milliseconds in which a thread must hear that nobody waits for its work any more. */
const PATIENCE = 5000;

/** How often to look for connections that take too long to send, in milliseconds. */
const CHECKING = 1000;

/** Milliseconds in which a client that is still sending can read why it is refused. */
const LINGER = 1000;

const KNOWN = new Set(["/score", "/health", "/metrics", "/openapi.json"]);

/** Compared by their hashes, so that the time tells neither the length nor how much is right. */
function isAuthorised(request: IncomingMessage, token: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(request.headers.authorization ?? ""), hash(`Bearer ${token}`));
}

function send(response: ServerResponse, status: number, text: string | Uint8Array, type = "application/json"): void {
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(text) });
  response.end(text);
}

/** Resolves when an answer is on its way, or its client left. Who does not take it in time is left alone. */
function written(response: ServerResponse, timeout: number): Promise<void> {
  const { socket } = response.req;
  return new Promise((done) => {
    const slow = setTimeout(() => socket.destroy(), timeout);
    const end = () => {
      clearTimeout(slow);
      socket.off("close", end);
      done();
    };
    response.once("close", end);
    socket.once("close", end);
  });
}

/** Answers with what is wrong. The rest of a body is not waited for. */
function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed || request.socket.destroyed) {
    response.destroy();
    return;
  }
  const { status, code, message } = problemOf(error);
  if (!request.complete) response.setHeader("connection", "close");
  if (status === 503) response.setHeader("retry-after", "1");
  if (status === 401) response.setHeader("www-authenticate", "Bearer");
  send(response, status, JSON.stringify({ error: { code, message } }));
  request.resume();
  if (request.complete) return;
  // Time to read the answer, but not to send for ever.
  setTimeout(() => request.complete || request.destroy(), LINGER).unref();
}
