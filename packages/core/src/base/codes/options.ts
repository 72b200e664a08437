import { error } from "./code.js";

/** Options, kernels and what the engine can do. */
export const OPTION_CODES = {
  title: "Options",
  codes: {
    option: error(
      "An option does not fit",
      "It does not exist, its value is out of range, or it excludes another option.",
      "The message says what is possible.",
    ),
    seed: error(
      "The seed is not valid",
      "A seed is a whole number of at most 32 bits.",
      "Give a whole number from 0 to 4294967295.",
    ),
    learner: error("Unknown method", "There is no learner of that name.", "Choose one of those listed."),
    kernel: error(
      "The kernel is not valid",
      "Its text cannot be understood, or its parameters make no kernel.",
      "Correct it; the message lists the kernels.",
    ),
    statistic: error("Unknown statistic", "There is no bag statistic of that name.", "Choose one of those listed."),
    "no-simd": error(
      "SIMD is not available",
      "This engine has no WebAssembly SIMD, or a policy of the page forbids WebAssembly.",
      'Use the back end "auto" or "plain". The results are the same.',
    ),
    "no-web-crypto": error(
      "The page cannot compute hashes",
      "Browsers offer Web Crypto only to pages served over https or from localhost.",
      "Serve the page over https or from localhost.",
    ),
  },
};
