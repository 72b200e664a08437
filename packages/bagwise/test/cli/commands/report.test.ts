import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cliHere, printed } from "../run-cli.js";

let folder: string;
const at = (name: string) => join(folder, name);

const run = (...args: readonly string[]) => printed(args);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-report-"));
  const shape = ["--dimensions", "3", "--distance", "5"];
  await run("synth", at("bags.csv"), "--bags", "60", "--labeled", "15", "--seed", "1", ...shape);
  await run("synth", at("new.csv"), "--bags", "30", "--labeled", "0", "--seed", "2", ...shape);
  await run("synth", at("other.csv"), "--bags", "20", "--dimensions", "2", "--seed", "3");
  await run("train", at("bags.csv"), "--out", at("m.model"));
  await run("train", at("bags.csv"), "--out", at("skc.model"), "--method", "pu-skc", "--prior", "0.4", "--seed", "7");
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string) => readFileSync(at(name), "utf8");

describe("report", () => {
  it("writes one HTML file beside the model, without bags", async () => {
    const printed = await run("report", at("m.model"));
    expect(printed).toContain("m.report.html");
    expect(printed).toMatch(/bagwise report .*m\.model FILE/);
    expect(read("m.report.html")).toMatch(/^<!doctype html>/);
    expect(read("m.report.html")).not.toMatch(/<script|src=|href="http/);
  });

  it("shows the likeliest bags and the map of a file, and the commands that make it again", async () => {
    const args = ["report", at("skc.model"), at("bags.csv"), "-o", at("x.html"), "--top", "3", "--title", "For Anna"];
    const found = JSON.parse(await run(...args, "--json"));
    expect(found).toMatchObject({
      model: at("skc.model"),
      data: at("bags.csv"),
      out: at("x.html"),
      trainedOn: true,
      opened: false,
    });
    const text = read("x.html");
    expect(found.bytes).toBe(Buffer.byteLength(text));
    expect(text.match(/<li class="card"/g)).toHaveLength(3);
    expect(text).toContain('id="bag-map"');
    expect(text).toContain("<h1>For Anna</h1>");
    expect(text).toContain("bagwise train bags.csv --out skc.model --method pu-skc --prior 0.4 --seed 7");
    expect(text).toContain("bagwise report skc.model bags.csv --out x.html --top 3 --title &#39;For Anna&#39;");
    // Where the files were is said in the last section alone.
    const [before, last] = text.split('<section id="run">');
    expect(before).not.toContain(folder);
    expect(last).toContain(folder);
    await run(...args);
    expect(read("x.html")).toBe(text);
  });

  it("ranks the bags the way rank does", async () => {
    const ranked = JSON.parse(await run("rank", at("m.model"), at("new.csv"), "--top", "4", "--json"));
    await run("report", at("m.model"), at("new.csv"), "--out", at("y.html"), "--top", "4", "--map", "none");
    const ids = [...read("y.html").matchAll(/<span class="rank">\d+<\/span> ([^<]+)</g)].map(([, id]) => id);
    expect(ids).toEqual(ranked.bags.map(({ bag }: { bag: string }) => bag));
    expect(read("y.html")).not.toContain('id="bag-map"');
  });

  it("takes the file by --data too, and names it in the title", async () => {
    await run("report", at("m.model"), "--data", at("new.csv"), "-o", at("y.html"), "--map", "none");
    const before = read("y.html");
    expect(before).toContain("<title>new.csv: 30 unlabeled bags ranked</title>");
    await run("report", at("m.model"), at("new.csv"), "-o", at("y.html"), "--map", "none");
    expect(read("y.html")).toBe(before);
  });

  it("says when the bags are not those of the training", async () => {
    const printed = await run("report", at("m.model"), "--data", at("new.csv"), "--out", at("y.html"));
    expect(printed).toContain("not trained on these bags");
    expect(read("y.html")).toContain("TRAINING-FILE");
    const own = await run("report", at("m.model"), "--data", at("bags.csv"), "--out", at("y.html"));
    expect(own).not.toContain("not trained on these bags");
  });

  it("says in its commands how the file was read", async () => {
    await run("train", at("bags.csv"), "--out", at("r.model"), "--bag", "bag", "--missing", "drop", "--seed", "3");
    const commands = async (...flags: string[]) => {
      await run("report", at("r.model"), at("bags.csv"), ...flags, "--map", "none");
      return /<pre[^>]*><code>([^<]*)</.exec(read("r.report.html"))?.[1].split("\n");
    };
    expect(await commands("--delimiter", ",", "--missing", "drop", "--header")).toEqual([
      "bagwise train bags.csv --out r.model --method auto --seed 3 --header --delimiter , --missing drop --bag bag --label label",
      "bagwise report r.model bags.csv --header --delimiter , --missing drop --out r.report.html --map none",
    ]);
    // What the model remembers need not be given.
    expect(await commands()).toEqual([
      "bagwise train bags.csv --out r.model --method auto --seed 3 --bag bag --label label --missing drop",
      "bagwise report r.model bags.csv --out r.report.html --map none",
    ]);
  });

  it("lays the map out by UMAP with a seed", async () => {
    const draw = async (seed: string) => {
      await run(
        "report",
        at("m.model"),
        "--data",
        at("bags.csv"),
        "--out",
        at("u.html"),
        "--map",
        "umap",
        "--seed",
        seed,
      );
      return read("u.html").split('id="bag-map"')[1].split("</figure>")[0];
    };
    const first = await draw("1");
    expect(first).toContain("UMAP");
    expect(await draw("1")).toBe(first);
    expect(await draw("2")).not.toBe(first);
  });

  it("keeps its work when no browser can be opened, and says so", async () => {
    const path = process.env.PATH;
    process.env.PATH = "";
    try {
      const printed = await run("report", at("m.model"), "--out", at("z.html"), "--open");
      expect(printed).toContain("did not open");
    } finally {
      process.env.PATH = path;
    }
    expect(read("z.html")).toMatch(/^<!doctype html>/);
  });
});

describe("report refuses", () => {
  it.each([
    [["--out", "m.model"], "overwrite"],
    [["--data", "bags.csv", "--out", "bags.csv"], "overwrite"],
    [["--data", "other.csv"], "features"],
    [["bags.csv", "--data", "bags.csv"], "option"],
    [["--top", "0"], "option"],
    [["--seed", "x"], "option"],
    [["--prior", "2"], "option"],
    [["--map", "tsne"], "commander.invalidArgument"],
    [["--data", "no-such.csv"], "no-such-file"],
    [["--out", "no-such-folder/x.html"], "no-such-file"],
  ])("%j with exit code 2 and leaves every file as it was", async (flags, expected) => {
    const files = () => Object.fromEntries(readdirSync(folder).map((name) => [name, read(name).length]));
    const before = files();
    const names = new Set(["m.model", "bags.csv", "other.csv", "no-such.csv", "no-such-folder/x.html"]);
    const { status, code } = await cliHere([
      "report",
      at("m.model"),
      ...flags.map((flag) => (names.has(flag) ? at(flag) : flag)),
    ]);
    expect([status, code]).toEqual([2, expected]);
    expect(files()).toEqual(before);
  });

  it("a file that is no model", async () => {
    writeFileSync(at("not.model"), "bag,label\n");
    expect((await cliHere(["report", at("not.model")])).status).toBe(2);
  });
});
