import { count, type Note, thousands } from "@bagwise/core/base";
import { codeText, type NoteCode } from "@bagwise/core/codes";
import { weakPoints } from "@bagwise/core/judge";
import { allKnown, type Measure } from "@bagwise/core/scores";
import { type Html, html, NOTHING, withCode } from "../page/html.js";
import { atLeastPercent, doubtText, rankingVerdict, reviewThatTells } from "../page/lower-ends.js";
import { plain, short, two } from "../page/numbers.js";
import { shellWord } from "../page/shell.js";
import { expectedOf, heldOutCounts } from "./held-out-counts.js";
import { WHY_NOT_HELD_OUT, whyNotHeldOut } from "./left-out.js";
import type { ModelReportData } from "./report-data.js";
import { fileName } from "./report-data.js";

/** Notes that affect how far you can trust the page, the most serious first. */
const GRAVE = [
  "tells-nothing",
  "alike",
  "too-few-labels",
  "certificate",
  "prior-against-audit",
  "no-better-than-chance",
  "few-positives",
  "copies-apart",
  "prior-open",
  "prior-no-evidence",
  "no-positive-answer",
  "constant-guess",
  "all-negative",
  "clipped",
  "not-settled",
] as const satisfies readonly NoteCode[];

/** Longer names of files are left out of a sentence. */
const LONGEST_NAME = 60;

/**
 * How good the ranking is, how many positives there are, what the threshold does, and warnings: each by the
 * lower end of its interval, and what would tell more if that is poor.
 * Where nothing is known to tell the bags apart, that comes first.
 */
export function lead(data: ModelReportData): Html {
  const [before, after] = data.useless ? [warning(data), NOTHING] : [NOTHING, warning(data)];
  return html`${before}<div class="lead">
<p>${ranking(data)}</p>
<p>${expected(data)} ${division(data)}</p>
${doubt(data)}</div>
${after}`;
}

function ranking({ measures, heldOut, sensitivity }: ModelReportData): Html {
  if (heldOut === null) return html`How good the ranking is, is not known.`;
  if (measures === null || !Number.isFinite(measures.auc.value))
    return html`How good the ranking is depends on the prior, which is not known: ${rankings(sensitivity)}. Set the share of positives you expect with <code>--prior</code>.`;
  const { value, low, high } = measures.auc;
  const [least, middle] = [Math.round(100 * low), Math.round(100 * value)];
  const often =
    least === middle
      ? html`about <strong>${middle} of 100</strong> cases`
      : html`at least <strong>${least} of 100</strong> cases, perhaps ${middle}`;
  return html`Given one positive and one negative bag, the model ranks the positive one higher in ${often} (AUC ${two(value)}, 90 % interval ${two(low)} to ${two(high)}): ${rankingVerdict(measures.auc)}.`;
}

/** `AUC 0.54 if it is 0.1, 0.58 if it is 0.5`. */
function rankings(settings: ModelReportData["sensitivity"]): string {
  const shown = settings.filter((_, k) => k === 0 || k === Math.floor((settings.length - 1) / 2));
  return `AUC ${shown.map(({ prior, measures }) => `${two(measures.auc.value)} if it is ${plain(prior)}`).join(", ")}`;
}

function expected({ prior, heldOut, card }: ModelReportData): Html {
  const unlabeled = heldOut?.unlabeled.length ?? card.training.unlabeled;
  if (unlabeled === 0) return html`All training bags have a label.`;
  if (prior === null) return html`How many of the ${thousands(unlabeled)} unlabeled bags are positive is not known.`;
  const of = expectedOf({ heldOut, unlabeled }, prior.high);
  const [least, middle] = [of(prior.low), of(prior.value)];
  if (least === middle)
    return html`About <strong>${middle}</strong> of the ${thousands(unlabeled)} unlabeled bags are positive.`;
  const sure = least === "0" ? html`<strong>Perhaps none</strong>` : html`At least <strong>${least}</strong>`;
  return html`${sure}, perhaps ${middle} of the ${thousands(unlabeled)} unlabeled bags are positive (90 % interval ${least} to ${of(prior.high)}).`;
}

function division({ heldOut, threshold, measures }: ModelReportData): Html {
  if (heldOut === null) return html`Bags with a score of at least ${short(threshold)} are called positive.`;
  const { unlabeled: hidden, sample } = heldOutCounts(heldOut, threshold);
  const unlabeled = allKnown(heldOut) ? sample : hidden;
  const called = html`At the threshold ${short(threshold)} the model calls ${thousands(unlabeled.called)} of them positive`;
  if (unlabeled.called === 0) return html`${called}: it never says yes, so go by the order alone.`;
  if (unlabeled.called === unlabeled.bags) return html`${called}: it always says yes, so go by the order alone.`;
  if (measures === null || !Number.isFinite(measures.precision.value)) return html`${called}.`;
  return html`${called}: ${atLeastPercent(measures.precision)} of these positive calls are right, and ${atLeastPercent(measures.recall)} of all positives are found.`;
}

/** What cannot be promised, and the command that would tell. Empty if every lower end is good. */
function doubt({ measures, prior, heldOut, card, bags, sources }: ModelReportData): Html {
  const text = doubtText(weakPoints({ measures, prior }));
  if (text === "") return NOTHING;
  const review = reviewThatTells(bags?.unlabeled().size ?? heldOut?.unlabeled.length ?? card.training.unlabeled);
  if (review === null) return html`<p>${text}</p>`;
  const names = `${nameIn(sources.model, "MODEL")} ${nameIn(sources.data, "FILE")}`;
  return html`<p>${text} ${review.text}: <code>bagwise audit ${names} -n ${review.bags} --out audit.csv</code></p>
`;
}

/** The name of a file as a word of a command; what stands for it if there is none, or if it would fill the page. */
function nameIn(path: string | null, other: string): string {
  const name = fileName(path);
  return name === null || name.length > LONGEST_NAME ? other : shellWord(name);
}

/** The measures at a glance. Empty if none is known. */
export function measuresAtAGlance({ measures, prior, heldOut }: ModelReportData): Html {
  const shown: [string, Measure, string][] =
    measures === null
      ? []
      : [
          ["AUC", measures.auc, "of the ranking"],
          ["Precision", measures.precision, "of positive calls that are right"],
          ["Recall", measures.recall, "of positives that are found"],
          ["Accuracy", measures.accuracy, "of all answers that are right"],
        ];
  const all: [string, Measure, string][] =
    prior === null ? shown : [...shown, ["Prior", { ...prior, clipped: false }, "share of positives"]];
  if (all.length === 0) return NOTHING;
  return html`<dl class="tiles">${all.map(([name, measure, help]) => tile(name, measure, help))}</dl>
<p class="note">${
    heldOut !== null && allKnown(heldOut)
      ? html`Counted on held-out bags, whose labels are all known.`
      : html`Estimated without any bag known to be negative. See <a href="#prior">what that assumes</a>.${averaged(prior)}`
  }</p>`;
}

/** Why the probabilities of bags that are called positive may be lower than the precision. */
function averaged(prior: ModelReportData["prior"]): string {
  if (prior === null || prior.low === prior.high) return "";
  return " Each value takes the prior at its value. Probabilities and the curves average over all that is uncertain, so they may be lower.";
}

function tile(name: string, { value, low, high, clipped }: Measure, help: string): Html {
  const known = Number.isFinite(value);
  const range =
    known && high > low ? `${two(low)} to ${two(high)}${clipped ? ", clipped" : ""}` : known ? "given" : "not known";
  const track = html`<i class="range" aria-hidden="true"><i style="left:${percentText(low)};width:${percentText(high - low)}"></i><b style="left:${percentText(value)}"></b></i>`;
  return html`<div><dt>${name}</dt><dd><strong>${two(value)}</strong><span>${range}</span>${known ? track : NOTHING}<span>${help}</span></dd></div>`;
}

function percentText(share: number): string {
  return `${(100 * Math.min(1, Math.max(0, share))).toFixed(1)}%`;
}

/** The most serious warning, linked to all. If nothing measures the model, that comes first. */
function warning(data: ModelReportData): Html {
  const { heldOut } = data;
  const unmeasured =
    heldOut === null
      ? html`<p class="callout" id="${WHY_NOT_HELD_OUT}"><strong>Note:</strong> nothing on this page measures how good the model is, because ${whyNotHeldOut(data)}</p>
`
      : NOTHING;
  return html`${unmeasured}${gravest(data)}`;
}

function gravest({ heldOut, notes, measures, prior }: ModelReportData): Html {
  const code = GRAVE.find((grave) => notes.some((note) => note.code === grave));
  const note = notes.find((each) => each.code === code) ?? notes.find((each) => isGrave(each, heldOut !== null));
  const link = (others: number, what: string) =>
    others === 0 ? NOTHING : html` <a href="#warnings">${count(others, what)}</a>`;
  if (note !== undefined)
    return html`<p class="callout"><strong>Note:</strong> ${withCode(note.message.replace(/\.$/, ""))}.${link(notes.length - 1, "more note")}</p>`;
  if (notes.length === 0) return NOTHING;
  // Nothing is serious only if nothing is poor at the lower end of its interval.
  const sound = weakPoints({ measures, prior }).length === 0 && (heldOut === null || measures !== null);
  if (!sound) return html`<p class="note">See also${link(notes.length, "note")} below.</p>`;
  return html`<p class="note">No ${heldOut === null ? "other " : ""}serious warning;${link(notes.length, "note")} below.</p>`;
}

/** A warning that is not on the list. That nothing is held out is said already, with what to do. */
function isGrave({ code }: Note, measured: boolean): boolean {
  return codeText(code)?.gravity === "warning" && (measured || code !== "nothing-held-out");
}
