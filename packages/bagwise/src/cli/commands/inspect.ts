import {
  type BagSummary,
  check,
  contentHash,
  type Finding,
  type FindingCode,
  featuresText,
  summarise,
} from "@bagwise/core/bags";
import { count, thousands, version } from "@bagwise/core/base";
import type { Survey } from "@bagwise/files";
import { Command } from "commander";
import { trainCommandLine } from "../flags/command-line.js";
import { flagsIn, withFlags } from "../flags/options.js";
import {
  addNestedFlag,
  addReadingFlags,
  type NestedFlags,
  type ReadingFlags,
  surveyWithFlags,
} from "../flags/reading.js";
import { bar, print, printJson, styled, wrapped } from "../text/output.js";
import { columnLines, problemLines, wholeTableLines } from "../text/survey.js";
import { BREAK } from "../text/visible.js";

const EXAMPLES = `
Examples:
  $ bagwise inspect molecules.csv
  $ bagwise inspect molecules.csv --bag molecule --label active
  $ bagwise inspect photos.parquet --json
  $ bagwise inspect duckdb:molecules.db --table conformers
  $ bagwise inspect clean1.data                       the UCI Musk layout
  $ cat bags.jsonl | bagwise inspect - --format jsonl`;

/** Cells of the longest bar of the histogram. */
const WIDEST = 40;
/** How many names of features or bags to show for a finding; `--json` has more. */
const NAMED = 8;

/** `bagwise inspect FILE`: what is in a file, what looks wrong, and what to do about it. */
export function inspectCommand(): Command {
  const command = new Command("inspect")
    .description("show what is in a file of bags, and what looks wrong")
    .argument("<file>", "file of bags, or - for standard input");
  return addNestedFlag(addReadingFlags(command))
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action(inspect);
}

async function inspect(
  file: string,
  { json, ...flags }: ReadingFlags & NestedFlags & { json?: boolean },
): Promise<void> {
  const survey = await surveyWithFlags(file, flags);
  const { bags, error, columns } = survey;
  // Nothing to show: it is no file of bags at all.
  if (bags === undefined && columns.length === 0) throw withFlags(error);
  const summary = bags && summarise(bags);
  const findings = bags === undefined ? [] : check(bags);
  const command = commandFor(file, flags, survey, summary);
  if (json) printJson(await asJson(file, survey, { summary, findings, command }));
  else print(...report(file, survey, { summary, findings, command }));
  if (error !== undefined) throw withFlags(error);
}

interface Found {
  readonly summary: BagSummary | undefined;
  readonly findings: readonly Finding[];
  readonly command: string | undefined;
}

/** The command that trains on the file; undefined if there is nothing to train on. */
function commandFor(
  file: string,
  flags: ReadingFlags & NestedFlags,
  survey: Survey,
  summary: BagSummary | undefined,
): string | undefined {
  if (summary === undefined) return undefined;
  // A label column that is only suggested was not read.
  const labelled = survey.suggested?.label !== undefined || (summary.positive > 0 && summary.unlabeled > 0);
  return labelled ? trainCommandLine(file, flags, survey) : undefined;
}

async function asJson(file: string, survey: Survey, { summary, findings, command }: Found): Promise<object> {
  const { bags, error, notes, columns, problems, suggested } = survey;
  const found = (code: FindingCode) => findings.find((finding) => finding.code === code);
  return {
    bagwise: version,
    file,
    ...summary,
    constantFeatures: found("constant-features")?.features ?? [],
    nearConstantFeatures: found("near-constant-features")?.features ?? [],
    duplicateBags: found("duplicate-bags")?.count ?? 0,
    nearDuplicateBags: found("near-duplicate-bags")?.count ?? 0,
    findings,
    notes,
    error: error === undefined ? null : { code: error.code, message: error.complaint, remedy: error.remedy },
    problems,
    columns,
    ...(survey.whole && { whole: survey.whole }),
    suggested: suggested ?? null,
    command: command ?? null,
    dataHash: bags === undefined ? null : await contentHash(bags),
  };
}

function report(file: string, survey: Survey, { summary, findings, command }: Found): string[] {
  const { problems, columns, notes, rowNoun, error, suggested } = survey;
  const listed = new Set(columns.filter(({ role }) => role !== "feature").map(({ why }) => why));
  return [
    styled("bold", file),
    "",
    ...(problems.length === 0 ? [] : ["  What stops reading, and what to do:", ...problemLines(problems, rowNoun), ""]),
    ...(survey.whole === undefined ? [] : wholeTableLines(survey.whole)),
    ...(summary === undefined ? [] : summaryLines(summary, error !== undefined)),
    "  Columns",
    ...columnLines(columns),
    "",
    ...(summary === undefined
      ? []
      : findings.length === 0
        ? [styled("green", `  Nothing ${error === undefined ? "" : "else "}looks wrong.`), ""]
        : ["  What looks wrong, and what to do:", ...findings.flatMap(describe), ""]),
    ...notes
      .filter(({ code }) => !listed.has(code))
      .map((note) => styled("dim", wrapped(`Note: ${flagsIn(note.message)}.`, { indent: "  " }))),
    ...(command === undefined ? [] : ["", `  ${advice(error !== undefined, suggested)}`, `    $ ${command}`]),
    ...(summary === undefined ? ["  No option reads this file as it is. Correct it, and look again."] : []),
  ];
}

/** What the command is for. */
function advice(stopped: boolean, suggested: Survey["suggested"]): string {
  if (stopped) return "To train on it, with what seems best; check that you agree:";
  return suggested?.label === undefined ? "To train on it:" : `To train on it, if ${suggested.label} is the label:`;
}

function summaryLines(summary: BagSummary, repaired: boolean): string[] {
  const { bagSize } = summary;
  return [
    ...(repaired ? ["  Read with the command below:", ""] : []),
    `  ${styled("bold", count(summary.bags, "bag"))}: ${summary.positive} positive, ${summary.unlabeled} unlabeled, ${summary.negative} negative`,
    `  ${count(summary.instances, "instance")} with ${featuresText(summary.features, summary.blocks ?? [])}${summary.groups === null ? "" : `, in ${count(summary.groups, "group")} of bags`}`,
    "",
    `  Instances per bag: ${bagSize.min} to ${bagSize.max}, median ${bagSize.median}, mean ${bagSize.mean.toFixed(1)}`,
    ...histogram(bagSize.histogram),
    "",
  ];
}

function histogram(bins: BagSummary["bagSize"]["histogram"]): string[] {
  const most = Math.max(...bins.map((bin) => bin.bags));
  const labels = bins.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`));
  const width = Math.max(...labels.map((label) => label.length));
  return bins.map(
    ({ bags }, i) =>
      `    ${labels[i].padStart(width)}  ${styled("cyan", bar((WIDEST * bags) / most))} ${thousands(bags)}`,
  );
}

const SIGNS = {
  error: ["red", "✗"],
  warning: ["yellow", "!"],
  caution: ["yellow", "·"],
  info: ["blue", "·"],
} as const;

function describe({ gravity, message, remedy, features, bags, count: total }: Finding): string[] {
  const [colour, sign] = SIGNS[gravity];
  const names = features ?? bags ?? [];
  const more = total > names.length ? " …" : "";
  const listed = names.length === 0 ? "" : `: ${names.slice(0, NAMED).join(", ")}${names.length > NAMED ? " …" : more}`;
  const [first, ...rest] = wrapped(message + listed, { indent: "    " }).split(BREAK);
  return [
    `  ${styled(colour, sign)} ${first.trimStart()}`,
    ...rest,
    styled("dim", wrapped(flagsIn(remedy), { indent: "    " })),
  ];
}
