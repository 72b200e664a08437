import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { escapeHtml } from "@bagwise/report/page";

/** The media types of what the workbench is made of. */
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".csv": "text/csv; charset=utf-8",
  ".wasm": "application/wasm",
};

/** A file that is served. */
export interface ServedPage {
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly tag: string;
}

/**
 * All files of a folder by their addresses, read once. Nothing else can be asked for, so no address leads out of
 * the folder. Takes the memory of the folder, some megabytes.
 */
export function pagesOf(folder: string): ReadonlyMap<string, ServedPage> {
  const pages = new Map<string, ServedPage>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const address = relative(folder, path).split(sep).join("/");
    const type = TYPES[extname(entry.name)] ?? "application/octet-stream";
    pages.set(address, servedPage(type, readFileSync(path)));
  }
  return pages;
}

/** The page of the application with the name of the file that it should open. */
export function startPage(index: ServedPage, name: string | undefined): ServedPage {
  if (name === undefined) return index;
  const meta = `<meta name="bagwise-file" content="${escapeHtml(name)}" />`;
  const text = new TextDecoder().decode(index.bytes).replace("</head>", () => `${meta}</head>`);
  return servedPage(index.type, new TextEncoder().encode(text));
}

function servedPage(type: string, bytes: Uint8Array): ServedPage {
  const tag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
  return { type, bytes, tag };
}
