import { describe, expect, it } from "vitest";
import { chosenOf } from "../src/state/chosen-files.js";

const files = (...paths: string[]) =>
  paths.map((path) => ({ path, file: new File(["x"], path.slice(path.lastIndexOf("/") + 1)) }));
const photos = (chosen: ReturnType<typeof chosenOf>) => chosen?.photos?.map(({ path }) => path);

describe("files that are chosen together", () => {
  it("are a single file, or nothing", () => {
    expect(chosenOf([])).toBeUndefined();
    expect(chosenOf(files(".DS_Store"))).toBeUndefined();
    const one = chosenOf(files("papers.csv"));
    expect(one).toMatchObject({ table: { name: "papers.csv" }, photos: undefined });
  });

  it("are a table with the photos that it names, relative to it", () => {
    const chosen = chosenOf(files("job/list.csv", "job/a.png", "job/more/b.JPG", "job/.hidden"));
    expect(chosen).toMatchObject({ table: { name: "list.csv" } });
    expect(photos(chosen)).toEqual(["a.png", "more/b.JPG"]);
  });

  it("are a folder of photos, whose subfolders stay", () => {
    const chosen = chosenOf(files("birds/positive/a.png", "birds/unlabeled/b.png"));
    expect(chosen).toMatchObject({ folder: "birds" });
    expect(photos(chosen)).toEqual(["positive/a.png", "unlabeled/b.png"]);
  });

  it("are a folder of photos also if several folders, or the photos themselves, were dropped", () => {
    const two = chosenOf(files("positive/a.png", "unlabeled/b.png"));
    expect(two).toMatchObject({ folder: "photos" });
    expect(photos(two)).toEqual(["positive/a.png", "unlabeled/b.png"]);
    expect(photos(chosenOf(files("a.png", "b.webp")))).toEqual(["a.png", "b.webp"]);
  });

  it("keep what is no picture, so that it can be said what was left out", () => {
    const chosen = chosenOf(files("birds/a.png", "birds/readme.txt", "birds/notes.txt"));
    expect(photos(chosen)).toEqual(["a.png", "readme.txt", "notes.txt"]);
  });
});
