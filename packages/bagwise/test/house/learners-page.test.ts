import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../require-all.js";
import { learnersPage } from "./learners-page.js";

it("docs/reference/learners.md lists every learner and every option as the learners describe them", async () => {
  await expect(learnersPage()).toMatchFileSnapshot(join(root, "docs", "reference", "learners.md"));
});
