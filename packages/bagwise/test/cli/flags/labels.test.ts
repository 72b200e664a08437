import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { cliHere } from "../run-cli.js";

const cwd = mkdtempSync(join(tmpdir(), "bagwise-"));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const wild = (row: number) => ((7919 * (row + 1)) % 997) / 100;
const bags = Array.from({ length: 40 }, (_, bag) => bag);
writeFileSync(
  join(cwd, "data.csv"),
  [
    "id,x,y",
    ...bags.flatMap((bag) => [0, 1].map((k) => `b${bag},${wild(2 * bag + k) + (bag < 16 ? 9 : 0)},${wild(bag)}`)),
    "",
  ].join("\n"),
);
writeFileSync(
  join(cwd, "labels.csv"),
  ["id,label", ...bags.slice(0, 12).map((bag) => `b${bag},active`), ""].join("\n"),
);

const run = async (command: string) => await cliHere(command.split(" "), { cwd });

describe("--labels", () => {
  it("trains on labels of their own file, and the model does not need it to score", async () => {
    const trained = await run("train data.csv --labels labels.csv --out m.model");
    expect(trained).toMatchObject({ status: 0 });
    expect(trained.stdout).toContain("bagwise rank m.model data.csv --labels labels.csv");
    const ranked = await run("rank m.model data.csv --json");
    expect(ranked).toMatchObject({ status: 0 });
    expect(
      JSON.parse(ranked.stdout)
        .notes.map(({ message }: { message: string }) => message)
        .join(),
    ).toContain("labels.csv");
    const predicted = await run("predict m.model data.csv --labels labels.csv --out p.csv");
    expect(predicted).toMatchObject({ status: 0 });
    expect(await run("evaluate m.model data.csv --labels labels.csv --trained-on data.csv")).toMatchObject({
      status: 0,
    });
  });

  it("joins labels and bags in convert", async () => {
    expect(await run("convert data.csv joined.csv --labels labels.csv")).toMatchObject({ status: 0 });
    const lines = readFileSync(join(cwd, "joined.csv"), "utf8").split("\n");
    expect([lines[1].split(",")[1], lines[79].split(",")[1]]).toEqual(["1", "0"]);
  });

  it("is an input, which no output may replace", async () => {
    const before = readFileSync(join(cwd, "labels.csv"), "utf8");
    for (const command of [
      "convert data.csv labels.csv --labels labels.csv",
      "train data.csv --labels labels.csv --out labels.csv",
    ])
      expect(await run(command)).toMatchObject({ status: 2, code: "overwrite" });
    expect(readFileSync(join(cwd, "labels.csv"), "utf8")).toBe(before);
    expect(await run("inspect data.csv --labels nothing.csv")).toMatchObject({ status: 2, code: "no-such-file" });
  });
});
