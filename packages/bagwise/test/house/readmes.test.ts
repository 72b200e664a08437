import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { synthesise } from "@bagwise/core/bags";
import { encodeBags } from "@bagwise/files";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../require-all.js";
import { PACKAGES } from "./house.js";
import { entriesOf, packages } from "./imports.js";

const readmeOf = (name: string) => readFileSync(join(packages, name, "README.md"), "utf8");

describe.each(PACKAGES.map(({ name }) => name))("the readme of %s", (name) => {
  it("says what the package is for on one page", () => {
    expect(readmeOf(name).split("\n").length).toBeLessThan(80);
    expect(readmeOf(name)).toMatch(/^# (@bagwise\/)?\w+\n\n[A-Z]/);
  });

  it.runIf(name !== "bagwise")("names every entry, and the rooms in their order", () => {
    for (const entry of entriesOf(name).keys()) expect(readmeOf(name)).toContain(`| \`${entry}\` |`);
    const { rooms } = PACKAGES.find((each) => each.name === name) ?? { rooms: [] };
    const listed = [
      ...readmeOf(name)
        .split("## Rooms")[1]
        .matchAll(/^\| `([^`]+)` \|/gm),
    ].flatMap(([, room]) => room.split(" ... "));
    expect(rooms.filter((room) => listed.includes(room))).toEqual(listed);
    expect([listed[0], listed.at(-1)]).toEqual([rooms[0], rooms.at(-1)]);
  });
});

const MAKE_BAGS = 'import { readBags as read } from "bagwise"; const bags = await read("bags.csv");';
const MAKE_MODEL = `${MAKE_BAGS} import { auto as learner } from "bagwise"; const model = await learner().fit(bags);`;

/** What the example of each package finds there, and what is true in the end. */
const EXAMPLES: Readonly<Record<string, readonly [before: string, after: string]>> = {
  core: ["", "model.rank(bags.unlabeled()).length > 20"],
  files: [
    'import { readFileSync } from "node:fs"; const file = readFileSync("bags.csv"); const chunks = [];',
    "bags.size === 40 && chunks.length > 0",
  ],
  baselines: [MAKE_BAGS, "JSON.stringify(model.rank(bags)) === JSON.stringify(same.rank(bags))"],
  export: [MAKE_MODEL, 'script.includes("export") && /select/i.test(query) && onnx.length > 100'],
  report: [
    `${MAKE_MODEL} import { parseHTML } from "linkedom"; const { document } = parseHTML("<html></html>");`,
    'html.includes("<h1")',
  ],
  engines: ["", "bags.size === 40"],
  lab: [MAKE_BAGS.replace("bags.csv", "known.csv"), "typeof result === 'object'"],
  bagwise: ["", "model.rank(bags.unlabeled()).length > 20"],
};

/** Bags whose labels are all known, as experiments need them. */
function knownBags(): string {
  const row = (k: number, j: number) =>
    [`bag-${k}`, k % 2 === 0 ? 1 : -1, (k % 2) + j / 7 + k / 300, (j * k) % 5].join();
  return ["bag,label,x,y", ...Array.from({ length: 600 }, (_, at) => row(at >> 1, at & 1))].join("\n");
}

describe("the examples of the readmes", () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "bagwise-readmes-"));
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
    const pieces: Uint8Array[] = [];
    for await (const piece of encodeBags(synthesise({ bags: 40, seed: 1 }).bags, { format: "csv" })) pieces.push(piece);
    const text = Buffer.concat(pieces).toString();
    writeFileSync(join(folder, "bags.csv"), text);
    writeFileSync(join(folder, "known.csv"), knownBags());
    writeFileSync(join(folder, "visits.csv"), text.replace(/^bag,label,/, "patient,ill,"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(PACKAGES.map(({ name }) => name))("run as they stand: %s", (name) => {
    const [, example = ""] = /```js\n([\s\S]*?)```/.exec(readmeOf(name)) ?? [];
    expect(example.trim().split("\n").length).toBeLessThan(12);
    const [before, after] = EXAMPLES[name];
    writeFileSync(join(folder, "example.mjs"), `${before}\n${example}\nconsole.log("\\nis so:", ${after});`);
    const printed = execFileSync(process.execPath, ["example.mjs"], { cwd: folder, encoding: "utf8" });
    expect(printed).toMatch(/\nis so: true\n$/);
  });
});
