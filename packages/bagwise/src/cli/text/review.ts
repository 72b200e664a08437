import { count, thousands } from "@bagwise/core/base";
import { type GivenAnswer, percent, type ReviewProgress, type ReviewState } from "@bagwise/core/review";
import type { ReviewPaths } from "../../node/files/review-file.js";
import { titled, wrapped } from "./output.js";

/** What a call of `bagwise review` did. */
interface ReviewFacts {
  readonly progress: ReviewProgress;
  readonly checking: boolean;
  readonly state: ReviewState;
  readonly paths: ReviewPaths;
  /** The bags of the list. */
  readonly ids: readonly string[];
  /** Whether the list is that of the last call. */
  readonly waits: boolean;
  /** The answers that were new. */
  readonly given: readonly GivenAnswer[];
  readonly undone: boolean;
}

/** How far a review is, whether to stop, and what to do next. */
export function reviewReport({ progress, checking, state, paths, ids, waits, given, undone }: ReviewFacts): string[] {
  const { pool, reviewed, found, left, recall, confidence, stopping } = progress;
  const positives = given.filter(({ answer }) => answer === "positive").length;
  const news =
    given.length === 0 ? "" : `, ${thousands(positives)} of them among the ${count(given.length, "new answer")}`;
  const sure = percent(confidence);
  const expected =
    left.value === null ? "not known before the first find" : `about ${thousands(Math.round(left.value))}`;
  return [
    ...(undone ? ["The latest answers are taken back.", ""] : []),
    ...titled("reviewed", `${thousands(reviewed)} of ${count(pool, "bag")} without a label`),
    ...titled("found", `${count(found, "positive")}${news}`),
    ...(stopping.open === 0
      ? []
      : titled("left", `${expected}; with ${sure} probability from ${thousands(left.low)} to ${thousands(left.high)}`)),
    ...(recall === null || stopping.open === 0
      ? []
      : titled("recall", `about ${whole(recall.value)}; from ${whole(recall.low)} to ${whole(recall.high)}`)),
    ...(reviewed === 0 ? [] : ["", wrapped(stopping.sentence)]),
    ...(checking && !stopping.stop
      ? [
          wrapped(
            "The ranking finds hardly any positives now, so most bags of a list are drawn at random: only they can tell what was missed.",
          ),
        ]
      : []),
    ...nextLines({ stop: stopping.stop, state, paths, ids, waits }),
  ];
}

/** `57 %`. All of it only if it is all. */
function whole(share: number): string {
  return `${share < 1 ? Math.min(99, Math.round(100 * share)) : 100} %`;
}

function nextLines({
  stop,
  state,
  paths,
  ids,
  waits,
}: Pick<ReviewFacts, "state" | "paths" | "ids" | "waits"> & { readonly stop: boolean }): string[] {
  if (ids.length === 0) return ["", `The review is kept in ${paths.session}.`];
  const list = waits
    ? `${count(ids.length, "bag")} of ${paths.list} wait${ids.length === 1 ? "s" : ""} for an answer; there is no new one.`
    : `List ${state.rounds} is in ${paths.list}: ${count(ids.length, "bag")}.`;
  return [
    "",
    ...(stop ? [wrapped(`If you want to go on all the same: ${list}`)] : [wrapped(list)]),
    wrapped("Write 1 or 0 into its column answer (? if you cannot tell), and run the same command again."),
  ];
}
