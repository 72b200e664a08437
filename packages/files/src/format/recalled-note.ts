import type { Recipe } from "@bagwise/core/bags";
import { type Note, quote } from "@bagwise/core/base";

/** What to say when a file is read like the one that a model was trained on; `labels` says whether labels are given. */
export function recalledNote({ bag, label, missing, labels }: Recipe, given: { readonly labels: boolean }): Note {
  const roles = Object.entries({ bag, label }).flatMap(([part, name]) =>
    name === undefined ? [] : [`${part} = ${quote(name)}`],
  );
  const gaps = missing === "error" ? [] : [`missing values: ${missing}`];
  // Labels of another file are not needed to score bags, but only they tell which are known.
  const apart =
    labels === undefined || given.labels ? "" : `; its labels are in ${labels}: name it in --labels to know them here`;
  return { code: "recipe-used", message: `read like the training file: ${[...roles, ...gaps].join(", ")}${apart}` };
}
