import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Note } from "@bagwise/core/base";
import type { ReadOptions } from "@bagwise/files";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { discPicture, painted } from "../../../../files/test/encode/photo/pictures.js";
import { refusal } from "../../../../files/test/format/table/tables.js";
import { readBags } from "../../../src/node/files/read-bags.js";
import { decodePhoto } from "../../../src/node/raw/photos/decode-photo.js";
import { sharpOf, writeAt } from "./photo-files.js";

let folder: string;
let jpeg: Uint8Array;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-photos-"));
  jpeg = await sharpOf(discPicture({ width: 60, height: 40 }, { x: 30, y: 20, radius: 9 }))
    .jpeg()
    .toBuffer();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A new folder with these files. */
function made(name: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  for (const [file, content] of Object.entries(files)) writeAt(path, file, content);
  return path;
}

async function read(path: string, options: ReadOptions = {}) {
  const notes: Note[] = [];
  const bags = await readBags(path, { ...options, onNote: (note) => notes.push(note) });
  return { bags, notes, codes: notes.map(({ code }) => code) };
}

describe("a folder of photos", () => {
  it("is a bag for each photo, named by its path, with the folders as labels", async () => {
    const path = made("labelled", {
      "positive/b.jpg": jpeg,
      "positive/deep/a.JPG": jpeg,
      "unlabeled/c.jpg": jpeg,
      "negative/d.jpg": jpeg,
      ".hidden.jpg": "nothing",
      "notes.txt": "not a picture",
    });
    const { bags, notes } = await read(path);
    expect(bags.ids()).toEqual(["negative/d.jpg", "positive/b.jpg", "positive/deep/a.JPG", "unlabeled/c.jpg"]);
    expect([0, 1, 2, 3].map((i) => bags.labelOf(i))).toEqual(["negative", "positive", "positive", "unlabeled"]);
    expect(notes.map(({ message }) => message)).toEqual([
      "1 file in the folder is no picture and was left out: notes.txt",
      "the folders are the labels: negative, positive, unlabeled",
      "read as a folder of 4 photos",
    ]);
    expect(bags.instanceName(1, 0)).toMatch(/^region 1, (upper|middle|lower)? ?(left|centre|right)$/);
    expect(bags.shown.map(({ name }) => name)).toEqual(["region", "box"]);
  });

  it.skipIf(process.platform === "win32")(
    "waits for no pipe, device, socket or folder that is named like a photo",
    async () => {
      const path = made("pipes", { "positive/b.jpg": jpeg, "unlabeled/c.jpg": jpeg });
      execFileSync("mkfifo", [join(path, "unlabeled/pipe.png")]);
      symlinkSync("pipe.png", join(path, "unlabeled/link.png"));
      symlinkSync("/dev/zero", join(path, "unlabeled/zero.png"));
      symlinkSync("..", join(path, "unlabeled/up.png"));
      const socket = createServer().listen(join(path, "unlabeled/socket.png"));
      await once(socket, "listening");
      try {
        expect(await refusal(() => read(path))).toMatchObject({ code: "no-photo" });
        const { bags, notes } = await read(path, { invalid: "skip" });
        expect(bags.ids()).toEqual(["positive/b.jpg", "unlabeled/c.jpg"]);
        expect(notes.find(({ code }) => code === "photos-skipped")?.message).toMatch(/^5 .* is a pipe and not a file/);
      } finally {
        socket.close();
      }
    },
  );

  it("has no labels where no folder means positive, and those of a file of their own", async () => {
    const path = made("years", { "2023/a.jpg": jpeg, "2024/b.jpg": jpeg });
    const { bags, codes } = await read(path);
    expect(codes).toContain("no-label");
    expect(bags.positive().size).toBe(0);
    const labels = join(folder, "labels.csv");
    writeFileSync(labels, "photo,label\n2024/b.jpg,1\n");
    expect((await read(path, { labels })).bags.positive().ids()).toEqual(["2024/b.jpg"]);
  });

  it("asks what a folder means beside one that means positive", async () => {
    const path = made("odd", { "yes/a.jpg": jpeg, "rest/b.jpg": jpeg });
    const error = await refusal(() => read(path));
    expect([error.code, error.where]).toEqual(["label-value", { file: `${path}/rest` }]);
    const { bags } = await read(path, { unlabeled: ["rest"] });
    expect(bags.positive().ids()).toEqual(["yes/a.jpg"]);
  });

  it("is read alike by the recipe, also with names of columns of its own", async () => {
    const path = made("again", { "a.jpg": jpeg, "b.jpg": jpeg });
    const table = join(path, "table.csv");
    writeFileSync(table, "file,id\na.jpg,1\nb.jpg,2\n");
    const { bags } = await read(table, { photo: "file" });
    expect(bags.ids()).toEqual(["1", "2"]);
    const { bags: again } = await read(path, { recipe: bags.recipe });
    expect(again.ids()).toEqual(["a.jpg", "b.jpg"]);
    expect([...again.data]).toEqual([...bags.data]);
  });
});

describe("a column of photos", () => {
  it("names them relative to the file, and is found by its values", async () => {
    const path = made("column", { "photos/a.jpg": jpeg, "photos/b.png": await sharp(jpeg).png().toBuffer() });
    writeFileSync(join(path, "list.csv"), "picture,label,camera\nphotos/a.jpg,1,X100\nphotos/b.png,0,D700\n");
    const { bags, codes } = await read(join(path, "list.csv"));
    expect(codes).toEqual(expect.arrayContaining(["photos-found", "rows-are-bags"]));
    expect(bags.size).toBe(2);
    expect(bags.shownOf(1, "picture")).toBe("photos/b.png");
    // A text of the bag is no category because its instances repeat it.
    expect(bags.shownOf(0, "camera")).toBe("X100");
    expect(bags.features.some((name) => name.startsWith("camera"))).toBe(false);
  });

  it("makes one bag of the photos of an album, whose regions name their photo", async () => {
    const path = made("album", { "a.jpg": jpeg, "b.jpg": jpeg });
    writeFileSync(join(path, "list.csv"), "bag,photo\nholiday,a.jpg\nholiday,b.jpg\n");
    const { bags } = await read(join(path, "list.csv"), { photo: "photo", bag: "bag" });
    expect(bags.size).toBe(1);
    expect(bags.instanceName(0, 0)).toMatch(/^a\.jpg, region 1, /);
    expect(bags.instanceName(0, bags.sizeOf(0) - 1)).toMatch(/^b\.jpg, region /);
  });

  it("is divided as you ask", async () => {
    const path = made("grid", { "a.jpg": jpeg });
    const { bags } = await read(path, { regions: "grid" });
    expect(bags.sizeOf(0)).toBe(16);
    expect(bags.shownOf(0, "box", 5)).toBe("0.25,0.25,0.25,0.25");
  });
});

describe("a decoded photo", () => {
  const decoded = (bytes: Uint8Array, longest = 256) => {
    writeAt(folder, "one", bytes);
    return decodePhoto("one", { folder, longest });
  };

  it("is upright, on white, in three channels, and no larger than asked", async () => {
    const halves = painted(20, 10, (x) => (x < 10 ? [255, 0, 0] : [0, 0, 255]));
    const turned = await decoded(await sharpOf(halves).withMetadata({ orientation: 6 }).png().toBuffer());
    expect([turned.width, turned.height]).toEqual([10, 20]);
    expect([...turned.data.subarray(0, 3)]).toEqual([255, 0, 0]);
    expect([...turned.data.subarray(-3)]).toEqual([0, 0, 255]);
    const clear = sharp({ create: { width: 4, height: 4, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
    expect([...(await decoded(await clear.png().toBuffer())).data]).toEqual(new Array(48).fill(255));
    const small = await decoded(await sharp(jpeg).resize(500, 250, { fit: "fill" }).webp().toBuffer(), 100);
    expect([small.width, small.height]).toEqual([100, 50]);
    expect((await decoded(jpeg)).width).toBe(60);
  });

  it.each([
    ["grey", (picture: ReturnType<typeof sharpOf>) => picture.greyscale().toColourspace("b-w").png()],
    ["CMYK", (picture: ReturnType<typeof sharpOf>) => picture.toColourspace("cmyk").jpeg()],
    ["16 bits", (picture: ReturnType<typeof sharpOf>) => picture.toColourspace("rgb16").png()],
    ["GIF", (picture: ReturnType<typeof sharpOf>) => picture.gif()],
    ["TIFF", (picture: ReturnType<typeof sharpOf>) => picture.tiff()],
    ["AVIF", (picture: ReturnType<typeof sharpOf>) => picture.avif()],
  ])("may be %s", async (_, save) => {
    const picture = painted(12, 8, () => [120, 120, 120]);
    const { width, height, data } = await decoded(await save(sharpOf(picture)).toBuffer());
    expect([width, height, data.length]).toEqual([12, 8, 288]);
    for (const byte of data) expect(Math.abs(byte - 120)).toBeLessThan(20);
  });

  it("is the first frame of several", async () => {
    const frames = await Promise.all(
      (
        [
          [255, 0, 0],
          [0, 0, 255],
        ] as const
      ).map((colour) =>
        sharpOf(painted(8, 8, () => colour))
          .png()
          .toBuffer(),
      ),
    );
    const animated = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer();
    const { width, height, data } = await decoded(animated);
    expect([width, height]).toEqual([8, 8]);
    expect([data[0] > 200, data[2] < 50]).toEqual([true, true]);
  });
});

/** What each broken file says; the message begins with the photo. */
const CORPUS: readonly [
  string,
  string | ((jpeg: Uint8Array) => string | Uint8Array | Promise<Uint8Array>),
  string,
  string,
][] = [
  ["cut.jpg", (bytes) => bytes.subarray(0, bytes.length >> 1), "bad-photo", "is broken or cut off"],
  ["head.jpg", (bytes) => bytes.subarray(0, 12), "bad-photo", "is broken or cut off"],
  [
    "cut.png",
    async (bytes) => (await sharp(bytes).png().toBuffer()).subarray(0, 300),
    "bad-photo",
    "is broken or cut off",
  ],
  [
    "cut.webp",
    async (bytes) => (await sharp(bytes).webp().toBuffer()).subarray(0, 99),
    "bad-photo",
    "is broken or cut off",
  ],
  ["text.jpg", "Dear diary", "bad-photo", "is no picture, or is cut off, or of a kind that sharp does not read"],
  ["empty.jpg", "", "bad-photo", "is an empty file"],
];

describe("a broken photo", () => {
  it.each(CORPUS)("is named with what is wrong: %s", async (name, content, code, sentence) => {
    const path = made(`broken-${name}`, {
      "a.jpg": jpeg,
      [name]: typeof content === "string" ? content : await content(jpeg),
    });
    const error = await refusal(() => read(path));
    expect(error.code).toBe(code);
    expect(error.message).toBe(
      `${path}: the photo "${name}" ${sentence}. Replace the file, or set the option invalid to skip to leave out such bags.`,
    );
    const { bags, notes } = await read(path, { invalid: "skip" });
    expect(bags.ids()).toEqual(["a.jpg"]);
    expect(notes.find((note) => note.code === "photos-skipped")?.message).toBe(
      `1 photo was left out, of 2 ("${name}": the photo "${name}" ${sentence})`,
    );
  });

  it.each([
    ["missing.jpg", 'the photo "missing.jpg" is not there'],
    ["", "the path of the photo is missing"],
    ["https://example.com/a.jpg", 'the photo "https://example.com/a.jpg" is an address on the web, not a file'],
    ["sub.jpg", 'the photo "sub.jpg" cannot be opened: this is a folder'],
  ])("has a place in the table: %j", async (name, message) => {
    const path = made("places", { "a.jpg": jpeg, "sub.jpg/b.jpg": jpeg });
    writeFileSync(join(path, "list.csv"), `id,photo\n1,a.jpg\n2,a.jpg\n3,${name}\n4,gone.jpg\n`);
    const error = await refusal(() => read(join(path, "list.csv"), { photo: "photo", bag: "id" }));
    expect(error).toMatchObject({ code: "no-photo", complaint: message, where: { line: 4, field: "photo" } });
    const { bags } = await read(join(path, "list.csv"), { photo: "photo", bag: "id", invalid: "skip" });
    expect(bags.ids()).toEqual(["1", "2"]);
  });

  it("has too many pixels to be decoded", async () => {
    // A valid PNG header of a picture of 20,000 x 20,000.
    const bytes = new Uint8Array(await sharp(jpeg).png().toBuffer());
    const head = new DataView(bytes.buffer);
    head.setUint32(16, 20_000);
    head.setUint32(20, 20_000);
    const { crc32 } = await import("../../../../core/src/base/crc32.js");
    head.setUint32(29, crc32(bytes.subarray(12, 29)));
    const error = await refusal(() => read(made("huge", { "a.png": bytes })));
    expect(error.complaint).toBe('the photo "a.png" has more than 268 million pixels');
  });

  it("is told by a survey, too, without lines that a folder does not have", async () => {
    const { surveyBags } = await import("../../../src/node/files/read-bags.js");
    const path = made("surveyed", { "a.jpg": jpeg, "b.jpg": "text" });
    const { error, problems, notes } = await surveyBags(path);
    expect(error?.where).toEqual({ file: path });
    expect(problems.map(({ code, examples }) => [code, examples])).toEqual([["bad-photo", []]]);
    expect(notes.map(({ message }) => message)).toContain("read as a folder of 2 photos");
  });

  it("is refused as a whole where a folder has none", async () => {
    expect((await refusal(() => read(made("empty", {})))).complaint).toBe(
      "there is no photo in this folder, it is empty",
    );
    const only = made("only-text", { "a.txt": "" });
    expect((await refusal(() => read(only))).message).toContain(
      `${only}: there is no photo in this folder. Name a file`,
    );
    const list = made("no-column", { "list.csv": "id,word\n1,a\n" });
    const error = await refusal(() => read(join(list, "list.csv"), { regions: "grid" }));
    expect(error.code).toBe("no-photos");
  });
});
