import { describe, expect, it } from "vitest";
import { readBags } from "../../src/format/read-bags.js";

const text = "bag,x\na,1\na,2\nb,3\n";

describe("readBags in a browser", () => {
  it.each<[string, string | URL]>([
    ["a path", "bags.csv"],
    ["text without a word that it is text", text],
    ["a URL", new URL("https://example.org/bags.csv")],
  ])("refuses %s with a typed error", async (_, input) => {
    await expect(readBags(input)).rejects.toMatchObject({ name: "InputError", code: "not-content" });
  });

  it("refuses what is nothing at all", async () => {
    for (const input of [undefined, null, 3])
      await expect(readBags(input as unknown as string)).rejects.toMatchObject({ code: "not-content" });
  });

  it.each([
    ["text", { text, name: "t.csv" }],
    ["a Blob", new Blob([text])],
    ["bytes", new TextEncoder().encode(text)],
    ["a response", new Response(text)],
  ])("reads %s", async (_, input) => {
    expect((await readBags(input, { format: "csv" })).ids()).toEqual(["a", "b"]);
  });

  it("names text by its own name in errors", async () => {
    const reading = readBags({ text: "bag,x\na,one\n", name: "t.csv" }, { name: "other.csv" });
    await expect(reading).rejects.toMatchObject({ where: { file: "t.csv" } });
  });
});
