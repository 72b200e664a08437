import { type BagSet, summarise } from "../bags/index.js";
import { count } from "../base/errors.js";
import type { Note } from "../base/note.js";
import { describeKernel } from "../kernels/index.js";
import type { Measure } from "../metrics/index.js";
import type { ModelCard } from "../model/index.js";
import { styled, wrapped } from "./style.js";

/** What a training found, for people: data, prior, risks, choice, certificate and what to expect. */
export function trainingReport(bags: BagSet, card: ModelCard, method: string): string[] {
  const { bags: size, positive, unlabeled, negative, instances, features } = summarise(bags);
  const { prior, chosen, certificate, measures, training } = card;
  const line = (title: string, text: string) => {
    const [first, ...rest] = wrapped(text, { indent: " ".repeat(13) }).split("\n");
    return [`${styled("bold", title.padEnd(12))} ${first.trimStart()}`, ...rest];
  };
  return [
    ...line(
      "Data",
      `${count(size, "bag")}: ${positive} positive, ${unlabeled} unlabeled${negative === 0 ? "" : `, ${negative} negative`}; ${count(instances, "instance")}, ${count(features, "feature")}`,
    ),
    ...line("Method", method),
    ...line(
      "Kernel",
      `${describeKernel(card.kernel).replace(/\.$/, "")}; ${training.centres === training.positive + training.unlabeled ? "all training bags are" : `${training.centres} landmarks are`} centres`,
    ),
    ...line(
      "Prior",
      prior.method === "given"
        ? `${prior.value} (given)`
        : `${prior.value.toFixed(3)}, 90 % interval ${prior.low.toFixed(2)} to ${prior.high.toFixed(2)}, estimated by ${prior.method}`,
    ),
    "",
    ...riskTable(card),
    ...line("Chosen", `degree ${chosen.degree}, lambda ${chosen.lambda}, ${chosen.loss} loss`),
    ...line(
      "Certificate",
      `${certificate.status}: relative duality gap ${certificate.relativeGap.toExponential(1)} after ${count(certificate.iterations, "iteration")}`,
    ),
    ...(measures === null
      ? []
      : line(
          "Expected",
          `precision ${interval(measures.precision)}, recall ${interval(measures.recall)}, AUC ${interval(measures.auc)}, from held-out bags and the prior`,
        )),
    ...line("Theorem 1", advice(card)),
  ];
}

/** A small table of risks: degrees down, lambdas across, the chosen one marked. */
function riskTable({ risks, chosen }: ModelCard): string[] {
  if (risks.length === 0) return [];
  const degrees = [...new Set(risks.map(({ degree }) => degree))];
  const lambdas = [...new Set(risks.map(({ lambda }) => lambda))];
  const cell = (degree: number, lambda: number) => {
    const found = risks.find((each) => each.degree === degree && each.lambda === lambda);
    if (found === undefined) return "";
    const mark = degree === chosen.degree && lambda === chosen.lambda ? "*" : " ";
    return `${found.risk.toFixed(3)}${mark}`;
  };
  const solved = risks.reduce((sum, each) => sum + each.solved, 0);
  const problems = risks.reduce((sum, each) => sum + each.folds, 0);
  return [
    `PU risk by ${risks[0].folds}-fold cross-validation, lower is better; ${solved} of ${problems} problems certified`,
    `${"lambda".padStart(12)} ${lambdas.map((lambda) => String(lambda).padStart(9)).join("")}`,
    ...degrees.map(
      (degree) =>
        `${`degree ${degree}`.padStart(12)} ${lambdas
          .map((lambda) => cell(degree, lambda).padStart(10))
          .join("")
          .slice(1)}`,
    ),
    "",
  ];
}

function interval({ value, low, high, clipped }: Measure): string {
  return Number.isNaN(value)
    ? "unknown"
    : `${value.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)}${clipped ? ", clipped" : ""})`;
}

function advice({ bound, training }: ModelCard): string {
  const { positiveTerm, unlabeledTerm } = bound;
  const [more, fewer] =
    positiveTerm >= unlabeledTerm ? (["positive", "unlabeled"] as const) : (["unlabeled", "positive"] as const);
  const share = Math.round((100 * Math.max(positiveTerm, unlabeledTerm)) / bound.total);
  return `${share} % of the bound comes from the ${training[more]} ${more} bags: more of those would help more than more ${fewer} ones`;
}

/** Notes under a blank line; nothing for none. */
export function noteLines(notes: readonly Note[]): string[] {
  return notes.length === 0
    ? []
    : ["", ...notes.map((note) => styled("dim", wrapped(`Note: ${note.message.replace(/\.$/, "")}.`)))];
}
