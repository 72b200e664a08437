import type { BagSet } from "@bagwise/core/bags";
import { thousands } from "@bagwise/core/base";
import { explain } from "@bagwise/core/explain";
import type { Model } from "@bagwise/core/model";
import { byScore } from "@bagwise/core/scores";
import { type Html, html, NOTHING } from "../page/html.js";
import { short } from "../page/numbers.js";
import { type SortedColumn, sortedTable } from "../page/sorted-table.js";
import { type LeftOut, NEEDS_BAGS } from "./left-out.js";
import type { ModelReportData } from "./report-data.js";
import { fileName } from "./report-data.js";

/** The longest text on the page, in characters. */
export const LONGEST_TEXT = 500;

/**
 * What a shown column says of a bag, in one line: the bag's own text, or else that of one of its
 * instances. Empty if that instance is not known. Longer texts are cut.
 */
export function shownText(
  bags: BagSet,
  i: number,
  { name, perBag }: BagSet["shown"][number],
  instance: number | undefined,
): string {
  if (!perBag && instance === undefined) return "";
  const text = bags.shownOf(i, name, perBag ? undefined : instance).replace(/\s+/g, " ");
  if (text.length <= LONGEST_TEXT) return text;
  // By code points, so that no character is cut in half.
  return `${Array.from(text.slice(0, 2 * LONGEST_TEXT))
    .slice(0, LONGEST_TEXT - 1)
    .join("")}…`;
}

/** The highest unlabeled bags that get a witness: finding one costs ten times a score. */
const MOST_WITNESSES = 1000;

/** Every bag of the file in a table: unlabeled ones by rank, then those with a label by score. */
export interface BagTableData {
  readonly bags: number;
  /** How many of the highest unlabeled bags have a witness. Null if all of them have. */
  readonly someWitnesses: number | null;
  readonly columns: readonly SortedColumn[];
}

/**
 * The table of all bags, by columns. `probabilities` false leaves them out. Costs a score for each
 * bag and a witness for the first thousand. InputErrors are those of `Model.predict`.
 */
export async function bagTableData(
  model: Model,
  bags: BagSet,
  { probabilities }: { readonly probabilities: boolean },
): Promise<BagTableData> {
  const answers = model.predict(bags, { heldOut: true });
  const all = byScore(answers.map(({ score }) => score));
  const open = all.filter((i) => bags.labelOf(i) === "unlabeled");
  const order = [...open, ...all.filter((i) => bags.labelOf(i) !== "unlabeled")];
  const first = open.slice(0, MOST_WITNESSES);
  const found = await explain(model, bags.subset(first), { features: 0 });
  const witnesses = new Map(first.map((i, k) => [i, found[k].witness.instance]));
  const column = (
    name: string,
    field: (i: number, place: number) => string | number | null,
    rest: Omit<SortedColumn, "name" | "values"> = {},
  ): SortedColumn => ({
    name,
    values: order.map(field),
    ...rest,
  });
  const told = probabilities && answers.every(({ probability }) => probability !== null);
  return {
    bags: bags.size,
    someWitnesses: open.length > first.length ? first.length : null,
    columns: [
      column("bag", (i) => bags.idOf(i)),
      column("rank", (_, place) => (place < open.length ? place + 1 : null), { lowFirst: true }),
      ...(told
        ? [
            column("probability", (i) => answers[i].probability, {
              shown: order.map((i) => answers[i].probability?.toFixed(3) ?? ""),
            }),
          ]
        : []),
      column("score", (i) => answers[i].score, { shown: order.map((i) => short(answers[i].score)) }),
      ...(answers.some(({ heldOut }) => heldOut) ? [column("heldOut", (i) => (answers[i].heldOut ? "yes" : ""))] : []),
      ...bags.shown
        .filter(({ naming }) => !naming)
        .map((each) => column(each.name, (i) => shownText(bags, i, each, witnesses.get(i)), { text: true })),
      column("known", (i) => bags.labelOf(i), { choices: true }),
      column("instances", (i) => bags.sizeOf(i), { shown: order.map((i) => thousands(bags.sizeOf(i))) }),
      column("witness", (i) => {
        const instance = witnesses.get(i);
        return instance === undefined ? "" : bags.instanceName(i, instance);
      }),
    ],
  };
}

/** Every bag of the file, to sort, search and download. */
export function bagTable({ table, sources, bags }: ModelReportData): Html | LeftOut {
  if (table === null) return NEEDS_BAGS;
  const { columns, someWitnesses } = table;
  const some =
    someWitnesses === null
      ? NOTHING
      : html` Only the ${thousands(someWitnesses)} most likely of them have a witness here; <code>bagwise explain</code> finds it for any bag.`;
  const cut = (bags?.shown.length ?? 0) > 0 ? ` Texts of more than ${LONGEST_TEXT} characters are cut.` : "";
  const name = (fileName(sources.data) ?? "bags").replace(/(?<=.)\.[^.]*$/, "");
  const ranks = bags?.unlabeled().size === 0 ? "" : "Ranks count the unlabeled bags. ";
  return html`<p>${ranks}The witness is the instance behind the score.${some}${cut}</p>
${sortedTable(columns, { label: `All ${thousands(table.bags)} bags`, noun: "bag", file: `${name}-bags` })}`;
}
