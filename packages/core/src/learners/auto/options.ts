import { InputError } from "../../base/errors.js";
import { badOption, choice, type OptionsOf, type OptionValues, readOptions, text } from "../../base/option.js";
import { knowledgeOf } from "../../prior/belief/known-prior.js";
import { labelledInSample } from "../../scores/scenario.js";
import { BELIEF_OPTIONS } from "../shared/belief-options.js";
import { bootstrap, LABELLED_HOW, NEGATIVES, PROPENSITY, SCENARIO, SEED } from "../shared/options.js";

/** What you can tell `auto`. All of it is optional: facts that the data do not contain. */
export const AUTO_OPTIONS = {
  ...BELIEF_OPTIONS,
  labelledHow: LABELLED_HOW,
  propensity: PROPENSITY,
  scenario: SCENARIO,
  negatives: NEGATIVES,
  /** How the names of features begin that form a vector, or "none". Default: lists, and names of embeddings. */
  vectors: text({
    default: null,
    help: "how the names of features begin that form one vector, such as emb_, with commas between several, or none (default: columns of lists, and names of embeddings with numbers)",
    read: (given: string | readonly string[], name): readonly string[] => {
      const prefixes = typeof given === "string" ? given.split(",").map((part) => part.trim()) : given;
      if (
        Array.isArray(prefixes) &&
        prefixes.length > 0 &&
        prefixes.every((each) => typeof each === "string" && each !== "")
      )
        return prefixes;
      throw badOption(name, given, "how the names of features begin, such as emb_");
    },
  }),
  /** Whether the ranking is averaged with those of two forests. */
  trees: choice({
    choices: ["average", "none"],
    default: "average",
    help: "average the ranking with those of two forests, one on summaries of bags and one on instances (average), or rank by the convex problem alone, with a certificate for the whole ranking (none)",
  }),
  /** Bootstrap samples for the intervals of the measures; 0 for no intervals. Default 500. */
  bootstrap: bootstrap("the measures (default 500)"),
  seed: SEED,
};

/** Options of `auto`, all optional. */
export interface AutoOptions extends OptionsOf<typeof AUTO_OPTIONS> {}

/** The options of `auto` with defaults filled in. */
export type CheckedAutoOptions = OptionValues<typeof AUTO_OPTIONS>;

/**
 * The options with defaults filled in. Throws an InputError for one that does not fit, and for two
 * that contradict each other.
 */
export function checkedAutoOptions(options: AutoOptions): CheckedAutoOptions {
  const read = readOptions(AUTO_OPTIONS, options);
  knowledgeOf(read);
  checkPropensityUse(read);
  return read;
}

/** Throws an InputError for propensities where they mean nothing. */
function checkPropensityUse({ propensity, scenario, labelledHow }: CheckedAutoOptions): void {
  if (propensity === undefined) return;
  const fail = (message: string, remedy: string) => {
    throw new InputError({ code: "option", message, remedy });
  };
  if (!labelledInSample(scenario))
    fail(
      "the option propensity needs one sample in which some positives were labelled",
      "Set the option scenario to single-set if that is what you have, else leave it out.",
    );
  if (labelledHow !== "random")
    fail(
      "the option propensity and the option labelledHow both say how positives were labelled",
      "Leave out one of them.",
    );
}
