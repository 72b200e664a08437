import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fillDisk } from "../../bagwise/test/full-disk.js";
import { openJournal } from "../src/journal.js";

let folder: string;
const before = process.env.BAGWISE_CACHE;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bagwise-journal-"));
  process.env.BAGWISE_CACHE = folder;
});
afterAll(() => {
  if (before === undefined) delete process.env.BAGWISE_CACHE;
  else process.env.BAGWISE_CACHE = before;
  rmSync(folder, { recursive: true, force: true });
});

async function all(journal: Awaited<ReturnType<typeof openJournal>>) {
  const rows: unknown[] = [];
  for await (const row of journal.rows()) rows.push(row);
  return rows;
}

it("keeps the rows of complete parts, and forgets a part that was cut off", async () => {
  const first = await openJournal("work");
  expect(first).toMatchObject({ upTo: undefined, about: undefined });
  await first.begin("state");
  await first.add([["a", 1.5, "it's\n{}"]], "3f");
  await first.add([["é", -1e-300, null]], "7f");
  first.close();
  appendFileSync(first.path, '["c",1,"x"]\n["d",');
  const second = await openJournal("work");
  expect(second).toMatchObject({ upTo: "7f", about: "state" });
  await second.add([["e", 2, "x"]], "g");
  second.close();
  const third = await openJournal("work");
  expect(third.upTo).toBe("g");
  expect(await all(third)).toEqual([
    ["a", 1.5, "it's\n{}"],
    ["é", -1e-300, null],
    ["e", 2, "x"],
  ]);
  await third.remove();
  const last = await openJournal("work");
  expect(last).toMatchObject({ upTo: undefined, about: undefined });
  await last.remove();
});

it("keeps rows whose ids have any character, also those that end lines elsewhere", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: "binary" }), { maxLength: 5 }), async (rows) => {
      const ids = ["a\u2028b\u2029c\r\n\u0085d", ...rows].map((id, k) => [id, k]);
      const journal = await openJournal("signs");
      await journal.begin("\u2028");
      await journal.add(ids, "3f");
      journal.close();
      const again = await openJournal("signs");
      expect(again).toMatchObject({ upTo: "3f", about: "\u2028" });
      expect(await all(again)).toEqual(ids);
      await again.remove();
    }),
    { seed: 1, numRuns: 8 },
  );
});

it("says that the disk is full, and keeps the rows of complete parts", async () => {
  const journal = await openJournal("full");
  await journal.add([["a", 1]], "3f");
  const disk = await fillDisk(1);
  await expect(journal.add([["b", 2]], "7f").finally(disk.restore)).rejects.toMatchObject({ code: "disk-full" });
  journal.close();
  const again = await openJournal("full");
  expect([again.upTo, await all(again)]).toEqual(["3f", [["a", 1]]]);
});
