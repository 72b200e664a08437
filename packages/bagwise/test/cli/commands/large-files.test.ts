import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { encodeBags } from "@bagwise/files";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { makeBags } from "../../../../files/test/format/parts-of.js";
import { LARGE } from "../../../src/cli/flags/large.js";
import { cliHere, printed } from "../run-cli.js";

const usual = { ...LARGE };
let folder: string;
const at = (name: string) => join(folder, name);

async function save(name: string, bags: ReturnType<typeof makeBags>, format: "csv" | "jsonl" | "parquet") {
  const pieces: Uint8Array[] = [];
  for await (const piece of encodeBags(bags, { format })) pieces.push(piece);
  writeFileSync(at(name), Buffer.concat(pieces));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-large-"));
  await save("training.csv", makeBags({ count: 40, seed: 1, shift: 1 }), "csv");
  await printed(["train", at("training.csv"), "--method", "lsdd", "--prior", "0.3", "-q", "--out", at("own.model")]);
  await printed(["train", at("training.csv"), "--seed", "1", "-q", "--out", at("auto.model")]);
  const bags = makeBags({ count: 1100, seed: 1, shift: 0.5 });
  for (const format of ["csv", "jsonl", "parquet"] as const) await save(`bags.${format}`, bags, format);
});

afterEach(() => {
  Object.assign(LARGE, usual);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a command says and writes for the whole file, and for parts of so many values. */
async function bothWays(args: readonly string[], values: number, out?: string) {
  const run = async (bytes: number) => {
    Object.assign(LARGE, { bytes, values });
    const result = await cliHere([...args, "--workers", "1", ...(out === undefined ? [] : ["-o", at(out), "--force"])]);
    return { ...result, written: out === undefined ? undefined : readFileSync(at(out)).toString("base64") };
  };
  return { whole: await run(Number.POSITIVE_INFINITY), parts: await run(0) };
}

describe("a large file", () => {
  const COMMANDS: readonly (readonly [name: string, args: readonly string[], out?: string])[] = [
    ["predict", ["predict"]],
    ["predict --json", ["predict", "--json"]],
    ["predict --witness", ["predict", "--witness"]],
    ["predict to CSV", ["predict"], "scores.csv"],
    ["predict to Parquet", ["predict"], "scores.parquet"],
    ["predict --instances", ["predict", "--instances"], "instances.jsonl"],
    ["rank", ["rank", "-n", "30"]],
    ["rank --all --witness --json", ["rank", "-n", "12", "--all", "--witness", "--json"]],
    ["rank to CSV", ["rank"], "ranked.csv"],
    ["explain", ["explain", "-n", "4", "--json"]],
  ];
  for (const [name, [command, ...flags], out] of COMMANDS)
    it(`gives ${name} the same bytes in parts as at once`, async () => {
      const models = name.includes("instances") ? ["own.model"] : ["own.model", "auto.model"];
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...models),
          fc.constantFrom("csv", "jsonl", "parquet"),
          fc.integer({ min: 1, max: 8000 }),
          async (model, format, values) => {
            const args = [command, at(model), at(`bags.${format}`), ...flags];
            const { whole, parts } = await bothWays(args, values, out);
            expect(whole.status).toBe(0);
            expect(parts).toEqual(whole);
          },
        ),
        { numRuns: 3, seed: 7 },
      );
    });

  it("is read at once, with a note and the same scores, if the rows of a bag do not stand together", async () => {
    const [header, ...rows] = readFileSync(at("bags.csv"), "utf8").trim().split("\n");
    const back = rows[2].replace(/[^,]*,[^,]*$/, "0.25,0.125");
    writeFileSync(at("scattered.csv"), [header, ...rows, back, ""].join("\n"));
    const { whole, parts } = await bothWays(["predict", at("own.model"), at("scattered.csv")], 100, "scores.csv");
    expect(parts.status).toBe(0);
    expect(parts.written).toBe(whole.written);
    expect(parts.stdout).toMatch(/read at once, not as it came: the rows of a bag do not\s+stand together/);
    const printedParts = await bothWays(["predict", at("own.model"), at("scattered.csv")], 100);
    expect(printedParts.parts.stdout).toBe(printedParts.whole.stdout);
  });

  it("leaves nothing half-written or half-printed if its last row is broken", async () => {
    writeFileSync(at("broken.csv"), `${readFileSync(at("bags.csv"), "utf8")}last,0,five,1\n`);
    for (const out of [undefined, "never.csv"]) {
      const given = out === undefined ? [] : ["-o", at(out)];
      Object.assign(LARGE, { bytes: 0, values: 100 });
      const run = await cliHere(["predict", at("own.model"), at("broken.csv"), "--workers", "1", ...given]);
      expect(run).toMatchObject({ status: 2, stdout: "", code: "not-a-number" });
      if (out !== undefined) expect(() => readFileSync(at(out))).toThrow();
    }
  });

  it("does not come in parts where all bags are needed", async () => {
    const labels = at("labels.csv");
    writeFileSync(labels, "bag,label\nbag 3,1\n");
    const { whole, parts } = await bothWays(["rank", at("own.model"), at("bags.csv"), "--labels", labels], 10);
    expect(parts).toEqual(whole);
  });
});

describe("bags that are held", () => {
  const COMMANDS: readonly (readonly [name: string, args: readonly string[], out?: string])[] = [
    ["evaluate", ["evaluate", "--json"]],
    ["evaluate by labels", ["evaluate", "--json", "--negative", "0"]],
    ["audit", ["audit"], "audit.csv"],
    ["report", ["report"], "page.html"],
  ];
  for (const [name, [command, ...flags], out] of COMMANDS)
    it(`gives ${name} the same bytes, whether they are scored some at a time or at once`, async () => {
      const run = async (values: number) => {
        Object.assign(LARGE, { values });
        const written = out === undefined ? [] : ["-o", at(out), "--force"];
        const args = [command, at("auto.model"), at("bags.csv"), ...flags, "--workers", "1", ...written];
        const result = await cliHere(args);
        return { ...result, written: out === undefined ? undefined : readFileSync(at(out), "utf8") };
      };
      const whole = await run(Number.POSITIVE_INFINITY);
      expect(whole).toMatchObject({ status: 0, stderr: "" });
      expect(await run(400)).toEqual(whole);
    });
});

describe("--workers", () => {
  it("must be a number of threads", async () => {
    for (const command of ["predict", "rank", "explain", "evaluate", "report", "audit"]) {
      const more = command === "audit" ? ["-o", at("never-audit.csv")] : [];
      const { status, stderr } = await cliHere([command, at("own.model"), at("bags.csv"), "--workers", "0", ...more]);
      expect(status).toBe(2);
      expect(stderr).toContain("--workers is 0");
    }
  });
});
