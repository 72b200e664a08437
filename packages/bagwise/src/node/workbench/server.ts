import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import { InputError } from "@bagwise/core/base";
import { fileError, located } from "@bagwise/engines/disk";
import { listen } from "../serve/listen.js";
import { pagesOf, type ServedPage, startPage } from "./pages.js";

/** The port that is tried first: what a browser keeps belongs to a port, so reviews are found again. */
export const USUAL_PORT = 4747;

/** The longest header, in bytes, and how many seconds a client may take for it. */
const LONGEST_HEADER = 8192;
const HEADER_SECONDS = 10;
const REQUEST_SECONDS = 60;
const MOST_CONNECTIONS = 64;

/** What pages may do: run their own scripts and WebAssembly, and talk to this server. */
export const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-cache",
};

export interface WorkbenchOptions {
  /** The folder of the built pages. */
  readonly folder: string;
  /** The one file that is served besides. Default: none. */
  readonly file?: string | undefined;
  /** Default: `USUAL_PORT`, or a free one if it is taken. */
  readonly port?: number | undefined;
  /** Seconds that a client may take to ask. Default 10 for headers. */
  readonly patience?: number | undefined;
}

/** A server that is running. */
export interface WorkbenchServer {
  /** The address with the token. */
  readonly url: string;
  readonly port: number;
  /** Ends it, and every connection. */
  close(): Promise<void>;
}

/**
 * Serves the workbench to this machine alone: on 127.0.0.1, under a token that nobody can guess, to requests
 * that name this server as their host and come from no other site. Only files of the folder and the one file
 * are served, by an exact list of addresses. Throws an InputError for a file that cannot be read and a port
 * that is taken.
 */
export async function serveWorkbench(options: WorkbenchOptions): Promise<WorkbenchServer> {
  const { folder, file, port, patience = HEADER_SECONDS } = options;
  if (file !== undefined) await checkFile(file);
  const pages = new Map(pagesOf(folder));
  const start = pages.get("index.html");
  if (start !== undefined) pages.set("index.html", startPage(start, file && basename(file)));
  const token = randomBytes(24).toString("base64url");
  const server = createServer({
    maxHeaderSize: LONGEST_HEADER,
    headersTimeout: 1000 * patience,
    requestTimeout: 1000 * Math.max(patience, REQUEST_SECONDS),
    connectionsCheckingInterval: Math.min(2000, 250 * patience),
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.on("request", (request, response) => {
    answer(request, response, { pages, token, file, port: portOf(server) }).catch(() => response.destroy());
  });
  await listenLocally(server, port);
  return {
    url: `http://127.0.0.1:${portOf(server)}/${token}/`,
    port: portOf(server),
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Served {
  readonly pages: ReadonlyMap<string, ServedPage>;
  readonly token: string;
  readonly file: string | undefined;
  readonly port: number;
}

async function answer(request: IncomingMessage, response: ServerResponse, served: Served): Promise<void> {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  const { method = "", headers, url = "" } = request;
  const hosts = [`127.0.0.1:${served.port}`, `localhost:${served.port}`];
  if (!hosts.includes(headers.host ?? "")) return refuse(response, 421);
  const { origin } = headers;
  if (origin !== undefined && origin !== `http://${headers.host}`) return refuse(response, 403);
  if (method !== "GET" && method !== "HEAD") return refuse(response, 405);
  const [, token = "", address = ""] = /^\/([^/?#]*)\/([^?#]*)$/.exec(url) ?? [];
  if (!isSame(token, served.token)) return refuse(response, 404);
  if (address === "given" && served.file !== undefined) return await sendFile(served.file, method, response);
  const sent = served.pages.get(address === "" ? "index.html" : address);
  if (sent === undefined) return refuse(response, 404);
  response.setHeader("etag", sent.tag);
  if (headers["if-none-match"] === sent.tag) return void response.writeHead(304).end();
  response.writeHead(200, { "content-type": sent.type, "content-length": sent.bytes.length });
  response.end(method === "HEAD" ? undefined : sent.bytes);
}

/** The file as it is now: it may have changed since the server started. */
async function sendFile(file: string, method: string, response: ServerResponse): Promise<void> {
  const path = located(file);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || !found.isFile()) return refuse(response, 404);
  response.writeHead(200, { "content-type": "application/octet-stream" });
  if (method === "HEAD") return void response.end();
  await pipeline(createReadStream(path), response);
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", connection: "close" });
  response.end(`${status}\n`);
}

/** Compares in a time that tells nothing about the token. */
function isSame(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

async function checkFile(file: string): Promise<void> {
  const found = await stat(located(file)).catch((error: unknown) => {
    throw fileError(file, error);
  });
  if (found.isFile()) return;
  throw new InputError({
    code: "directory",
    message: "this is a folder",
    remedy: "Name a file in it. For a folder of photos, run `bagwise workbench` and choose the folder in the page.",
    where: { file },
  });
}

/** Listens on the wanted port; without one, on the usual or a free one. */
async function listenLocally(server: Server, wanted: number | undefined): Promise<void> {
  for (const port of wanted === undefined ? [USUAL_PORT, 0] : [wanted]) {
    const trouble = await listen(server, port, "127.0.0.1");
    if (trouble === undefined) return;
    if (wanted === undefined && port !== 0) continue;
    throw new InputError({
      code: "port-taken",
      message: `port ${port} cannot be used (${trouble.code ?? trouble.message})`,
      remedy: "Give another number, or leave out --port to get a free one.",
    });
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
