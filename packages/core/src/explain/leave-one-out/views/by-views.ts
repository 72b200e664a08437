import { clipped, directionColumns } from "../../../kernels/views/rows.js";
import { VIEWS } from "../../../kernels/views/views.js";
import { applyLink } from "../../../scorers/link.js";
import { bagScorer, type ViewsScorer } from "../../../scorers/scorer.js";
import { changesWithout, minimaxOf } from "../changed-statistics.js";
import type { Examiner, ExtremeBag } from "../examiner.js";
import { type ViewBlock, viewBlocks } from "./block.js";
import { addCentreRow, rowOf, viewCentres } from "./centres.js";
import { viewEffects } from "./effects.js";
import { reducedGain } from "./reduced-gain.js";
import { type BlockSums, blockSums } from "./sums.js";

/** About how many reduced bags go into one matrix product. */
const BLOCK = 512;

/**
 * Examines bags for a scorer with the five views. Without an instance the mean changes in every
 * feature: one matrix product per view. Minima and maxima change only where it alone holds them,
 * and products are corrected for that. For the direction views see `SquaredCosines`, for the others
 * `reducedGain`, for the features `viewEffects`.
 */
export function viewsExaminer(scorer: ViewsScorer): Examiner {
  const { views, alpha, beta, link } = scorer;
  const { dimension: d, centre, scaleAll, widths } = views;
  const scoresOf = bagScorer(scorer);
  const centres = viewCentres(views, alpha);
  const { factor } = centres;
  const count = alpha.length;
  const directions = directionColumns(views);
  const blockOf = viewBlocks(views, centres, directions);
  const effectsOf = viewEffects(views, centres, directions);
  const decided = (sums: Float64Array) =>
    applyLink(
      link,
      sums.map((sum) => sum / VIEWS + beta),
    );
  // How minima and maxima change the exponents of views 4 and 5, per centre.
  const four = new Float64Array(count);
  const five = new Float64Array(count);

  /** The score of bag k of a block, then of the bag without each instance. */
  const reducedScores = ({ rows, extremes }: ExtremeBag, block: ViewBlock, { bags }: BlockSums, k: number) => {
    const first = block.starts[k];
    const size = block.starts[k + 1] - first;
    const { square3, square4, square5 } = block;
    const z = rowOf(block.extremes, k);
    const base = new Float64Array(2 * d);
    base.set(extremes.low);
    base.set(extremes.high, d);
    const all = Array.from({ length: size - 1 }, (_, i) => i);
    const { offsets, columns, values } = changesWithout(minimaxOf(extremes), all, rows.size, base);
    const sums = block.directed.slice(first, first + size);
    sums[0] += bags[k].sum;
    for (let r = 1; r < size; r++) {
      const row = first + r;
      four.fill(0);
      five.fill(0);
      let less4 = square4[row];
      let less5 = square5[row];
      for (let at = offsets[r - 1]; at < offsets[r]; at++) {
        const c = columns[at];
        const after = clipped((values[at] - centre[c]) / scaleAll[c]);
        const longer = ((after - z[c]) * (after + z[c])) / widths[1];
        less4 += longer;
        less5 += factor[c] * longer;
        addCentreRow(four, five, centres.allColumns, c, after - z[c], factor[c]);
      }
      sums[r] += bags[k].sum + reducedGain(bags[k], block, row, { four, five, less3: square3[row], less4, less5 });
    }
    return decided(sums);
  };

  return (bags, each) => {
    let from = 0;
    let to = 0;
    let known: { readonly block: ViewBlock; readonly sums: BlockSums } | undefined;
    return {
      scores: () => scoresOf(bags),
      examine(bag) {
        if (known === undefined || bag < from || bag >= to) {
          from = bag;
          to = bag + 1;
          for (let total = each[bag].rows.size; to < each.length && total + each[to].rows.size <= BLOCK; to++)
            total += each[to].rows.size;
          const block = blockOf(each.slice(from, to));
          known = { block, sums: blockSums(views, centres, alpha, block) };
        }
        const { block, sums } = known;
        const scores = reducedScores(each[bag], block, sums, bag - from);
        const effectsFor = (sums: Float64Array) => decided(sums).map((score) => scores[0] - score);
        return {
          contributions: scores.length > 1 ? scores.subarray(1).map((score) => scores[0] - score) : new Float64Array(1),
          effects: (_, others, most) => effectsOf({ block, sums, bag: bag - from, others, most, effectsFor }),
        };
      },
    };
  };
}
