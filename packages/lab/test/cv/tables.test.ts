import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { cvCsv, cvLatex, cvMarkdown } from "../../../bagwise/src/entries/lab.js";
import { summary } from "./make-cv.js";

describe("cvLatex", () => {
  it("has ours, and below it what is published for the same method", () => {
    expect(cvLatex(summary)).toMatchInlineSnapshot(`
      "% Made by bagwise.
      \\begin{table}[!ht]
      \\caption{Accuracy in per cent, 10-fold cross-validation: mean (standard deviation) over 2 repeats. Bold: the best of this run. $\\dag$: more than 3 points below the published accuracy of the same method.}
      \\centering
      \\footnotesize
      \\setlength{\\tabcolsep}{3pt}
      \\begin{tabular}{lc|rr} \\hline
      method & from & Musk1 & \\shortstack{wolf\\\\\\&\\\\<cub>} \\\\ \\hline
      svm    & this run & 87.0 (1.4) & 67.0 (1.4) \\\\
             & MI-kernel, published & 88.0 &  \\\\ \\hline
      mi-svm & this run & 83.0 (1.4) $\\dag$ & 63.0 (1.4) \\\\
             & mi-SVM, published & 87.4 &  \\\\ \\hline
      auto   & this run & \\textbf{91.0 (1.4)} & \\textbf{71.0 (1.4)} \\\\ \\hline
      best   & this run & 91.0 (1.4) & 71.0 (1.4) \\\\
             & published & 90.0 &  \\\\ \\hline
      \\end{tabular}
      \\end{table}
      "
    `);
  });
});

describe("cvMarkdown", () => {
  it("has the accuracies, the best against the best, and a table for each data set", () => {
    const known = { ...summary, methods: ["auto"] };
    const text = cvMarkdown(known, {
      version: "1.2.3",
      command: "bagwise experiment cv",
      hashes: { musk1: "aa" },
      notes: [],
    });
    expect(text).toMatchInlineSnapshot(`
      "# Cross-validation

      bagwise 1.2.3; 10 folds, 2 repeats, seed 1. In each repeat, all methods have the same folds.

      - \`auto\`: the default setting: the five views, averaged with two forests. Negative training bags count as unlabeled. Here the prior is the share of positive training bags.

      ## Accuracy

      Accuracy in per cent, 10-fold cross-validation: mean (standard deviation) over 2 repeats. Bold: the best of this run. †: more than 3 points below the published accuracy of the same method.

      | method | from | Musk1 | wolf & <cub> |
      |---|---|---:|---:|
      | auto | this run | **91.0 (1.4)** | **71.0 (1.4)** |

      ## The best against the best published

      The method with the highest mean accuracy, and the highest accuracy that is published for any method. Both are chosen after the fact, by the accuracy itself, so both are somewhat too high.

      | data set | best here | best published | accuracy | published | difference |
      |---|---|---|---:|---:|---:|
      | Musk1 | auto | MIGraph | 91.0 | 90.0 | +1.0 |
      | wolf & <cub> | auto | | 71.0 | | |

      ## Musk1

      47 positive bags and 45 negative bags; always giving the more frequent answer has 51.1. Solved: the share of the 2 trainings whose certificate says so.

      | method | accuracy | AUC | solved |
      |---|---:|---:|---:|
      | auto | 91.0 (1.4) | 0.800 | 100 % |

      ## wolf & <cub>

      40 positive bags and 40 negative bags; always giving the more frequent answer has 50.0. Solved: the share of the 2 trainings whose certificate says so.

      | method | accuracy | AUC | solved |
      |---|---:|---:|---:|
      | auto | 71.0 (1.4) | 0.800 | 100 % |

      ## How to make it again

      \`\`\`text
      bagwise experiment cv
      \`\`\`

      | data set | hash of its content |
      |---|---|
      | musk1 | aa |
      "
    `);
  });
});

describe("cvCsv", () => {
  it("has a row for each cell, in full precision, with where it comes from", () => {
    const { data } = Papa.parse<Record<string, string>>(
      cvCsv(summary, { version: "1.2.3", hashes: { musk1: "aa", "wolf & <cub>": "bb" } }),
      { header: true, skipEmptyLines: true },
    );
    expect(data).toHaveLength(summary.cells.length);
    for (const [k, cell] of summary.cells.entries()) {
      expect(data[k]).toMatchObject({ dataset: cell.dataset, method: cell.method, folds: "10", bagwise: "1.2.3" });
      expect(Number(data[k].accuracy_mean)).toBe(cell.accuracy.mean);
      expect(Number(data[k].accuracy_sd)).toBe(cell.accuracy.sd);
      expect(data[k].published).toBe(cell.published === null ? "" : String(cell.published.accuracy));
      expect(data[k].below).toBe(cell.published === null ? "" : String(Number(cell.below)));
      expect(Number(data[k].solved)).toBe(cell.solved);
    }
    expect(data[0]).toMatchObject({ data_hash: "aa", published: "0.88", published_for: "MI-kernel" });
  });

  it("leaves the deviation of a single repeat blank", () => {
    const single = { ...summary, cells: summary.cells.map((cell) => ({ ...cell, repeats: 1 })) };
    const { data } = Papa.parse<Record<string, string>>(cvCsv(single, { version: "1", hashes: {} }), { header: true });
    expect(data[0]).toMatchObject({ accuracy_sd: "", auc_sd: "" });
  });
});
