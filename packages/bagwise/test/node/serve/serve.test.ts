import { request } from "node:http";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { BagSet } from "@bagwise/core/bags";
import { Model } from "@bagwise/core/model";
import { encodeBags } from "@bagwise/files";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { goldenModel, rowsOfBags, trickyBags } from "../../../../export/test/models.js";
import { plainRecipe } from "../../../../files/src/format/rows/plain-recipe.js";
import { bagsOf } from "../../../src/node/serve/body-bags.js";
import { tooLate } from "../../../src/node/serve/refused.js";
import { type ModelServer, serveModel } from "../../../src/node/serve/serve-model.js";

const model: Model = goldenModel("learner-auto");
const bags = trickyBags();
const json = JSON.stringify(rowsOfBags(bags).map((instances, i) => ({ id: bags.idOf(i), instances })));

let server: ModelServer;
beforeAll(async () => {
  server = await serveModel(model, { port: 0, maxBody: 100_000, timeout: 1000, concurrency: 4 });
});
afterAll(() => server.close());

async function post(
  body: string | Uint8Array<ArrayBuffer>,
  { type = "application/json", query = "", at = server, headers = {} } = {},
) {
  const answer = await fetch(`${at.url}/score${query}`, {
    method: "POST",
    body,
    headers: { "content-type": type, ...headers },
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

async function text(path: string): Promise<string> {
  return await (await fetch(server.url + path)).text();
}

const expected = model
  .predict(bags)
  .map(({ bag, score, predicted, probability }) => ({ bag, score, predicted, probability }));

describe("a served model", () => {
  it("scores JSON with the bits of the model, and finds witnesses", async () => {
    expect(await post(json)).toMatchObject({ status: 200, body: { bags: expected } });
    expect((await post(`{ "bags": ${json} }`)).body).toEqual({ bags: expected });
    const witnesses = new Map(model.rank(bags).map(({ bag, witness }) => [bag, witness.instance]));
    const { body } = await post(json, { query: "?witness=1" });
    expect(body.bags).toEqual(expected.map((each) => ({ ...each, witness: witnesses.get(each.bag) })));
  });

  it.each([
    ["csv", "text/csv; charset=utf-8"],
    ["parquet", "application/vnd.apache.parquet"],
    ["json", "application/json"],
  ] as const)("reads %s as a file of that format", async (format, type) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of encodeBags(bags, { format })) pieces.push(piece);
    const patient = await serveModel(model, { port: 0 });
    const { status, body } = await post(Buffer.concat(pieces), { type, at: patient });
    await patient.close();
    expect({ status, body }).toEqual({ status: 200, body: { bags: expected } });
  });

  it("tells its health, its description and its counts", async () => {
    expect(JSON.parse(await text("/health"))).toMatchObject({ status: "ok", learner: "auto" });
    const description = JSON.parse(await text("/openapi.json"));
    expect(Object.keys(description.paths)).toEqual(["/score", "/health", "/metrics", "/openapi.json"]);
    const metrics = await text("/metrics");
    expect(metrics).toMatch(/^bagwise_requests_total\{path="\/score",status="200"\} \d+$/m);
    expect(metrics).toMatch(/^bagwise_score_seconds_bucket\{le="\+Inf"\} \d+$/m);
    for (const line of metrics.trim().split("\n"))
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{[^}]*\})? [\d.e+-]+)$/);
  });

  it.each([
    ["{", 400, "json"],
    ["[]", 200, undefined],
    ['[{ "id": "a", "instances": [[1, 2]] }]', 400, "ragged"],
    ['[{ "id": "a", "instances": [] }]', 400, "empty-bag"],
    ['[{ "id": "a", "instances": [[1, 2, "x"]] }]', 400, undefined],
    ['[{ "id": "a", "instances": [[1, 2, 1e300]] }]', 400, "value-too-large"],
    ["null", 400, undefined],
    ["[null]", 400, undefined],
    ['{ "bags": 1 }', 400, undefined],
    ['[{ "id": null, "instances": [[1, 2, 3]] }]', 400, undefined],
    ['[{ "id": {}, "instances": [[1, 2, 3]] }]', 400, undefined],
    ['[{ "id": "a", "instances": null }]', 400, undefined],
    ['[{ "id": "a", "instances": "abc" }]', 400, undefined],
    ['[{ "id": "a", "instances": [null] }]', 400, undefined],
    ['[{ "id": "a", "instances": [{}] }]', 400, undefined],
    ['[{ "id": "a", "instances": [[[1], 2, 3]] }]', 400, undefined],
    ['[{ "id": "a", "instances": [{ "length": 1e9 }] }]', 400, undefined],
    ['[{ "id": "a", "instances": { "length": 3 } }]', 400, undefined],
    ["[".repeat(40_000), 400, "json"],
    ['[{ "id": "a", "id": "b", "instances": [[1, 2, 3]] }]', 400, "duplicate-key"],
    ['[{ "id": "a", "instances": [[1, 2, 3]], "instances": [[1, 2, 3]] }]', 400, "duplicate-key"],
    ['{ "bags": [], "bags": [] }', 400, "duplicate-key"],
    ['[{ "id": "a", "instances": [[1, 2, 1e999]] }]', 400, "not-finite"],
    ['[{ "id": "1", "instances": [[1, 2, 3]] }, { "id": 1, "instances": [[1, 2, 3]] }]', 400, "parts"],
  ])("answers malformed JSON with what is wrong: %s", async (body, status, code) => {
    const found = await post(body);
    expect(found.status).toBe(status);
    if (status === 400) expect(found.body.error.message).toMatch(/\w+ \w+/);
    if (code !== undefined) expect(found.body.error.code).toBe(code);
  });

  it("keeps ids as they are written, as files do", async () => {
    const ids = ["9007199254740993", "1", "1.0", "1e0", "-0", "0.10", '"x"'];
    const { body } = await post(`[${ids.map((id) => `{"instances":[[1,2,3]],"id":${id}}`)}]`);
    expect(body.bags.map(({ bag }: { bag: string }) => bag)).toEqual(ids.map((id) => id.replaceAll('"', "")));
  });

  it("reads values by the names of features, whatever else an instance holds", async () => {
    const [first, ...rest] = model.features;
    const named = (...values: [string, unknown][]) =>
      JSON.stringify([{ id: "a", note: "x", instances: [Object.fromEntries(values)] }]);
    const values = rest.map((name, k): [string, unknown] => [name, k + 2]);
    const listed = await post(JSON.stringify([{ id: "a", instances: [[1, ...values.map(([, value]) => value)]] }]));
    expect(await post(named(...values, ["other", "x"], [first, 1]))).toMatchObject({ body: listed.body });
    expect(await post(named(...values))).toMatchObject({ body: { error: { code: "missing-value" } } });
  });

  it("answers broken CSV and Parquet, other types, places and methods with what is wrong", async () => {
    expect((await post("a,b\n1", { type: "text/csv" })).status).toBe(400);
    expect((await post("PAR1 no", { type: "application/octet-stream" })).status).toBe(400);
    expect((await post("x", { type: "text/plain" })).status).toBe(415);
    expect((await fetch(`${server.url}/score`)).status).toBe(405);
    expect((await fetch(`${server.url}/../../etc/passwd`)).status).toBe(404);
  });

  it("answers requests that are no HTTP, or ask for no path, and keeps running", async () => {
    const { hostname, port } = new URL(server.url);
    for (const line of ["GET // HTTP/1.1", "GET http://[ HTTP/1.1", "nonsense", "GET /score?%ff HTTP/1.1"]) {
      const answer = await new Promise<string>((done, fail) => {
        const socket = connect(Number(port), hostname);
        socket.once("data", (piece) => {
          done(piece.toString());
          socket.destroy();
        });
        socket.once("error", fail);
        socket.write(`${line}\r\nhost: x\r\n\r\n`);
      });
      expect(answer, line).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  });

  it("refuses a body that is too large, whether it says so or not", async () => {
    const large = `[${" ".repeat(200_000)}]`;
    expect((await post(large)).status).toBe(413);
    const status = await new Promise((done, fail) => {
      const sent = request(`${server.url}/score`, { method: "POST", headers: { "content-type": "text/csv" } });
      sent.on("response", (response) => done(response.resume().statusCode)).on("error", fail);
      for (let k = 0; k < 20; k++) sent.write("1,2,3\n".repeat(2000));
    });
    expect(status).toBe(413);
  });

  it("does not wait for slow clients, and forgets those that go away", async () => {
    const status = await new Promise((done, fail) => {
      const headers = { "content-type": "text/csv", "content-length": 100 };
      const sent = request(`${server.url}/score`, { method: "POST", headers });
      sent.on("response", (response) => done(response.resume().statusCode)).on("error", fail);
      sent.write("a");
    });
    expect(status).toBe(408);
    const { hostname, port } = new URL(server.url);
    for (let k = 0; k < 10; k++) {
      const socket = connect(Number(port), hostname);
      socket.on("error", () => {});
      socket.write("POST /score HTTP/1.1\r\nhost: x\r\ncontent-type: text/csv\r\ncontent-length: 50\r\n\r\nab");
      await new Promise((done) => setTimeout(done, 10));
      socket.destroy();
    }
    await new Promise((done) => setTimeout(done, 50));
    expect(await text("/metrics")).toMatch(/^bagwise_requests_receiving 0$/m);
    expect(await text("/metrics")).toMatch(/^bagwise_bytes_held 0$/m);
    expect((await post(json)).status).toBe(200);
  });

  it("wants the token where there is one, except for its health", async () => {
    const locked = await serveModel(model, { port: 0, token: "s3cret" });
    const statuses = await Promise.all(
      ["", "Bearer s3cre", "Bearer s3cret ", "s3cret", "Bearer s3cret"].map(
        async (authorization) => (await post(json, { at: locked, headers: { authorization } })).status,
      ),
    );
    // Spaces at the end are no part of a header.
    expect(statuses).toEqual([401, 401, 200, 401, 200]);
    expect((await fetch(`${locked.url}/metrics`)).status).toBe(401);
    expect((await fetch(`${locked.url}/health`)).status).toBe(200);
    await locked.close();
  });

  it("listens on this machine alone by default, and says when it cannot", async () => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const port = Number(new URL(server.url).port);
    await expect(serveModel(model, { port })).rejects.toThrow(/cannot listen on port/);
    await expect(serveModel(model, { port: 70_000 })).rejects.toThrow(/cannot listen on port 70000/);
  });

  it("refuses a packed body, and a small table of very many values", async () => {
    const packed = await post(gzipSync("bag,x\na,1\n"), { type: "text/csv" });
    expect(packed).toMatchObject({ status: 415, body: { error: { code: "packed" } } });
    const count = Math.ceil(60_000 / model.features.length);
    const alike = Array.from({ length: count }, () => model.features.map(() => 1));
    const large = BagSet.from([{ id: "a", instances: alike }], { features: model.features });
    const pieces: Uint8Array[] = [];
    for await (const piece of encodeBags(large, { format: "parquet" })) pieces.push(piece);
    const table = Buffer.concat(pieces);
    expect(table.length).toBeLessThan(100_000);
    const many = await post(table, { type: "application/octet-stream" });
    expect(many).toMatchObject({ status: 413, body: { error: { code: "too-large" } } });
  });

  it("stops reading when the time is over", async () => {
    const limits = { most: 1000, signal: AbortSignal.abort(tooLate(5)) };
    const body = new TextEncoder().encode(`bag,${model.features.join(",")}\n`);
    await expect(bagsOf(body, "csv", model, limits)).rejects.toMatchObject({ status: 408 });
  });

  it("fills gaps in JSON as the model was trained to, and otherwise says where they are", async () => {
    const body = (value: number | null | undefined) => JSON.stringify([{ id: "a", instances: [[1, value, 0.5]] }]);
    expect(await post(body(null))).toMatchObject({ status: 400, body: { error: { code: "missing-value" } } });
    const recipe = plainRecipe(model.features, { missing: "median" });
    const filling = new Model({ ...model.parts(), card: { ...model.card, recipe } });
    const other = await serveModel(filling, { port: 0 });
    const [gap, median] = [null, model.medians.get("größe")].map((value) => post(body(value), { at: other }));
    expect((await gap).body).toEqual((await median).body);
    await other.close();
  });

  it("finishes what it has before it stops", async () => {
    const other = await serveModel(model, { port: 0 });
    const answer = new Promise((done, fail) => {
      const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(json) };
      const sent = request(`${other.url}/score`, { method: "POST", headers });
      sent.on("response", (response) => done(response.resume().statusCode)).on("error", fail);
      sent.write(json.slice(0, 100));
      setTimeout(() => sent.end(json.slice(100)), 200);
    });
    await expect.poll(async () => await (await fetch(`${other.url}/metrics`)).text()).toMatch(/receiving 1$/m);
    const closed = other.close();
    expect(await answer).toBe(200);
    await closed;
    await expect(fetch(`${other.url}/health`)).rejects.toThrow();
  });
});
