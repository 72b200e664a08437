import { clipped, meanRanks } from "../kernels/view-rows.js";
import { VIEWS } from "../kernels/views.js";
import { applyLink } from "../model/link.js";
import { bagScores, type ViewsScorer } from "../model/scorer.js";
import { changesWithout } from "./changes.js";
import { addTo, rowOf } from "./columns.js";
import type { Explainer, ExtremeBag } from "./explainer.js";
import { type ViewBlock, viewBlocks } from "./view-block.js";
import { viewCentres } from "./view-centres.js";
import { viewEffects } from "./view-effects.js";
import { type BlockSums, blockSums } from "./view-sums.js";

/** Matrix products are for about so many reduced bags at a time. */
const BLOCK = 512;

/**
 * Examines bags for a scorer by the five views. Without an instance the mean changes in every feature, so the means of reduced bags go through one matrix product a view; least and greatest values
 * change only where the instance alone holds them, and products with the centres are corrected for that. The two views by directions are quadratic forms, see `SquaredCosines`; the others are
 * corrected as well, see `ChangedSum`. For the features see `viewEffects`.
 */
export function viewsExplainer(scorer: ViewsScorer): Explainer {
  const { views, alpha, beta, link } = scorer;
  const { dimension: d, centre, scaleAll, widths } = views;
  const scoresOf = bagScores(scorer);
  const centres = viewCentres(views, alpha);
  const { factor } = centres;
  const count = alpha.length;
  const ranks = meanRanks(views);
  const blockOf = viewBlocks(views, centres, ranks);
  const effectsOf = viewEffects(views, centres, ranks);
  const decided = (sums: Float64Array) =>
    applyLink(
      link,
      sums.map((sum) => sum / VIEWS + beta),
    );
  // What least and greatest values change in the exponents of views 4 and 5, centre by centre.
  const four = new Float64Array(count);
  const five = new Float64Array(count);
  const none = new Float64Array(count);

  /** The score of bag k of a block, then of the bag without each instance. */
  const reducedScores = ({ rows, extremes }: ExtremeBag, block: ViewBlock, { bags }: BlockSums, k: number) => {
    const first = block.starts[k];
    const size = block.starts[k + 1] - first;
    const { times4, square3, square4, square5 } = block;
    const [product3, product4, product5] = [block.product3.data, block.product4.data, block.product5.data];
    const own = first * count;
    const z = rowOf(block.extremes, k);
    const base = new Float64Array(2 * d);
    base.set(extremes.low);
    base.set(extremes.high, d);
    const all = Array.from({ length: size - 1 }, (_, i) => i);
    const { offsets, columns, values } = changesWithout(extremes, all, rows.size, base);
    const sums = block.directed.slice(first, first + size);
    sums[0] += bags[k].sum;
    for (let r = 1; r < size; r++) {
      const row = first + r;
      const products = row * count;
      four.fill(0);
      five.fill(0);
      let longer4 = square4[row] - square4[first];
      let longer5 = square5[row] - square5[first];
      for (let at = offsets[r - 1]; at < offsets[r]; at++) {
        const c = columns[at];
        const after = clipped((values[at] - centre[c]) / scaleAll[c]);
        const longer = ((after - z[c]) * (after + z[c])) / widths[1];
        longer4 += longer;
        longer5 += factor[c] * longer;
        addTo(four, five, centres.allColumns, c, after - z[c], factor[c]);
      }
      sums[r] += bags[k].sum;
      sums[r] += bags[k].three.gainBetween(product3, own, products, 1, none, square3[row] - square3[first]);
      sums[r] += bags[k].four.gainBetween(product4, own, products, times4, four, longer4);
      sums[r] += bags[k].five.gainBetween(product5, own, products, 1, five, longer5);
    }
    return decided(sums);
  };

  return (bags, each) => {
    let from = 0;
    let to = 0;
    let known: { readonly block: ViewBlock; readonly sums: BlockSums } | undefined;
    return {
      scores: scoresOf(bags),
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
        const one = new Float64Array(1);
        const effectOf = (sum: number) => {
          one[0] = sum;
          return scores[0] - decided(one)[0];
        };
        return {
          contributions: scores.length > 1 ? scores.subarray(1).map((score) => scores[0] - score) : one.slice(),
          effects: (_, others, most) => effectsOf({ block, sums, bag: bag - from, others, most, effectOf }),
        };
      },
    };
  };
}
