import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LEARNERS, learnerByName } from "../../src/learners.js";
import { root } from "../require-all.js";
import { END, filledPage, methodsIndex, START } from "./methods-pages.js";

const folder = join(root, "docs", "methods");
const PLACE = `the lines\n\n${START}\n${END}\n\nbelow a heading "## In short"; then run \`npx vitest run methods-pages -u\``;

it("docs/methods/README.md lists every learner as it describes itself", async () => {
  await expect(methodsIndex()).toMatchFileSnapshot(join(folder, "README.md"));
});

describe.each(LEARNERS.map(({ description }) => description))("the page of $name", (learner) => {
  const path = join(folder, `${learner.name}.md`);

  it("is there, with a place for what is made from the learner's description", async () => {
    expect(existsSync(path), `write docs/methods/${learner.name}.md, with ${PLACE}`).toBe(true);
    const filled = filledPage(readFileSync(path, "utf8"), learner);
    expect(filled, `docs/methods/${learner.name}.md has no place for its description: add ${PLACE}`).toBeDefined();
    await expect(filled).toMatchFileSnapshot(path);
  });

  it("says more than its description does: the problem, degenerate cases, when to use it", () => {
    const page = readFileSync(path, "utf8");
    const own = page.slice(0, page.indexOf(START)) + page.slice(page.indexOf(END, page.indexOf(START)));
    expect(own.split("\n").filter((line) => line !== "").length).toBeGreaterThan(15);
    expect(page.split("\n")[0]).toMatch(/^# /);
    expect(page.split("\n")[0].toLowerCase()).toContain(learner.label.toLowerCase());
  });
});

it("every page of docs/methods is about a learner, but for the index and the page of representations", () => {
  const names = readdirSync(folder).filter((name) => !["README.md", "representations.md"].includes(name));
  for (const name of names) expect(learnerByName(name.replace(/\.md$/, "")).description.name).toBe(name.slice(0, -3));
});

describe("a page with a place for the description", () => {
  const [{ description }] = LEARNERS;

  it("keeps what is written by hand, and is filled the same way again", () => {
    const page = `# A\n\nBefore.\n\n${START}\n${END}\n\nAfter.\n`;
    const filled = filledPage(page, description) ?? "";
    expect(filled.startsWith(`# A\n\nBefore.\n\n${START}\n\n| `)).toBe(true);
    expect(filled.endsWith(`|\n\n${END}\n\nAfter.\n`)).toBe(true);
    expect(filledPage(filled, description)).toBe(filled);
  });

  it("is not found without both lines", () => {
    expect(filledPage(`# A\n\n${START}\n`, description)).toBeUndefined();
    expect(filledPage(`# A\n\n${END}\n`, description)).toBeUndefined();
  });
});
