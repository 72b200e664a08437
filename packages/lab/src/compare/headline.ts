import { count } from "@bagwise/core/base";
import { chanceText } from "@bagwise/core/scores";
import { type Html, html, NOTHING, signed, three, withCode } from "@bagwise/report/page";
import { ENOUGH_TRIALS, fewTrials } from "../trials/enough-trials.js";
import type { Comparison } from "./comparison.js";
import { LEVEL } from "./paired.js";

/** Which method is ahead in accuracy, and of which other one by how much. */
type Lead = NonNullable<ReturnType<typeof leadOf>>;

/**
 * The first two methods by mean accuracy over all cells, and their paired difference. `proven`: it is
 * significant at 5 %, with as many degrees of freedom as enough trials of one cell have. The gap between the first two of several equal methods is
 * smaller than that of any pair, so choosing them after the fact makes the test more careful, not
 * less. Null for a single method.
 */
export function leadOf({ contests, arms, trials }: Comparison) {
  if (arms.length < 2) return null;
  const contest = contests.filter(({ measure }) => measure === "accuracy").at(-1);
  if (contest === undefined) return null;
  // The winner is ahead of everybody; the second of everybody but the winner.
  const ahead = (arm: string) => contest.duels.filter((duel) => duel.arm === arm && duel.difference >= 0).length;
  const [winner, second] = arms.map(({ name }) => name).sort((a, b) => ahead(b) - ahead(a));
  const duel = contest.duels.find((each) => each.arm === winner && each.other === second);
  if (duel === undefined) return null;
  const { ranking } = contest;
  return {
    ...duel,
    cells: ranking.cells,
    arms: arms.length,
    trials,
    ranksDiffer: ranking.p < LEVEL,
    proven: duel.p < LEVEL && duel.degrees >= ENOUGH_TRIALS - 1,
  };
}

/** The comparison in a few sentences. Empty for a single method. */
export function compareHeadline(comparison: Comparison): Html {
  const found = leadOf(comparison);
  if (found === null) return NOTHING;
  const few = fewTrials(found.trials);
  return html`<div class="lead"><p>${verdictOf(found)}</p>
<p>${againstGuess(comparison, found)}${ranksOf(found)}${few === "" ? NOTHING : html` ${withCode(few)}`}</p></div>
`;
}

function verdictOf({ arm, other, difference, se, p, noticed, proven, cells, trials }: Lead): Html {
  const over = html`over ${count(cells, "cell")} of ${count(trials, "trial")}`;
  if (difference === 0) return html`<code>${arm}</code> and <code>${other}</code> have the same mean accuracy ${over}.`;
  const margin = se === null ? three(difference) : `${three(difference)} ± ${three(se)}`;
  const ahead = html`ahead of <code>${other}</code> by ${margin} in mean accuracy ${over}`;
  if (proven)
    return html`<strong><code>${arm}</code> wins</strong>, ${ahead}. That is more than chance (${chanceText(p)}).`;
  const smaller =
    noticed === null || noticed === 0
      ? ""
      : ` A difference of less than about ${three(noticed)} would usually not show here.`;
  const doubt =
    se === null
      ? "With one trial per cell nobody can say whether that is chance."
      : p < LEVEL
        ? `A test calls that more than chance (${chanceText(p)}), but with so few trials do not rely on it.`
        : `That may well be chance (${chanceText(p)}).${smaller}`;
  return html`No method is shown to be the best. <code>${arm}</code> is ${ahead}. ${doubt}`;
}

/** What is still to be said about a winner: whether it beats no method at all. */
function againstGuess({ facts }: Comparison, { arm }: Lead): Html {
  const own = facts.filter((each) => each.arm === arm);
  const cells = own.reduce((sum, each) => sum + each.cells, 0);
  const gain = own.reduce((sum, each) => sum + each.gain * each.cells, 0) / cells;
  return gain > 0
    ? html`Its accuracy is ${three(gain)} above that of the constant guess.`
    : html`But its accuracy is not above that of the constant guess (${signed(gain)}).`;
}

function ranksOf({ arms, cells, ranksDiffer, wins, ties, losses }: Lead): string {
  const duel = ` Against the second it wins ${wins}, ties ${ties} and loses ${losses} of ${count(cells, "cell")}, each by the paired t-test at 5 %.`;
  const ranks =
    arms > 2 && cells > 1
      ? ` Over the cells, the ranks of the ${arms} methods ${ranksDiffer ? "differ more than by chance" : "differ no more than by chance"} (Friedman’s test).`
      : "";
  return duel + ranks;
}
