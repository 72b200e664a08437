// What explaining costs, as a multiple of scoring the same bags, and of the named peer: scoring the
// bag without each of its instances, n bags for a bag of n instances.
import { auto, BagSet, explainEach, lsdd, puSkc, synthesise } from "bagwise";

const LEARNERS = { auto: () => auto(), "pu-skc": () => puSkc({ prior: 0.3 }), lsdd: () => lsdd() };
const SHAPE = { dimensions: 100, relevant: 10, distance: 6, bagSize: [50, 50] };
/** The peer is timed on so many bags, and multiplied. */
const PEER_BAGS = 100;

function seconds(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/**
 * g(X without x) for all instances by scoring all those bags: the contributions alone, without
 * features.
 */
function leaveOneOutByScoring(model, bags) {
  for (let i = 0; i < bags.size; i++) {
    const size = bags.sizeOf(i);
    const width = bags.dimension;
    const values = bags.bag(i).values;
    const data = new Float64Array(size * (size - 1) * width);
    let at = 0;
    for (let left = 0; left < size; left++) {
      for (let k = 0; k < size; k++) {
        if (k === left) continue;
        data.set(values.subarray(k * width, (k + 1) * width), at);
        at += width;
      }
    }
    model.scores(
      BagSet.own({
        data,
        offsets: Uint32Array.from({ length: size + 1 }, (_, k) => k * (size - 1)),
        ids: Array.from({ length: size }, (_, k) => `${k}`),
        labels: new Int8Array(size),
        features: bags.features,
      }),
    );
  }
}

/**
 * Processor seconds of scoring, of explaining with all contributions, the witness and five
 * features, and of the peer; turn by turn, so that other work on the machine meets all.
 */
export async function explainingCost({ bags: count, turns, training, note }) {
  const known = synthesise({ bags: training, labeled: Math.round(training / 5), ...SHAPE, seed: 1 }).bags;
  const { bags } = synthesise({ bags: count, labeled: 0, ...SHAPE, seed: 2 });
  const few = bags.subset(Uint32Array.from({ length: Math.min(PEER_BAGS, count) }, (_, i) => i));
  const rows = [];
  for (const [learner, create] of Object.entries(LEARNERS)) {
    note(`${learner}, training`);
    const model = await create().fit(known);
    const explainAll = (some) => {
      for (const _ of explainEach(model, some));
    };
    // The engine compiles now.
    model.scores(few);
    explainAll(few);
    const spent = { scoring: [], explaining: [], peer: [] };
    for (let turn = 1; turn <= turns; turn++) {
      note(`${learner}, turn ${turn} of ${turns}`);
      spent.scoring.push(seconds(() => model.scores(bags)));
      spent.explaining.push(seconds(() => explainAll(bags)));
      // Of a learner of instances the contributions are the scores that it has anyway.
      if (model.instances(few) === null)
        spent.peer.push((seconds(() => leaveOneOutByScoring(model, few)) * count) / few.size);
    }
    const scoring = median(spent.scoring);
    const explaining = median(spent.explaining);
    const peer = spent.peer.length > 0 ? median(spent.peer) : undefined;
    rows.push({
      learner,
      centres: model.card.training.centres,
      scoring,
      explaining,
      peer,
      ratio: explaining / scoring,
      peerRatio: peer === undefined ? undefined : peer / scoring,
    });
  }
  return rows;
}
