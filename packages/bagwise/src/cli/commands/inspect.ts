import { Command } from "commander";
import { check } from "../../bags/check.js";
import { contentHash } from "../../bags/content-hash.js";
import type { Finding, FindingCode } from "../../bags/finding.js";
import { type BagSummary, summarise } from "../../bags/summary.js";
import { count } from "../../base/errors.js";
import type { Note } from "../../base/note.js";
import { version } from "../../base/version.js";
import { flagsIn } from "../flags/options.js";
import {
  addNestedFlag,
  addReadingFlags,
  type NestedFlags,
  type ReadingFlags,
  readWithFlags,
} from "../flags/reading.js";
import { bar, print, printJson, styled, wrapped } from "../text/style.js";
import { BREAK } from "../text/visible.js";

const EXAMPLES = `
Examples:
  $ bagwise inspect molecules.csv
  $ bagwise inspect molecules.csv --bag molecule --label active
  $ bagwise inspect photos.parquet --json
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
  const { bags, notes } = await readWithFlags(file, flags);
  const summary = summarise(bags);
  const findings = check(bags);
  if (json) {
    const found = (code: FindingCode) => findings.find((finding) => finding.code === code);
    printJson({
      bagwise: version,
      file,
      ...summary,
      constantFeatures: found("constant-features")?.features ?? [],
      nearConstantFeatures: found("near-constant-features")?.features ?? [],
      duplicateBags: found("duplicate-bags")?.count ?? 0,
      nearDuplicateBags: found("near-duplicate-bags")?.count ?? 0,
      findings,
      notes,
      dataHash: await contentHash(bags),
    });
  } else print(...report(file, summary, findings, notes));
}

function report(file: string, summary: BagSummary, findings: readonly Finding[], notes: readonly Note[]): string[] {
  const { bagSize } = summary;
  return [
    styled("bold", file),
    "",
    `  ${styled("bold", count(summary.bags, "bag"))}: ${summary.positive} positive, ${summary.unlabeled} unlabeled, ${summary.negative} negative`,
    `  ${count(summary.instances, "instance")} with ${count(summary.features, "feature")}${summary.groups === null ? "" : `, in ${count(summary.groups, "group")} of bags`}`,
    "",
    `  Instances per bag: ${bagSize.min} to ${bagSize.max}, median ${bagSize.median}, mean ${bagSize.mean.toFixed(1)}`,
    ...histogram(bagSize.histogram),
    "",
    ...(findings.length === 0
      ? [styled("green", "  Nothing looks wrong.")]
      : ["  What looks wrong, and what to do:", ...findings.flatMap(describe)]),
    "",
    ...notes.map((note) => styled("dim", wrapped(`Note: ${flagsIn(note.message)}.`, { indent: "  " }))),
  ];
}

function histogram(bins: BagSummary["bagSize"]["histogram"]): string[] {
  const most = Math.max(...bins.map((bin) => bin.bags));
  const labels = bins.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`));
  const width = Math.max(...labels.map((label) => label.length));
  return bins.map(
    ({ bags }, i) => `    ${labels[i].padStart(width)}  ${styled("cyan", bar((WIDEST * bags) / most))} ${bags}`,
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
