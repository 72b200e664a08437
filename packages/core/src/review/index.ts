/** The entry @bagwise/core/review: reviews in rounds: what to look at next, how many are left, when to stop. */
export { type FindingRate, findingRate } from "./finding-rate.js";
export { labelsTable } from "./labels-table.js";
export { type Estimate, positivesLeft, type ReviewProgress } from "./left.js";
export { likenessOf } from "./likeness.js";
export { type ReviewMeasures, reviewMeasures, workAt } from "./measures.js";
export {
  type Likeness,
  NEXT_BY,
  NEXT_DEFAULTS,
  type NextBag,
  type NextBagsOptions,
  type NextBy,
  nextBags,
  type OpenBag,
} from "./next-bags.js";
export {
  labelsNow,
  type MakeRoundOptions,
  makeRound,
  type NextRound,
  nextRound,
  type Round,
  type RoundOptions,
  reviewProgress,
} from "./review-round.js";
export {
  listWaits,
  type ReviewStanding,
  type ReviewState,
  reviewState,
  type SettledBag,
  standingOf,
  undoneEvents,
  withEvent,
  withUndo,
} from "./review-state.js";
export { bagsToReview, checkReviewedBags } from "./reviewed-bags.js";
export {
  type GivenAnswer,
  LABELS_COLUMNS,
  type NewSession,
  newSession,
  REVIEW_ANSWERS,
  REVIEW_DEFAULTS,
  type ReviewAnswer,
  type ReviewAudit,
  type ReviewData,
  type ReviewEvent,
  type ReviewOptions,
  type ReviewSession,
  type RoundEvent,
} from "./session.js";
export { parseSession, sessionText } from "./session-file.js";
export {
  growingRounds,
  type RankBags,
  REVIEW_STARTS,
  type ReplayedReview,
  type ReviewStart,
  replayReview,
  type SimulatedReview,
  type SimulatedRound,
  type SimulateOptions,
  simulateReview,
} from "./simulate.js";
export { judgeStopping, type PromiseOptions, percent, type ReviewedBag, type Stopping } from "./stopping.js";
