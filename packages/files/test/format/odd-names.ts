/** Names of features that look like none, or that some format must escape. Every format keeps or refuses them. */
export const ODD_NAMES: readonly string[] = [
  ...[" ", "\t", "\n", "\r\n", "\ufeff", "\u00a0", "\u2028", "\u200b", "\0"],
  ...[" x", "x ", "a,b", "'", '"', "?", "%", "1", "-1", "NaN", "column2", "_x0041_", "__proto__", "=1+1"],
];
