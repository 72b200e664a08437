import {
  byLabels,
  givesTexts,
  kindText,
  type LearnerDescription,
  needsText,
  priorUseText,
} from "@bagwise/core/learners";
import { LEARNERS } from "../../src/learners.js";
import { optionTable, table, wrapped } from "./learner-tables.js";

/** What the test makes stands between these lines of a page. */
export const START = "<!-- description: made by `npx vitest run methods-pages -u` -->";
export const END = "<!-- end -->";

const TOP = `# Methods

<!-- Made from the descriptions of the learners in packages/core and packages/baselines.
     To refresh it, run \`npx vitest run methods-pages -u\`. -->

A page about each learning method: the problem it solves, what its options mean in practice, where it
fails, and when to use it. \`bagwise methods\` shows the short form in your terminal, and [the page of
all options](../reference/learners.md) compares them.

If you do not know which one to take, take the default. If you have labels 1 and -1 for some of your
data, [compare methods](../research/compare.md) on them. [The checks](../research/checks.md) show which
methods go by one positive instance, and which by something else in a bag.
`;

/** The page docs/methods/README.md: which method when. */
export function methodsIndex(): string {
  const all = LEARNERS.map(({ description }) => description);
  return [TOP, ...byLabels(all).map(kindSection)].join("\n");
}

function kindSection({ learnsFrom, learners }: ReturnType<typeof byLabels>[number]): string {
  const rows = learners.map(({ name, usual, title, when }) => [
    `[${name}](${name}.md)${usual ? " (default)" : ""}`,
    title,
    when,
  ]);
  return `## From ${learnsFrom} bags\n\n${wrapped(kindText(learnsFrom))}\n\n${table(["method", "what it is", "when"], rows)}`;
}

/** The part of a method's page that is made from its description, without the markers. */
export function generatedPart(learner: LearnerDescription): string {
  const { when, cost, paper, options } = learner;
  return [
    table(
      ["", ""],
      [
        ["needs", needsText(learner)],
        ["gives", givesTexts(learner).join(", ")],
        ["prior", priorUseText(learner)],
        ["cost", cost],
        ["when", when],
        ["paper", paper],
      ],
    ),
    optionTable(options),
  ].join("\n");
}

/** The page with its generated part filled in; undefined if it has no place for it. */
export function filledPage(page: string, learner: LearnerDescription): string | undefined {
  const start = page.indexOf(`${START}\n`);
  const end = page.indexOf(END, start + START.length);
  if (start < 0 || end < 0) return undefined;
  return `${page.slice(0, start)}${START}\n\n${generatedPart(learner)}\n${page.slice(end)}`;
}
