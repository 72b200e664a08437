import { count } from "@bagwise/core/base";
import type { MarkdownOptions } from "../tables/markdown.js";
import type { Spread } from "../trials/spread.js";
import type { ReviewSummary } from "./summary.js";

/** The measures of an experiment with reviews: name, mean and standard deviation, and what it means. */
export function reviewRows(summary: ReviewSummary): [name: string, value: string, meaning: string][] {
  const { wss95, wss100, atd, recall10, work, recall, kept, covered, starts, target, confidence } = summary;
  const share = (value: number) => `${Number((100 * value).toFixed(1))} %`;
  return [
    ["work saved at 95 %", three(wss95, starts), "recall less the share of bags reviewed, over sampling"],
    ["work saved at 100 %", three(wss100, starts), "the same when every positive is found"],
    ["time to discovery", three(atd, starts), "the mean share of bags reviewed when a positive is found"],
    ["recall after 10 %", three(recall10, starts), "positives found in the first tenth"],
    ["reviewed at the stop", three(work, starts), "by the stopping rule, with its random draws"],
    ["recall at the stop", three(recall, starts), `wanted: ${share(target)} with ${share(confidence)} probability`],
    ["promise kept", `${kept} of ${starts}`, `reviews with a recall of at least ${share(target)} at the stop`],
    ["interval right", share(covered), "rounds whose interval held the number of positives left"],
  ];
}

function three({ mean, sd }: Spread, starts: number): string {
  return starts < 2 ? mean.toFixed(3) : `${mean.toFixed(3)} (${sd.toFixed(3)})`;
}

export function reviewMarkdown(summary: ReviewSummary, { version, command, hashes, notes }: MarkdownOptions): string {
  const { dataset, bags, positive, starts } = summary;
  return `${[
    `${dataset}: ${count(bags, "bag")}, ${positive} positive; ${count(starts, "review")}. Means, and standard deviations in brackets.`,
    [
      "| measure | value | meaning |",
      "|---|---|---|",
      ...reviewRows(summary).map((row) => `| ${row.join(" | ")} |`),
    ].join("\n"),
    ...notes.map(({ message }) => `Note: ${message}.`),
    `Made by bagwise ${version}: \`${command}\`, with --data for the file of hash ${Object.values(hashes).join(", ")}.`,
  ].join("\n\n")}\n`;
}

/** A row for each review. */
export function reviewCsv({ reviews, dataset }: ReviewSummary): string {
  const columns = [
    "pool",
    "positives",
    "wss95",
    "wss100",
    "atd",
    "recall10",
    "work",
    "recall",
    "kept",
    "covered",
  ] as const;
  const name = `"${dataset.replaceAll('"', '""')}"`;
  const rows = reviews.map((each) => [name, each.trial, ...columns.map((column) => Number(each[column]))].join(","));
  return `${["dataset,review", ...columns].join(",")}\n${rows.join("\n")}\n`;
}
