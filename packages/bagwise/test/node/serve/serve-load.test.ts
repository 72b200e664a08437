import { type ClientRequest, request } from "node:http";
import { connect, type Socket } from "node:net";
import type { Model } from "@bagwise/core/model";
import { afterEach, describe, expect, it } from "vitest";
import { goldenModel } from "../../../../export/test/models.js";
import { type ModelServer, type ServeOptions, serveModel } from "../../../src/node/serve/serve-model.js";

const model: Model = goldenModel("learner-auto");
const small = '[{"id":"a","instances":[[1,2,3]]}]';
/** One bag that takes a while to read and to score. */
const large = `[{"id":"a","instances":[${"[1,2,3],".repeat(100_000)}[1,2,3]]}]`;

const running: ModelServer[] = [];
const open: { destroy(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) each.destroy();
  await Promise.all(running.splice(0).map((server) => server.close()));
});

async function served(options: ServeOptions = {}): Promise<ModelServer> {
  const server = await serveModel(model, { port: 0, ...options });
  running.push(server);
  return server;
}

interface Answer {
  readonly status: number;
  readonly retry: string | undefined;
  readonly text: string;
}

/** A request that can be given up, and what is answered. */
function post({ url }: ModelServer, body: string): { sent: ClientRequest; answer: Promise<Answer> } {
  const sent = request(`${url}/score`, { method: "POST", headers: { "content-type": "application/json" } });
  open.push(sent);
  const answer = new Promise<Answer>((done) => {
    sent.on("error", () => done({ status: 0, retry: undefined, text: "" }));
    sent.on("response", (response) => {
      let text = "";
      response.on("data", (piece) => {
        text += piece;
      });
      const { statusCode: status = 0, headers } = response;
      response.on("end", () => done({ status, retry: headers["retry-after"], text }));
    });
  });
  sent.end(body);
  return { sent, answer };
}

/** What a metric counts. */
async function metric({ url }: ModelServer, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^bagwise_${name} (\\S+)$`, "m").exec(text)?.[1]);
}

/** A connection that sends these bytes; `heard` is all that comes back until it ends. */
function raw({ url }: ModelServer, ...pieces: readonly string[]): { socket: Socket; heard: Promise<string> } {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  open.push(socket);
  let text = "";
  socket.on("data", (piece) => {
    text += piece;
  });
  socket.on("error", () => {});
  for (const piece of pieces) socket.write(piece);
  return { socket, heard: new Promise((done) => socket.on("close", () => done(text))) };
}

const head = (length: number | string, more = "") =>
  `POST /score HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${more}\r\n`;

describe("a server under load", () => {
  it("answers others while it scores a huge bag", async () => {
    const server = await served();
    const { answer } = post(server, large);
    await expect.poll(() => metric(server, "requests_in_flight")).toBe(1);
    for (let k = 0; k < 3; k++) expect((await fetch(`${server.url}/health`)).status).toBe(200);
    // It was not waited for.
    expect(await metric(server, "requests_in_flight")).toBe(1);
    expect((await answer).status).toBe(200);
  });

  it("forgets those that leave, at once, and scores none that waits", async () => {
    const server = await served();
    const leaving = Array.from({ length: 12 }, () => post(server, large));
    await expect.poll(() => metric(server, "requests_in_flight"), { timeout: 10_000 }).toBe(12);
    for (const { sent } of leaving) sent.destroy();
    await expect.poll(() => metric(server, "requests_in_flight")).toBe(0);
    expect(await metric(server, "bytes_held")).toBe(0);
    expect((await post(server, small).answer).status).toBe(200);
    expect(await metric(server, "requests_abandoned_total")).toBe(12);
    expect(await metric(server, "bags_scored_total")).toBe(1);
  });

  it("sheds what is too much with 503 and says when to come back", async () => {
    const server = await served({ concurrency: 2 });
    const held = [post(server, large), post(server, large)];
    await expect.poll(() => metric(server, "requests_in_flight")).toBe(2);
    expect(await post(server, small).answer).toMatchObject({ status: 503, retry: "1" });
    expect(await metric(server, "requests_shed_total")).toBe(1);
    for (const { sent } of held) sent.destroy();
    await expect.poll(async () => (await post(server, small).answer).status).toBe(200);
  });

  it("lets clients that send slowly take no place of others, and no more memory than it has for bodies", async () => {
    const server = await served({ concurrency: 2, maxBody: 100_000 });
    for (let k = 0; k < 40; k++) raw(server, head(50_000), "[".repeat(100));
    await expect.poll(() => metric(server, "requests_receiving")).toBe(40);
    expect((await post(server, small).answer).status).toBe(200);
    // Now they hold all the room that there is.
    for (let k = 0; k < 5; k++) raw(server, head(99_000), " ".repeat(40_000));
    await expect.poll(() => metric(server, "requests_shed_total")).toBeGreaterThan(0);
    expect(await metric(server, "bytes_held")).toBeLessThanOrEqual(2 * 100_000);
  });

  it("ends a thread that does not come back to see that nobody waits, and goes on with another", async () => {
    const server = await served({ timeout: 500, maxBody: 30_000_000 });
    const { answer } = post(server, `[{"id":"a","instances":[${"[1,2,3],".repeat(1_500_000)}[1,2,3]]}]`);
    expect((await answer).status).toBe(408);
    await expect.poll(async () => (await post(server, small).answer).status, { timeout: 20_000 }).toBe(200);
  });

  it("answers what others send in an orderly way", async () => {
    const server = await served({ timeout: 2000, maxBody: 1000 });
    const close = "connection: close\r\n";
    const { length } = small;
    const whole = `${head(length)}${small}`;
    const chunked = head(0).replace("content-length: 0", "transfer-encoding: chunked");
    const cases: [number[], ...string[]][] = [
      // Requests in a row are answered in a row.
      [[200, 200, 200], `${whole}${whole}${head(length, close)}${small}`],
      [[100, 200], head(length, `${close}expect: 100-continue\r\n`), small],
      [[417], head(length, `${close}expect: tea\r\n`), small],
      // It says that it is longer than it is, or has several lengths.
      [[408], head(length + 1, close), small],
      [[400], head(`${length}\r\ncontent-length: 1`), small],
      [[400], head("-1"), small],
      [[400], head("1e3"), small],
      [[400], head(length, "transfer-encoding: chunked\r\n"), small],
      // Pieces without end, too slow or too many, no body, and headers without end.
      [[413], chunked, ...Array.from({ length: 50 }, () => `40\r\n${" ".repeat(64)}\r\n`)],
      [[408], chunked, "4\r\n[   \r\n"],
      [[400], head(0, close)],
      [[431], `GET /health HTTP/1.1\r\nhost: x\r\n${"a: b\r\n".repeat(10_000)}`],
      [[408], "POST /score HTTP/1.1\r\n"],
      [[408], ""],
      [[405], `OPTIONS /score HTTP/1.1\r\nhost: x\r\n${close}\r\n`],
      [[405], `HEAD /score HTTP/1.1\r\nhost: x\r\n${close}\r\n`],
      [[200], `HEAD /health HTTP/1.1\r\nhost: x\r\n${close}\r\n`],
    ];
    const heard = await Promise.all(cases.map(([, ...pieces]) => raw(server, ...pieces).heard));
    const statuses = heard.map((text) => [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status)));
    expect(statuses).toEqual(cases.map(([wanted]) => wanted));
    expect(heard.at(-1)).toMatch(/\r\n\r\n$/);
    expect(heard.at(-3)).toMatch(/^allow: POST\r$/m);
    // It says that it is shorter than it is.
    expect(await raw(server, head(length - 1), small).heard).toMatch(/^HTTP\/1\.1 400 /);
    // Who closes its side has left.
    const half = raw(server, whole.slice(0, -1));
    half.socket.end();
    await half.heard;
    await expect.poll(() => metric(server, "bytes_held")).toBe(0);
    expect(await metric(server, "requests_receiving")).toBe(0);
    expect((await post(server, small).answer).status).toBe(200);
  }, 60_000);

  it("leaves clients alone that do not take their answers", async () => {
    const server = await served({ timeout: 4000 });
    const many = `[{"id":"${"x".repeat(9_900_000)}","instances":[[1,2,3]]}]`;
    const { socket, heard } = raw(server, head(many.length), many);
    socket.pause();
    await expect.poll(() => metric(server, "bags_scored_total"), { timeout: 10_000 }).toBe(1);
    expect((await post(server, small).answer).status).toBe(200);
    await expect.poll(() => metric(server, "bytes_held"), { timeout: 10_000 }).toBe(0);
    socket.resume();
    await heard;
  });

  it("ends in time although a request is still scored", async () => {
    const server = await served({ timeout: 500 });
    const { answer } = post(server, large);
    await expect.poll(() => metric(server, "requests_in_flight")).toBe(1);
    running.length = 0;
    await server.close();
    expect((await answer).status).not.toBe(500);
  });
});
