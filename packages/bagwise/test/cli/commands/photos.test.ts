import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchChromium, openFile } from "../../browser.js";
import { type Scene, writeScenes } from "../../node/raw/photo-files.js";
import { chromiumPath, missing } from "../../require-all.js";
import { printed, refusal } from "../run-cli.js";

let folder: string;
let scenes: ReadonlyMap<string, Scene>;
let few: readonly Scene[];
const run = (...args: readonly string[]) => printed(args, { cwd: folder });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-photos-"));
  const all = await writeScenes(join(folder, "photos"), { photos: 40 });
  scenes = new Map(all.map((scene) => [scene.path, scene]));
  // Cutting a photo into regions takes a while, and what shows one photo shows them all.
  few = await writeScenes(join(folder, "few"), { photos: 8 });
  await run("train", "photos", "--out", "discs.model");
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Whether a box, as programs get it, holds the disc of a photo. */
function holdsDisc(path: string, box: string): boolean {
  const [x, y, width, height] = box.split(",").map(Number);
  const [u, v] = scenes.get(path)?.disc ?? [-1, -1];
  return u >= x && u <= x + width && v >= y && v <= y + height;
}

describe("a folder of photos at the command line", () => {
  it("is ranked with the photos that have what the positive ones have first", async () => {
    const { bags } = JSON.parse(await run("rank", "discs.model", "photos", "--top", "10", "--json"));
    const found = bags.filter(({ bag }: { bag: string }) => scenes.get(bag)?.disc !== undefined);
    // 10 of 30 have a disc.
    expect(found.length).toBeGreaterThanOrEqual(7);
  });

  it("is explained by the region that holds the disc", async () => {
    const { bags } = JSON.parse(await run("explain", "discs.model", "photos", "--all", "--json", "--features", "1"));
    const withDisc = bags.filter(({ bag }: { bag: string }) => scenes.get(bag)?.disc !== undefined);
    expect(withDisc).toHaveLength(20);
    const right = withDisc.filter(({ bag, witness }: { bag: string; witness: { shown: { box: string } } }) =>
      holdsDisc(bag, witness.shown.box),
    );
    expect(right.length).toBeGreaterThanOrEqual(16);
    const first = few.find(({ disc }) => disc !== undefined)?.path ?? "";
    const text = await run("explain", "discs.model", "few", first);
    expect(text).toMatch(/mainly because of region \d+, [a-z ]+:|region \d+, [a-z ]+ contributes most/);
  });

  it("has a report with thumbnails and outlines that needs no other file", async () => {
    await run("report", "discs.model", "photos", "--out", "r.html", "--top", "4", "--map", "none");
    const page = readFileSync(join(folder, "r.html"), "utf8");
    expect(page.match(/<image href="data:image\/jpeg;base64,/g)).toHaveLength(4);
    expect(page.match(/<path class="line" d="M[\dHVMZ ]+"/g)).toHaveLength(4);
    expect(page).toContain("bagwise train photos --out discs.model");
    expect(page).toContain("--photo photo --regions superpixels");
  });

  it.skipIf(missing("Chromium", chromiumPath()))("has outlines that lie on their photos in a browser", async () => {
    const browser = await launchChromium();
    try {
      const { page, complaints, requests } = await openFile(browser, join(folder, "r.html"), {
        width: 900,
        colorScheme: "light",
      });
      const boxes = await page.$$eval("svg.picture", (pictures) =>
        pictures.map((picture) =>
          [picture, picture.querySelector("image"), picture.querySelector(".line")].map((part) => {
            const { left, top, right, bottom } = part?.getBoundingClientRect() ?? new DOMRect();
            return { left, top, right, bottom };
          }),
        ),
      );
      expect(boxes).toHaveLength(4);
      for (const [, image, line] of boxes) {
        expect(image.right - image.left).toBeGreaterThan(100);
        expect(line.left).toBeGreaterThan(image.left - 4);
        expect(line.right).toBeLessThan(image.right + 4);
        expect(line.bottom).toBeLessThan(image.bottom + 4);
      }
      expect([complaints, requests]).toEqual([[], []]);
    } finally {
      await browser.close();
    }
  });

  it("is scored photo by photo, and says which one is broken", async () => {
    const { mkdirSync, copyFileSync } = await import("node:fs");
    mkdirSync(join(folder, "new"));
    copyFileSync(join(folder, "photos", [...scenes.keys()][0]), join(folder, "new", "a.jpg"));
    writeFileSync(join(folder, "new", "b.jpg"), "no picture");
    expect(await refusal(["predict", "discs.model", "new"], { cwd: folder })).toContain(
      'new: the photo "b.jpg" is no picture, or is cut off, or of a kind that sharp does not read. Replace the file, or add --invalid skip to leave out such bags.',
    );
    const text = await run("predict", "discs.model", "new", "--invalid", "skip", "--json");
    const { bags, notes } = JSON.parse(text);
    expect(bags.map(({ bag }: { bag: string }) => bag)).toEqual(["a.jpg"]);
    expect(notes.map(({ code }: { code: string }) => code)).toContain("photos-skipped");
  });

  it("is audited by the names of its photos alone", async () => {
    await run("audit", "discs.model", "few", "-n", "3", "--out", "audit.csv");
    expect(readFileSync(join(folder, "audit.csv"), "utf8").split("\n")[0]).toBe("bag,label,audit");
  });

  it("is inspected like any other file", async () => {
    const text = await run("inspect", "few");
    expect(text).toContain("8 bags");
  });
});
