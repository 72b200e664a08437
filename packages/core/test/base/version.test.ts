import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { version } from "../../src/base/version.js";

it("has the version of package.json", () => {
  const path = new URL("../../../bagwise/package.json", import.meta.url);
  expect(version).toBe(JSON.parse(readFileSync(path, "utf8")).version);
});
