import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openerOf, openFile } from "../../../src/node/files/open-file.js";

const folder = mkdtempSync(join(tmpdir(), "bagwise-open-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const node = (code: string) => ({ program: process.execPath, args: ["-e", code] });

it("hands the whole path of the file to the program of the system", async () => {
  const proof = join(folder, "proof");
  const opener = node(
    `require("node:fs").writeFileSync(${JSON.stringify(proof)} + require("node:path").basename(process.argv[1]), "")`,
  );
  expect(await openFile(join(folder, "a b.html"), { opener, patience: 30_000 })).toBeUndefined();
  expect(existsSync(`${proof}a b.html`)).toBe(true);
});

it("resolves to the reason when the program fails or is not there", async () => {
  expect(await openFile("x.html", { opener: node("process.exit(3)"), patience: 30_000 })).toMatch(/ended with 3/);
  expect(await openFile("x.html", { opener: { program: "no-such-program-here", args: [] } })).toMatch(
    /could not be started/,
  );
});

it("does not wait for a program that lives as long as its window", async () => {
  const started = performance.now();
  expect(await openFile("x.html", { opener: node("setTimeout(() => {}, 4000)"), patience: 50 })).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(3000);
});

it("knows the program of each system", () => {
  expect(openerOf("linux").program).toBe("xdg-open");
  expect(openerOf("darwin").program).toBe("open");
  expect(openerOf("win32").args).toEqual(["/c", "start", ""]);
});
