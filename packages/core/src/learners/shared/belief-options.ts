import { badOption, number, text } from "../../base/option.js";

/** What you can tell a learner that works with a distribution over the prior. */
export const BELIEF_OPTIONS = {
  /** What you know about the prior: a share such as 0.3, or a range such as "0.1..0.4". */
  prior: text({
    default: null,
    help: "what you know about the share of positives among the unlabeled bags (single-set: among all bags): a number such as 0.3, or a range such as 0.1..0.4; estimated from the data by default",
    read: (prior: number | string, name) => {
      if (typeof prior === "number" || typeof prior === "string") return prior;
      throw badOption(name, prior, "a number or a text");
    },
  }),
  /** An upper bound on the prior. */
  priorAtMost: number({
    default: null,
    range: { min: 0, max: 1, above: true },
    help: "upper bound on the share of positives",
  }),
  /** Positives among randomly drawn unlabeled bags that you reviewed, such as "7/30". */
  audited: text({
    default: null,
    help: "what you found in randomly drawn unlabeled bags that you reviewed: positives/reviewed, such as 7/30, or a CSV file with the columns bag and label, whose answers also become labels",
    read: (audited: string, name) => {
      if (typeof audited === "string") return audited;
      throw badOption(name, audited, "a text");
    },
  }),
};
