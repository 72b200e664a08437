import type { NextBag, RoundEvent } from "@bagwise/core/review";

/** A bag of the queue. */
export type Shown = Omit<NextBag, "why"> & { readonly why: RoundEvent["shown"][number]["why"] };

/** What is on the screen, and what comes next. */
export interface QueueState {
  readonly current: Shown | null;
  readonly upcoming: readonly Shown[];
}

export const EMPTY_QUEUE: QueueState = { current: null, upcoming: [] };

/** The next bag without an answer. */
export function advanced({ upcoming }: QueueState, isAnswered: (bag: string) => boolean): QueueState {
  const left = upcoming.filter(({ bag }) => !isAnswered(bag));
  return { current: left[0] ?? null, upcoming: left.slice(1) };
}

/** A new list behind what is on the screen, which stays. Copies that are answered together are not shown apart. */
export function renewed({ current }: QueueState, list: readonly Shown[], together: boolean): QueueState {
  const open = together ? list.filter(({ why }) => why !== "copy") : list;
  return current === null ? { current: open[0] ?? null, upcoming: open.slice(1) } : { current, upcoming: open };
}

/** Another bag on the screen; what was there comes right after it, unless it is answered. */
export function turnedTo(
  { current, upcoming }: QueueState,
  bag: Shown,
  isAnswered: (bag: string) => boolean,
): QueueState {
  const after = [...(current === null ? [] : [current]), ...upcoming];
  return { current: bag, upcoming: after.filter((each) => each.bag !== bag.bag && !isAnswered(each.bag)) };
}

/** How many of the bags that came next are others now. */
export function changes(before: readonly Shown[], after: readonly Shown[]): number {
  const known = new Set(before.map(({ bag }) => bag));
  return after.slice(0, before.length).filter(({ bag }) => !known.has(bag)).length;
}

/** `probability` becomes words for people. */
export function whyText({ why, rank }: Shown): string {
  switch (why) {
    case "random":
      return "drawn at random, so that the number left stays estimable";
    case "uncertainty":
      return "chosen because its answer is least certain";
    case "teaching":
      return "chosen because its answer is uncertain, and it is unlike the others";
    case "copy":
      return "a copy of the bag before it";
    case "chosen":
      return "chosen by you";
    default:
      return rank === 1
        ? "the most likely of all open bags"
        : `number ${rank.toLocaleString("en-US")} of the open bags`;
  }
}
