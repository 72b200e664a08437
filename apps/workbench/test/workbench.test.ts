import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseSession, sessionText } from "@bagwise/core/review";
import { describe, expect, it } from "vitest";
import { cliHere } from "../../../packages/bagwise/test/cli/run-cli.js";
import type { Surroundings } from "../src/state/context.js";
import { memoryStorage } from "../src/state/storage.js";
import { Workbench } from "../src/state/workbench.js";
import { WorkbenchEngine } from "../src/worker/engine.js";

const bytes = readFileSync(new URL("../../../packages/bagwise/samples/letters.csv", import.meta.url));
const letters = new Blob([bytes]);

/** The application with the library in this thread and nothing kept outside. */
function surroundings(storage = memoryStorage()): Surroundings {
  let ids = 0;
  let clock = 0;
  const owners = new Map<string, () => void>();
  return {
    startEngine: () => ({ api: new WorkbenchEngine(), stop: () => undefined, died: new Promise(() => undefined) }),
    storage,
    now: () => new Date(Date.UTC(2026, 0, 1) + 1000 * clock++).toISOString(),
    newId: () => `review-${ids++}`,
    unlock: () => undefined,
    lock: async (id, { take, onLost }) => {
      if (owners.has(id) && !take) return false;
      owners.get(id)?.();
      owners.set(id, onLost);
      return true;
    },
  };
}

async function until(holds: () => boolean): Promise<void> {
  for (let k = 0; !holds(); k++) {
    if (k > 2000) throw new Error("it did not happen");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const isQuiet = (bench: Workbench) => !bench.review.learning.value.busy && bench.models.running.value === null;

async function begun(around = surroundings()): Promise<Workbench> {
  const bench = new Workbench(around);
  await bench.opening.look(letters, "letters.csv");
  await bench.begin();
  await until(() => isQuiet(bench) && bench.models.view.value !== null);
  return bench;
}

/** Begins an audit and answers some of its bags, the first half of them with yes. */
async function audited(bench: Workbench, n: number, answered: number): Promise<string[]> {
  const model = bench.models.saved.value;
  if (model !== null) await bench.audit.begin(model, n, 1);
  const bags = bench.audit.current.value?.audit.design.bags.map(({ bag }) => bag) ?? [];
  expect(new Set(bags).size).toBe(n);
  for (const [k, bag] of bags.slice(0, answered).entries()) {
    expect(bench.audit.next()).toBe(bag);
    await bench.audit.answer(bag, k < answered / 2);
  }
  return bags;
}

const current = (bench: Workbench) => bench.review.queue.value.current?.bag ?? "";

describe("a review", () => {
  it("keeps the witness of a bag when what it looked like before the ranking comes late, after a reload", async () => {
    const around = surroundings();
    const before = await begun(around);
    await before.settle();
    const late: (() => void)[] = [];
    class SlowAtFirst extends WorkbenchEngine {
      override async view(...asked: Parameters<WorkbenchEngine["view"]>) {
        const view = await super.view(...asked);
        if (view.witness === null) await new Promise<void>((resolve) => late.push(resolve));
        return view;
      }
    }
    const startEngine = () => ({ api: new SlowAtFirst(), stop: () => undefined, died: new Promise<string>(() => {}) });
    const bench = new Workbench({ ...around, startEngine });
    await bench.resume(before.id.value ?? "", { take: true });
    const index = bench.review.indexOf(current(bench));
    const witness = () => bench.review.views.value.get(index)?.witness ?? null;
    await until(() => isQuiet(bench) && witness() !== null);
    expect(late).toHaveLength(1);
    for (const come of late) come();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(witness()).not.toBeNull();
  });

  it("answers, learns, keeps its place and goes on where it was after a reload", async () => {
    const around = surroundings();
    const bench = await begun(around);
    const first = current(bench);
    bench.review.answer("positive", { note: "clear", tags: ["damp"] });
    expect(current(bench)).not.toBe(first);
    const second = current(bench);
    await until(() => isQuiet(bench));
    expect(current(bench)).toBe(second);
    expect(bench.review.learning.value.answers).toBe(1);
    bench.review.answer("negative");
    bench.review.answer("skipped");
    await until(() => isQuiet(bench));
    await bench.settle();
    const place = current(bench);
    expect(bench.review.state.value?.counts).toEqual({ positive: 1, negative: 1, "cannot tell": 0, skipped: 1 });

    const again = new Workbench(around);
    expect(await again.resume(bench.id.value ?? "", { take: true })).toBe(true);
    await until(() => isQuiet(again));
    expect(bench.review.elsewhere.value).toBe(true);
    expect(again.review.session.value?.events.slice(0, 3)).toEqual(bench.review.session.value?.events.slice(0, 3));
    expect(current(again)).toBe(place);
    expect([...(again.review.state.value?.answers ?? [])]).toEqual([...(bench.review.state.value?.answers ?? [])]);
    expect(again.models.saved.value?.bytes).toEqual(bench.models.saved.value?.bytes);
  });

  it("shows the same bag after a reload that came before anything was written", async () => {
    const storage = memoryStorage();
    const around = surroundings(storage);
    const bench = await begun(around);
    await bench.settle();
    // From now on the browser is too busy to write the head of the review.
    storage.save = () => new Promise(() => undefined);
    for (let k = 0; k < 3; k++) bench.review.answer("negative");
    await until(() => isQuiet(bench));
    const place = current(bench);

    const again = new Workbench(around);
    await again.resume(bench.id.value ?? "", { take: true });
    await until(() => isQuiet(again));
    expect(current(again)).toBe(place);
  });

  it("keeps an audit over a new model and a reload", async () => {
    const around = surroundings();
    const bench = await begun(around);
    const bags = await audited(bench, 8, 6);
    const judged = bench.audit.current.value?.result;
    expect(judged).toMatchObject({ reviewed: 6, positive: 3 });
    const first = bench.models.saved.value?.bytes;
    bench.review.answer("positive");
    await bench.models.train();
    await until(() => isQuiet(bench));
    expect(bench.models.saved.value?.bytes).not.toEqual(first);
    expect(bench.audit.current.value?.audit.answers).toHaveLength(6);
    await bench.settle();

    const again = new Workbench(around);
    await again.resume(bench.id.value ?? "", { take: true });
    const { audit, model, result } = again.audit.current.value ?? {};
    expect({ result, model, trainedWith: audit?.trainedWith }).toEqual({
      result: judged,
      model: first,
      trainedWith: 0,
    });
    expect(audit?.design.bags.map(({ bag }) => bag)).toEqual(bags);
    // The other tab has it no more.
    await bench.audit.answer(bags[7], true);
    expect(bench.audit.current.value?.audit.answers).toHaveLength(6);
    await again.audit.undo();
    expect(again.audit.next()).toBe(bags[5]);
    again.audit.end();
    await again.settle();
    const third = new Workbench(around);
    await third.resume(bench.id.value ?? "", { take: true });
    expect(third.audit.current.value).toBeNull();
  });

  it("writes nothing from a tab that only shows it", async () => {
    const around = surroundings();
    const bench = await begun(around);
    await bench.settle();
    const other = new Workbench(around);
    await other.resume(bench.id.value ?? "");
    await until(() => isQuiet(other));
    expect(other.review.elsewhere.value).toBe(true);
    other.models.setOption("seed", 3);
    await other.models.train();
    await other.settle();
    const kept = await around.storage.load(bench.id.value ?? "", { own: false });
    expect(other.models.saved.value?.options).toEqual({ seed: 3 });
    expect(kept?.model?.options).toEqual({});
    expect(kept?.events).toEqual(bench.review.session.value?.events);
  });

  it("loses nothing in silence in two tabs of a browser without locks", async () => {
    const around = { ...surroundings(), lock: async () => true };
    const first = await begun(around);
    await audited(first, 10, 2);
    await first.settle();
    const id = first.id.value ?? "";
    const second = new Workbench(around);
    await second.resume(id);
    await until(() => isQuiet(second));
    await second.settle();
    const told = (bench: Workbench) => bench.context.notices.value.filter(({ kind }) => kind === "error").length;
    const both = [first, second];
    // Both answer the same audit: the one that comes later is told that nothing of it is kept.
    await Promise.all(both.map((bench) => bench.audit.answer(bench.audit.next() ?? "", true)));
    await Promise.all(both.map((bench) => bench.settle()));
    expect(both.map(told).sort()).toEqual([0, 1]);
    for (const bench of both) bench.review.answer("positive");
    await until(() => isQuiet(first) && isQuiet(second));
    await Promise.all(both.map((bench) => bench.settle()));
    const stored = await around.storage.load(id, { own: false });
    // Who was not told finds everything in the browser.
    for (const bench of both.filter((each) => told(each) === 0)) {
      expect(stored?.events).toEqual(bench.review.session.value?.events);
      expect(stored?.audit?.audit).toEqual(bench.audit.current.value?.audit);
    }
  });

  it("takes no answer about a bag that the file labels", async () => {
    const bench = await begun();
    const labelled = bench.review.bags.value?.ids.find((_, i) => bench.review.bags.value?.labels[i] !== "unlabeled");
    bench.review.show(labelled ?? "");
    expect(current(bench)).toBe(labelled);
    expect(bench.review.canAnswer(labelled ?? "")).toBe(false);
    const events = bench.review.session.value?.events.length;
    bench.review.answer("negative");
    expect(bench.review.session.value?.events).toHaveLength(events ?? -1);
  });

  it("opens no session that was edited into something that cannot be, and says where", async () => {
    const bench = await begun();
    bench.review.answer("positive");
    await until(() => isQuiet(bench));
    const session = bench.review.session.value;
    if (session === null) throw new Error("there is no review");
    const at = "2026-01-01T00:00:00Z";
    const ghosts = Array.from({ length: 64 }, (_, k) => ({ bag: `ghost${k}`, answer: "positive" as const }));
    const k = session.events.length;
    const open = async (text: string) => {
      const other = new Workbench(surroundings());
      other.takeSession(text);
      await other.opening.look(letters, "letters.csv");
      await other.begin();
      expect(other.review.session.value).toBeNull();
      return other.context.notices.value.map((notice) => notice.text).join("\n");
    };
    const { events } = session;
    expect(
      await open(sessionText({ ...session, events: [...events, { type: "answers", at, answers: ghosts }] })),
    ).toContain(`events[${k}].answers[0].bag`);
    const first = events.findIndex((event) => event.type === "round");
    const fewer = events.map((event, i) => (i === first ? { ...event, open: 30 } : event));
    const random = (event: (typeof events)[number]) =>
      event.type === "round"
        ? { ...event, shown: event.shown.map((each) => ({ ...each, why: "random" as const })) }
        : event;
    expect(await open(sessionText({ ...session, events: fewer.map(random) }))).toContain(`events[${first}].open`);
    for (const [place, text] of [
      ["options", sessionText(session).replace('"options":{', '"options":{"__proto__":{"n":3},')],
      [
        `events[${first}].open`,
        sessionText({ ...session, events: events.map((e, i) => (i === first ? { ...e, open: -100 } : e)) }),
      ],
    ])
      expect(() => new Workbench(surroundings()).takeSession(text)).toThrow(place);
  });

  it("promises nothing about bags that were put aside", async () => {
    const bench = await begun();
    for (const answer of ["skipped", "cannot tell", "skipped"] as const) bench.review.answer(answer);
    await until(() => isQuiet(bench));
    expect(bench.review.progress.value?.pool).toBe(49);
    bench.review.revisit();
    bench.review.answer("negative");
    await until(() => isQuiet(bench));
    expect(bench.review.progress.value?.pool).toBe(50);
  });

  it("answers copies together, and not the other bags of a group", async () => {
    const values = (k: number, j: number) => [7, 11, 13, 17, 19].map((p) => ((k * p + 3 * j) % 23) + k / 100);
    const rows = Array.from({ length: 24 }, (_, k) =>
      [0, 1].map((j) => [`b${k}`, k < 6 ? 1 : "", `g${k % 4}`, ...values(k === 23 ? 22 : k, j)].join(",")),
    );
    const bench = new Workbench(surroundings());
    await bench.opening.look(new Blob([`bag,label,group,a,b,c,d,e\n${rows.flat().join("\n")}\n`]), "groups.csv");
    await bench.begin();
    await until(() => isQuiet(bench));
    expect(bench.review.copiesOf("b10")).toEqual([]);
    expect(bench.review.copiesOf("b22")).toEqual(["b23"]);
  });

  it("shows nothing of what the model thinks in an audit", async () => {
    const bench = await begun();
    const { passages, witness, reasons } = await bench.context.engine.view(20, { blind: true });
    expect({ witness, reasons }).toEqual({ witness: null, reasons: [] });
    expect(passages?.every(({ weight }) => weight === 0)).toBe(true);
    const seen = await bench.context.engine.view(20);
    expect(seen.passages?.some(({ weight }) => weight !== 0)).toBe(true);
  });

  it("takes back an answer and shows its bag again", async () => {
    const bench = await begun();
    const first = current(bench);
    bench.review.answer("negative");
    const second = current(bench);
    bench.review.undo();
    expect(current(bench)).toBe(first);
    expect(bench.review.queue.value.upcoming[0]?.bag).toBe(second);
    expect(bench.review.settled.value).toEqual([]);
    bench.review.undo();
    expect(current(bench)).toBe(first);
  });

  it("goes back to earlier bags, whose answers can be changed", async () => {
    const bench = await begun();
    const [first] = [current(bench)];
    bench.review.answer("negative");
    const [second] = [current(bench)];
    bench.review.answer("negative");
    bench.review.back();
    expect(current(bench)).toBe(second);
    bench.review.back();
    expect(current(bench)).toBe(first);
    bench.review.answer("positive");
    expect(bench.review.settled.value.map(({ bag, positive }) => [bag, positive])).toEqual([
      [first, true],
      [second, false],
    ]);
  });

  it("counts what the reviewer looked for as chosen, not as drawn at random", async () => {
    const bench = await begun();
    const [found] = await bench.context.engine.search("street lamp");
    const bag = bench.review.bags.value?.ids[found] ?? "";
    bench.review.show(bag);
    bench.review.answer("positive");
    expect(bench.review.settled.value).toEqual([{ bag, positive: true, drawnFrom: null }]);
  });

  it("ends when every bag is answered, and every positive is found", async () => {
    const bench = await begun();
    const truth = new Map(
      readFileSync(new URL("../../../packages/bagwise/samples/letters-truth.csv", import.meta.url), "utf8")
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split(",") as [string, string]),
    );
    for (let k = 0; k < 60 && current(bench) !== ""; k++) {
      bench.review.answer(truth.get(current(bench)) === "1" ? "positive" : "negative");
      if (current(bench) === "") await until(() => !bench.review.learning.value.busy);
    }
    await until(() => isQuiet(bench));
    expect(bench.review.progress.value).toMatchObject({ pool: 52, reviewed: 52, found: 12 });
    expect(bench.review.progress.value?.stopping).toMatchObject({ stop: true });
  });

  it("writes a session that the library reads, and that goes on elsewhere", async () => {
    const bench = await begun();
    bench.review.answer("positive");
    await until(() => isQuiet(bench));
    const file = bench.sessionFile();
    const text = new TextDecoder().decode(file?.bytes);
    expect(parseSession(text)).toEqual(bench.review.session.value);
    const other = new Workbench(surroundings());
    other.takeSession(text);
    await other.opening.look(letters, "letters.csv");
    await other.begin();
    await until(() => isQuiet(other));
    expect(other.review.settled.value).toEqual(bench.review.settled.value);
  });
});

it("begins a review that the command line goes on with, and goes on with what that wrote", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bagwise-session-"));
  const bench = await begun();
  for (const answer of ["positive", "negative", "cannot tell"] as const) bench.review.answer(answer);
  await until(() => isQuiet(bench));
  writeFileSync(join(folder, "letters.csv"), bytes);
  writeFileSync(join(folder, "letters.review.json"), bench.sessionFile()?.bytes ?? "");
  const waiting = bench.review.state.value?.waiting[0] ?? "";
  writeFileSync(join(folder, "seen.csv"), `bag,answer\n${waiting},1\n`);
  const { status, stderr } = await cliHere(["review", "letters.csv", "--answers", "seen.csv"], { cwd: folder });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const other = new Workbench(surroundings());
  other.takeSession(readFileSync(join(folder, "letters.review.json"), "utf8"));
  await other.opening.look(letters, "letters.csv");
  await other.begin();
  await until(() => isQuiet(other));
  expect(other.review.settled.value.map(({ bag }) => bag)).toEqual([
    ...bench.review.settled.value.map(({ bag }) => bag),
    waiting,
  ]);
  expect(other.review.progress.value?.pool).toBe(51);
  rmSync(folder, { recursive: true, force: true });
});

it("carries an audit in the session file, over the command line to another browser", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bagwise-audit-"));
  const at = (name: string) => join(folder, name);
  const bench = await begun();
  await audited(bench, 10, 8);
  bench.review.answer("positive");
  await until(() => isQuiet(bench));
  writeFileSync(at("letters.csv"), bytes);
  writeFileSync(at("letters.model"), bench.audit.current.value?.model ?? "");
  writeFileSync(at("letters.review.json"), bench.sessionFile()?.bytes ?? "");

  const flags = ["--answers", "letters.review.json", "--json"];
  const judged = await cliHere(["audit", "letters.model", "letters.csv", ...flags], { cwd: folder });
  expect(judged.stderr).toBe("");
  const found = JSON.parse(judged.stdout);
  const result = bench.audit.current.value?.result;
  expect(found).toMatchObject({ reviewed: 8, positive: 4, level: result?.level });
  for (const { name, ...measure } of result?.measures ?? []) expect(found[name]).toMatchObject(measure);

  const waiting = bench.review.state.value?.waiting[0] ?? "";
  writeFileSync(at("seen.csv"), `bag,answer\n${waiting},1\n`);
  const { status } = await cliHere(["review", "letters.review.json", "--answers", "seen.csv"], { cwd: folder });
  expect(status).toBe(0);
  const text = readFileSync(at("letters.review.json"), "utf8");
  expect(parseSession(text).audit).toEqual(bench.audit.current.value?.audit);

  const around = surroundings();
  const other = new Workbench(around);
  other.takeSession(text);
  await other.opening.look(letters, "letters.csv");
  await other.begin();
  await until(() => isQuiet(other) && other.audit.current.value?.result !== null);
  expect(other.audit.current.value).toMatchObject({ audit: bench.audit.current.value?.audit, model: null, result });
  expect(parseSession(new TextDecoder().decode(other.sessionFile()?.bytes)).audit?.answers).toHaveLength(8);
  await other.settle();
  const reloaded = new Workbench(around);
  await reloaded.resume(other.id.value ?? "", { take: true });
  expect(reloaded.audit.current.value).toEqual(other.audit.current.value);
  rmSync(folder, { recursive: true, force: true });
});

it("makes conformers once, for the preview, the review and the model", async () => {
  const smiles = ["CCO", "CCCO", "CC(=O)O", "CCN", "CCCCC", "CCOC"];
  const table = ["id,smiles,label", ...smiles.map((each, k) => `m${k},${each},${k < 2 ? 1 : ""}`)].join("\n");
  const file = { blob: new Blob([table]), name: "few.csv", reading: {} };
  const [one, two] = [new WorkbenchEngine(), new WorkbenchEngine()];
  await one.preview(file);
  const [[job, outcome]] = await one.described();
  const { hash } = await one.open(file);
  expect((await one.described())[0][1]).toBe(outcome);
  expect((await two.open(file, await one.described())).hash).toBe(hash);
  expect(await two.described()).toEqual([[job, outcome]]);
  expect((await two.described())[0][1]).toBe(outcome);
  await two.open({ ...file, name: "other.csv", blob: new Blob([`${table}\n`]) });
  expect((await two.described())[0][1]).not.toBe(outcome);
});

it("tells what is wrong with a file in the words of the command line", async () => {
  const bench = new Workbench(surroundings());
  await bench.opening.look(new Blob(["bag,label,x\na,1,1\na,1,two\nb,0,3\n"]), "bad.csv");
  const { preview } = bench.opening.looked.value ?? {};
  expect(preview?.trouble?.message).toContain("bad.csv, line 3");
  await bench.opening.look(new Blob([]), "empty.csv");
  expect(
    bench.opening.looked.value?.trouble?.message ?? bench.opening.looked.value?.preview?.trouble?.message,
  ).toContain("the file is empty");
});

it("makes the model and the report of the command line, byte by byte, without answers and with them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bagwise-model-"));
  const at = (name: string) => join(folder, name);
  const run = async (...args: string[]) => {
    const { status, stderr } = await cliHere(args, { cwd: folder });
    expect(status, stderr).toBe(0);
  };
  writeFileSync(at("letters.csv"), bytes);
  const bench = await begun();
  const [data, report] = [["letters.csv"], ["report", "letters.model", "letters.csv", "--out", "letters.report.html"]];
  await run("train", ...data, "--out", "letters.model", "--quiet");
  expect(Buffer.from(bench.models.saved.value?.bytes ?? [])).toEqual(readFileSync(at("letters.model")));
  await run(...report);
  const plain = await bench.models.report();
  expect(plain?.name).toBe("letters.report.html");
  expect(new TextDecoder().decode(plain?.bytes)).toBe(readFileSync(at("letters.report.html"), "utf8"));

  for (const answer of ["positive", "negative", "cannot tell", "negative"] as const) bench.review.answer(answer);
  await until(() => isQuiet(bench));
  await bench.models.train();
  writeFileSync(at("letters.review.json"), bench.sessionFile()?.bytes ?? "");
  // Answers that come after the training change neither.
  bench.review.answer("positive");
  await run("review", "letters.csv", "--export", "letters.labels.csv");
  const labels = ["--labels", "letters.labels.csv"];
  await run("train", ...data, ...labels, "--out", "letters.model", "--quiet", "--force");
  expect(Buffer.from(bench.models.saved.value?.bytes ?? [])).toEqual(readFileSync(at("letters.model")));
  await run(...report, ...labels, "--force");
  const answered = await bench.models.report();
  const text = new TextDecoder().decode(answered?.bytes);
  expect(text).toContain("bagwise report letters.model letters.csv --labels letters.labels.csv");
  expect(text).toBe(readFileSync(at("letters.report.html"), "utf8"));
  rmSync(folder, { recursive: true, force: true });
});
