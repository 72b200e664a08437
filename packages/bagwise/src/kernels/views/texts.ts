/**
 * What each of the five views of a bag looks at, one plain sentence each, in the order of `Views`.
 */
export function describeViews(): string[] {
  return [
    "Mean profile: two bags are alike when their mean instances lie in the same direction from the average bag.",
    "Ranks: two bags are alike when the same features rank high, and the same rank low, among the training bags; outliers cannot sway it.",
    "Means: two bags are alike when their means are close, each feature measured in its own spread.",
    "Extremes: two bags are alike when least, greatest and mean value of every feature are close, each measured in its own spread.",
    "Telling features: as the view before, but a feature counts only as far as it tells positive bags from the others beyond its noise.",
  ];
}
