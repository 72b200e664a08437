import type { BagSet } from "../bags/bag-set.js";
import { copyFamilies } from "../bags/copies/group-copies.js";
import type { Label } from "../bags/label.js";
import { InputError, quote } from "../base/errors.js";
import { reviewState } from "./review-state.js";
import type { ReviewSession } from "./session.js";

/** What a session is checked against: the bags of the file, in one order. */
export interface BagsToReview {
  readonly ids: readonly string[];
  readonly labels: readonly Label[];
  /** The first bag of the family of copies of each. Asked for only if it matters. */
  readonly copies: () => ArrayLike<number>;
}

/** The bags of a file as `checkReviewedBags` looks at them, with their families of copies if you know them. */
export function bagsToReview(bags: BagSet, copies?: ArrayLike<number>): BagsToReview {
  return { ids: bags.ids(), labels: bags.labels(), copies: () => copies ?? copyFamilies(bags).of };
}

/**
 * Throws an InputError that names the place if a session says something about bags that cannot be so: other numbers
 * of bags, a bag that is none of them, an answer about a bag that was labelled before, an audit of other bags, or a
 * draw from fewer bags than nobody ever answered, which would promise too much. Costs O(bags + events), and the time
 * of `copyFamilies` if a draw seems to be from too few.
 */
export function checkReviewedBags(session: ReviewSession, bags: BagsToReview): void {
  const { ids, labels } = bags;
  const labelOf = new Map(ids.map((id, i) => [id, labels[i]]));
  const size = (label: Label) => labels.filter((each) => each === label).length;
  for (const [name, here] of [
    ["bags", ids.length],
    ["positive", size("positive")],
    ["negative", size("negative")],
  ] as const)
    if (session.data[name] !== here) throw unfit(`data.${name} is ${session.data[name]}, and there are ${here}`);
  const checkKnown = (at: string, bag: string) => {
    if (!labelOf.has(bag)) throw unfit(`${at} is ${quote(bag)}, which is none of them`);
  };
  const answered = new Set<string>();
  for (const [k, event] of session.events.entries())
    if (event.type === "round")
      for (const [i, { bag }] of event.shown.entries()) checkKnown(`events[${k}].shown[${i}].bag`, bag);
    else if (event.type === "answers")
      for (const [i, { bag }] of event.answers.entries()) {
        checkKnown(`events[${k}].answers[${i}].bag`, bag);
        answered.add(bag);
      }
  for (const bag of reviewState(session).answers.keys())
    if (labelOf.get(bag) !== "unlabeled")
      throw unfit(`the bag ${quote(bag)} has an answer and a label`).with({
        remedy: "Take that answer back in the workbench where it was given, or name another session.",
      });
  if (session.audit !== undefined) {
    const { population, bags: drawn } = session.audit.design;
    if (population !== size("unlabeled"))
      throw unfit(`audit.design.population is ${population}, and ${size("unlabeled")} have no label`);
    for (const [k, { bag }] of drawn.entries())
      if (labelOf.get(bag) !== "unlabeled")
        throw unfit(`audit.design.bags[${k}].bag is ${quote(bag)}, which is none of those without a label`);
  }
  checkDraws(session, bags, answered);
}

/** Bags that nobody ever answered were open at every draw, but for one that may be on the screen meanwhile. */
function checkDraws(
  { events }: ReviewSession,
  { ids, labels, copies }: BagsToReview,
  answered: ReadonlySet<string>,
): void {
  const never = ids.flatMap((id, i) => (labels[i] === "unlabeled" && !answered.has(id) ? [i] : []));
  let least = never.length;
  let counted = false;
  for (const [k, event] of events.entries()) {
    if (event.type !== "round" || event.open >= least - 1 || !event.shown.some(({ why }) => why === "random")) continue;
    if (!counted) {
      // Copies count once.
      const of = copies();
      least = new Set(never.map((i) => of[i])).size;
      counted = true;
    }
    if (event.open < least - 1) throw unfit(`events[${k}].open is ${event.open}, and at least ${least - 1} were open`);
  }
}

function unfit(what: string): InputError {
  return new InputError({
    code: "review-session",
    message: `the review does not fit the bags: ${what}`,
    remedy:
      "Give the session as bagwise wrote it, with the bags that it began with, or name another to begin a new review.",
  });
}
