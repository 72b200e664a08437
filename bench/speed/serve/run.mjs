// Scoring over HTTP beside scoring in the process, then load at twice what the server can take: it must shed
// with 503, and its memory must stay flat. The server is a process of its own, on this machine alone.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { auto, saveModel, synthesise } from "bagwise";

const bin = fileURLToPath(new URL("../../../packages/bagwise/bin/bagwise.js", import.meta.url));
const CONCURRENCY = 8;

export async function run({ json, options }) {
  const seconds = Number(options.find((each) => each.startsWith("--seconds="))?.slice(10) ?? 60);
  const workers = options.find((each) => each.startsWith("--workers="))?.slice(10) ?? "1";
  const { bags } = synthesise({ bags: 200, labeled: 40, dimensions: 20, bagSize: [2, 8], seed: 1 });
  const model = await auto({ seed: 1 }).fit(bags);
  const body = JSON.stringify(
    [...bags].slice(0, 20).map((bag) => ({
      id: bag.id,
      instances: Array.from({ length: bag.size }, (_, j) => [...bag.instance(j)]),
    })),
  );
  const asked = bags.subset(Uint32Array.from({ length: 20 }, (_, i) => i));
  const inProcess = perSecond(() => model.predict(asked), 3);
  const folder = mkdtempSync(join(tmpdir(), "bagwise-serve-"));
  await saveModel(model, join(folder, "m.model"));
  const flags = ["--port", "0", "--concurrency", String(CONCURRENCY), "--workers", workers, "--json"];
  const args = [bin, "serve", join(folder, "m.model"), ...flags];
  const server = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const url = await new Promise((done) => {
      let text = "";
      server.stdout.on("data", (piece) => {
        text += piece;
        const found = /"url": *"([^"]+)"/.exec(text);
        if (found !== null) done(found[1]);
      });
    });
    const capacity = await load(url, body, { clients: CONCURRENCY, seconds: Math.min(10, seconds) });
    const memories = [];
    const watch = setInterval(async () => memories.push(await memory(url)), 1000);
    const overload = await load(url, body, { clients: 2 * CONCURRENCY, seconds });
    clearInterval(watch);
    const result = {
      bagsPerRequest: 20,
      inProcess: Math.round(inProcess),
      served: Math.round(capacity.answered / capacity.seconds),
      overload: {
        seconds: Math.round(overload.seconds),
        answered: Math.round(overload.answered / overload.seconds),
        shed: Math.round(overload.shed / overload.seconds),
        failed: overload.failed,
      },
      memoryMb: thirds(memories).map((some) => Math.round(median(some) / 1e6)),
    };
    if (json) console.log(JSON.stringify(result));
    else
      console.log(
        `Requests of 20 bags a second: ${result.inProcess} in the process, ${result.served} over HTTP`,
        `(${(result.served / result.inProcess).toFixed(2)} x).\nTwice as many clients for`,
        `${result.overload.seconds} s: ${result.overload.answered} answered and ${result.overload.shed} shed`,
        `with 503 a second, ${result.overload.failed} failed.`,
        `\nMemory of the server, median of each third of that time: ${result.memoryMb.join(", ")} MB.`,
      );
  } finally {
    server.kill("SIGTERM");
    await new Promise((done) => server.once("exit", done));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The first, second and last third of a list. */
function thirds(list) {
  return [0, 1, 2].map((k) => list.slice(Math.floor((k * list.length) / 3), Math.floor(((k + 1) * list.length) / 3)));
}

function median(list) {
  return [...list].sort((a, b) => a - b)[list.length >> 1];
}

function perSecond(work, seconds) {
  for (let k = 0; k < 20; k++) work();
  const start = performance.now();
  let count = 0;
  for (; performance.now() - start < 1000 * seconds; count++) work();
  return count / ((performance.now() - start) / 1000);
}

/** Clients that ask again as soon as they are answered, for so many seconds. */
async function load(url, body, { clients, seconds }) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const counts = { answered: 0, shed: 0, failed: 0 };
  const start = performance.now();
  const client = async () => {
    while (performance.now() - start < 1000 * seconds) {
      const status = await ask(url, body, agent);
      if (status === 200) counts.answered++;
      else if (status === 503) {
        counts.shed++;
        // Somewhat as a client that was told to come back later.
        await new Promise((done) => setTimeout(done, 5));
      } else counts.failed++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return { ...counts, seconds: (performance.now() - start) / 1000 };
}

function ask(url, body, agent) {
  return new Promise((done) => {
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const sent = request(`${url}/score`, { method: "POST", agent, headers }, (response) => {
      response.resume().on("end", () => done(response.statusCode));
    });
    sent.on("error", () => done(0));
    sent.end(body);
  });
}

async function memory(url) {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]);
}
