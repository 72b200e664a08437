import { type CodeText, TOPICS } from "@bagwise/core/codes";

const TOP = `# What can go wrong, and what to do

<!-- Made from packages/core/src/base/codes by test/house/failure-modes.test.ts: change the texts there and run \`npx vitest run failure-modes -u\`. -->

bagwise tells you what it guessed, what it left out and what not to rely on. You see that as findings (\`bagwise inspect\`), as notes below the output of a command, in \`--json\` as \`notes\` with a \`code\` and a
\`message\`, in a model file (\`card.notes\`), and in the report of a model. This page lists every code with its cause and what to do. In a program, \`codeText(code)\` of \`bagwise/report\` gives the same texts.

Each code has a gravity. **info**: nothing to do. **caution**: worth a look. **warning**: results may be worse than they look until you act. **error**: the work stops.
Options are called by their names in a program; on the command line write \`--groups auto\` for \`groups\` set to \`auto\`.

Three warnings matter most, because they make results look better than they are: [copies-apart](#copies-apart), [bags-trained-on](#bags-trained-on) and [prior-open](#prior-open).
Here is the first one. Every bag of this file is there twice, the second time with a little noise:

\`\`\`text
EXAMPLE
\`\`\`

Bad input is an error instead: one message that says what is wrong, where, and what to do about it, and the exit code 2. The error codes are [at the end](#errors).
`;

const ERRORS = `## Errors

An \`InputError\` has a \`code\` for programs, the place (\`where\`: file, line, column, bag), a \`message\` and a \`remedy\`. The message itself says what to do in your case.
`;

/** The page docs/reference/failure-modes.md. */
export function failureModesPage({ example }: { example: string }): string {
  return [
    TOP.replace("EXAMPLE", () => example),
    ...sections((gravity) => gravity !== "error", noteSection),
    ERRORS,
    ...sections((gravity) => gravity === "error", errorTable),
  ].join("\n");
}

type Entry = readonly [code: string, text: CodeText];

function sections(
  has: (gravity: CodeText["gravity"]) => boolean,
  section: (title: string, entries: readonly Entry[]) => string,
): string[] {
  return TOPICS.flatMap(({ title, codes }) => {
    const entries = Object.entries(codes).filter(([, { gravity }]) => has(gravity));
    return entries.length === 0 ? [] : [section(title, entries)];
  });
}

function noteSection(title: string, entries: readonly Entry[]): string {
  const parts = entries.map(
    ([code, { gravity, title: name, cause, remedy }]) =>
      `### ${code}\n\n**${name}** (${gravity}). ${cause}\n\n*What to do:* ${remedy}\n`,
  );
  return `## ${title}\n\n${parts.join("\n")}`;
}

function errorTable(title: string, entries: readonly Entry[]): string {
  const rows = entries.map(
    ([code, { title: name, cause, remedy }]) => `| \`${code}\` | **${name}.** ${cause} | ${remedy} |\n`,
  );
  return `### Errors: ${title.toLowerCase()}\n\n| code | what it means | what to do |\n|---|---|---|\n${rows.join("")}`;
}
