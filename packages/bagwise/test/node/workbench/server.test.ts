import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { POLICY, serveWorkbench, USUAL_PORT, type WorkbenchServer } from "../../../src/node/workbench/server.js";

let folder: string;
let server: WorkbenchServer;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-workbench-"));
  mkdirSync(at("pages/assets"), { recursive: true });
  writeFileSync(at("pages/index.html"), "<html><head><title>w</title></head></html>");
  writeFileSync(at("pages/assets/a.js"), "export {};");
  writeFileSync(at("secret.txt"), "secret");
  writeFileSync(at('bags "1".csv'), "bag,label,x\na,1,1\n");
  server = await serveWorkbench({ folder: at("pages"), file: at('bags "1".csv'), patience: 1 });
});

afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Asks for exactly this path, which fetch would tidy up. */
async function ask(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return await new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port: server.port, path, headers, method }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece: string) => {
        text += piece;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
    });
    asked.on("error", reject);
    asked.end();
  });
}

const token = () => new URL(server.url).pathname.slice(1, -1);

describe("the server of the workbench", () => {
  it("serves the page under its token, with the name of the file in it", async () => {
    const { status, text, headers } = await ask(`/${token()}/`);
    expect(status).toBe(200);
    expect(text).toContain('<meta name="bagwise-file" content="bags &quot;1&quot;.csv" />');
    expect(headers).toMatchObject({
      "content-security-policy": POLICY,
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
    expect(await ask(`/${token()}/assets/a.js`)).toMatchObject({ status: 200, text: "export {};" });
    expect(await ask(`/${token()}/given`)).toMatchObject({ status: 200, text: "bag,label,x\na,1,1\n" });
    expect(await ask(`/${token()}/`, {}, "HEAD")).toMatchObject({ status: 200, text: "" });
  });

  it("allows no inline script, and no other origin", () => {
    expect(POLICY).toContain("default-src 'none'");
    expect(POLICY).not.toMatch(/'unsafe-inline'|'unsafe-eval'|https?:|\*/);
  });

  it("has another token each time, which nobody can guess", async () => {
    const other = await serveWorkbench({ folder: at("pages") });
    expect(new URL(other.url).pathname).not.toBe(new URL(server.url).pathname);
    expect(token().length).toBeGreaterThanOrEqual(32);
    await other.close();
  });

  it.each([
    ["without a token", () => "/"],
    ["without a token, a file", () => "/assets/a.js"],
    ["with a wrong token", () => `/${"x".repeat(32)}/`],
    ["with the start of the token", () => `/${token().slice(0, 20)}/`],
    ["for a file beside the folder", () => `/${token()}/../secret.txt`],
    ["for a file beside the folder, encoded", () => `/${token()}/..%2fsecret.txt`],
    ["for a file beside the folder, with backslashes", () => `/${token()}/..\\secret.txt`],
    ["for an absolute path", () => `/${token()}//etc/passwd`],
    ["for a folder", () => `/${token()}/assets`],
    ["for a file of the folder that is not there", () => `/${token()}/assets/b.js`],
  ])("refuses a request %s", async (_, path) => {
    const { status, text } = await ask(path());
    expect(status).toBe(404);
    expect(text).not.toContain("secret");
  });

  it("refuses another host, so that no site can use its name for this server", async () => {
    expect((await ask(`/${token()}/`, { host: "evil.example" })).status).toBe(421);
    expect((await ask(`/${token()}/`, { host: `evil.example:${server.port}` })).status).toBe(421);
    expect((await ask(`/${token()}/`, { host: `localhost:${server.port}` })).status).toBe(200);
  });

  it("refuses another origin, and everything but reading", async () => {
    expect((await ask(`/${token()}/given`, { origin: "https://evil.example" })).status).toBe(403);
    expect((await ask(`/${token()}/given`, { origin: "null" })).status).toBe(403);
    expect((await ask(`/${token()}/given`, { origin: `http://127.0.0.1:${server.port}` })).status).toBe(200);
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"])
      expect((await ask(`/${token()}/`, {}, method)).status).toBe(405);
  });

  it("refuses a huge header", async () => {
    expect((await ask(`/${token()}/`, { cookie: "x".repeat(20_000) })).status).toBe(431);
  });

  it("hangs up on a client that takes too long to ask", async () => {
    const started = Date.now();
    const text = await new Promise<string>((resolve) => {
      const socket = connect(server.port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nHost:"));
      let said = "";
      socket.on("data", (piece) => {
        said += String(piece);
      });
      socket.on("error", () => resolve(said));
      socket.on("close", () => resolve(said));
    });
    expect(text).toMatch(/^$|408/);
    expect(Date.now() - started).toBeLessThan(8000);
  });

  it("listens on this machine alone", () => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]+\/$/);
  });

  it("says which port cannot be used, and takes a free one if nobody asked for one", async () => {
    await expect(serveWorkbench({ folder: at("pages"), port: server.port })).rejects.toMatchObject({
      code: "port-taken",
    });
    const [one, two] = [await serveWorkbench({ folder: at("pages") }), await serveWorkbench({ folder: at("pages") })];
    expect(new Set([one.port, two.port]).size).toBe(2);
    expect([one.port, two.port, server.port].filter((port) => port === USUAL_PORT).length).toBeLessThanOrEqual(1);
    await one.close();
    await two.close();
  });

  it("names a file that is not there, and a folder", async () => {
    await expect(serveWorkbench({ folder: at("pages"), file: at("none.csv") })).rejects.toMatchObject({
      code: "no-such-file",
    });
    await expect(serveWorkbench({ folder: at("pages"), file: folder })).rejects.toMatchObject({ code: "directory" });
  });

  it("ends with every connection", async () => {
    const other = await serveWorkbench({ folder: at("pages") });
    const socket = connect(other.port, "127.0.0.1");
    await new Promise((resolve) => socket.once("connect", resolve));
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => undefined);
    await other.close();
    await closed;
  });
});
