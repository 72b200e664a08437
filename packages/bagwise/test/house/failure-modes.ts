import { WARNINGS, type WarningGroup } from "../../src/report/codes/warning-texts.js";
import { ERROR_TEXTS } from "./error-texts.js";

const TOP = `# What can go wrong, and what to do

<!-- Made from packages/bagwise/src/report/warnings by test/house/failure-modes.test.ts: change the texts there and run \`npx vitest run failure-modes -u\`. -->

bagwise says what it guessed, what it left out and what not to believe: as findings (\`bagwise inspect\`), as notes below the output of a command, in \`--json\` as \`notes\` with a \`code\` and a
\`message\`, in a model file (\`card.notes\`), and in the report of a model. This page lists every code with its cause and its remedy. From a program: \`warningOf(code)\` of \`bagwise/report\`.

Three warnings matter most, because they make results look better than they are: [copies-apart](#copies-apart), [bags-trained-on](#bags-trained-on) and [prior-open](#prior-open).
Here is the first one. Every bag of this file is there twice, the second time with a little noise:

\`\`\`text
EXAMPLE
\`\`\`

Bad input, by contrast, is an error: one sentence that says what is wrong, where, and what to do about it, and the exit code 2. Its codes are [at the end](#errors).
`;

/** The page docs/reference/failure-modes.md. */
export function failureModesPage({ example }: { example: string }): string {
  return `${[TOP.replace("EXAMPLE", () => example), ...WARNINGS.map(sectionOf), errorSection()].join("\n")}`;
}

function sectionOf({ title, seen, warnings }: WarningGroup): string {
  const entries = warnings.map(
    ({ code, title: name, cause, remedy }) => `### ${code}\n\n**${name}.** ${cause}\n\n*What to do:* ${remedy}\n`,
  );
  return `## ${title}\n\nSeen in ${seen}.\n\n${entries.join("\n")}`;
}

function errorSection(): string {
  const parts = ERROR_TEXTS.map(({ title, codes }) => {
    const rows = Object.entries(codes).map(([code, when]) => `| \`${code}\` | ${when} |\n`);
    return `### ${title}\n\n| code | when |\n|---|---|\n${rows.join("")}`;
  });
  return `## Errors

An \`InputError\` has a \`code\` for programs, the place (\`where\`: file, line, column, bag), a \`message\` and a \`remedy\`. The message says what to do. Failures of the
file system have its own codes in small letters, such as \`enoent\`; no positive bag to learn from is \`no-positive\`.

${parts.join("\n")}`;
}
