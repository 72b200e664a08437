/**
 * What each of the five views of a bag compares, one sentence per view, in the order of `Views`.
 */
export function describeViews(): string[] {
  return [
    "Mean profile: two bags are similar if their mean instances lie in the same direction from the average bag.",
    "Ranks: two bags are similar if the same features rank high, and the same features rank low, among the training bags. Outliers cannot dominate it.",
    "Means: two bags are similar if their means are close, with each feature in units of its own spread.",
    "Extremes: two bags are similar if the minimum, maximum and mean of each feature are close, each in units of its own spread.",
    "Telling features: like the previous view, but each feature is weighted by how clearly it separates positive bags from the others.",
  ];
}
