import { COLUMNS, type Column } from "../methods/methods.js";
import type { Printed } from "./summary.js";

/** What the paper prints with these sizes, and only with them. */
export const PRINTED_SETTING = { labeled: 20, unlabeled: 180, test: 200 } as const;

/**
 * The paper's table of accuracies: a line for each prior 0.1 .. 0.7, with PU-SKC, LSDD, DSDD and
 * puMIL as mean/sd in thousandths, a star for a bold face.
 */
const TABLE: Readonly<Record<string, readonly string[]>> = {
  musk1: [
    "865/46 928/29* 931/26* 757/65",
    "844/38 707/289 876/37* 733/70",
    "818/41* 622/208 778/45 717/63",
    "776/57* 618/148 708/41 699/50",
    "763/50* 553/72 597/47 665/81",
    "735/55* 522/68 505/51 649/69",
    "737/44* 538/161 392/61 606/75",
  ],
  musk2: [
    "810/60 702/303 840/40* 688/98",
    "802/53* 691/239 789/36* 730/63",
    "801/51* 621/173 720/50 732/73",
    "724/63* 590/111 621/48 704/68*",
    "742/50* 522/54 537/55 654/92",
    "706/59* 499/86 466/53 637/86",
    "726/55* 508/159 364/63 599/72",
  ],
  elephant: [
    "845/44* 734/153 747/41 722/84",
    "783/62* 671/166 715/39 686/75",
    "746/62* 652/92 685/38 698/72",
    "701/50* 573/88 608/39 642/51",
    "607/58 552/52 575/50 667/70*",
    "528/87 520/62 503/31 614/63*",
    "421/59 602/141* 453/37 597/66*",
  ],
  fox: [
    "840/53* 634/181 717/37 561/62",
    "754/48* 689/42 669/41 575/58",
    "689/54* 576/130 615/45 544/45",
    "613/61* 542/97 588/41* 552/53",
    "538/42* 527/46* 545/42* 547/74*",
    "468/57 538/71* 464/53 550/55*",
    "430/55 559/151* 430/46 536/75*",
  ],
  tiger: [
    "839/44* 689/136 730/47 706/73",
    "783/35* 695/32 707/31 680/70",
    "729/43* 636/47 651/52 659/56",
    "672/43* 596/42 606/36 668/48*",
    "584/43* 566/44 540/46 609/70*",
    "508/48 530/66 523/32 608/80*",
    "410/59 490/80 463/34 585/86*",
  ],
};

/** What the paper's table says; undefined where it says nothing. */
export function printedCell(dataset: string, prior: number, column: Column): Printed | undefined {
  const tenths = Math.round(10 * prior);
  // Priors come from people and from sums of tenths: 0.30000000000000004 is 0.3.
  if (Math.abs(10 * prior - tenths) > 1e-9 || !Object.hasOwn(TABLE, dataset)) return undefined;
  const text = TABLE[dataset][tenths - 1]?.split(" ")[COLUMNS.indexOf(column)];
  if (text === undefined) return undefined;
  const [mean, sd] = text.replace("*", "").split("/").map(Number);
  return { mean: mean / 1000, sd: sd / 1000, bold: text.endsWith("*") };
}
