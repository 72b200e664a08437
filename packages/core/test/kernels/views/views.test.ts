import { expect, it } from "vitest";
import { describeViews, VIEWS } from "../../../src/kernels/views/views.js";

it("every view has a sentence of its own", () => {
  const sentences = describeViews();
  expect(new Set(sentences).size).toBe(VIEWS);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][^.]+: .+\.$/);
});
