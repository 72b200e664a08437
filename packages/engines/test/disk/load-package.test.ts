import { expect, it } from "vitest";
import { refusal } from "../../../files/test/format/table/tables.js";
import { loadPackage } from "../../src/disk/load-package.js";

it("a package that is missing gives one sentence that says how to install it", async () => {
  // Not known before it runs, so that no tool looks for it.
  const name = ["bagwise", "has", "no", "such", "package"].join("-");
  const error = await refusal(() => loadPackage(name, "reading photos", () => import(/* @vite-ignore */ name)));
  expect(error.code).toBe("missing-package");
  expect(error.message).toBe(
    `reading photos needs the package ${name}, which is not installed. Install it with: npm install ${name}`,
  );
});

it("a package that is there but broken says what it says itself", async () => {
  const broken = () => Promise.reject(new Error("cannot find libvips"));
  await expect(loadPackage("sharp", "reading photos", broken)).rejects.toThrow("cannot find libvips");
});
