import { createHash } from "node:crypto";
import { version } from "@bagwise/core/base";
import { expect, it } from "vitest";
import { trialId } from "../../../bagwise/src/entries/lab.js";
import { specOf } from "../make.js";

it("trialId is the SHA-256 of the sorted specification, the data and the version", async () => {
  const spec = specOf();
  const sorted = JSON.stringify(spec, Object.keys(spec).sort());
  const text = JSON.stringify({ bagwise: version, data: "abc", spec: sorted });
  expect(await trialId(spec, "abc")).toBe(createHash("sha256").update(text).digest("hex"));
});

it("trialId does not depend on the order of the fields, and does on each of them and on the data", async () => {
  const spec = specOf();
  const id = await trialId(spec, "abc");
  expect(await trialId(Object.fromEntries(Object.entries(spec).reverse()) as typeof spec, "abc")).toBe(id);
  expect(await trialId(spec, "abd")).not.toBe(id);
  for (const [name, value] of Object.entries(spec)) {
    const changed = { ...spec, [name]: typeof value === "number" ? value + 1 : `${value}x` };
    expect(await trialId(changed, "abc"), name).not.toBe(id);
  }
});
