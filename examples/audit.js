// Draws thirty bags to review, takes the answers, and says how good the model is: with intervals that
// hold however good or bad the model is.
//
//   node examples/audit.js
import { auto, drawAudit, estimateAudit, synthesise } from "bagwise";

const { bags, truth } = synthesise({ bags: 300, labeled: 30, distance: 4, seed: 5 });
const model = await auto().fit(bags);

// Which bags should somebody look at? The order is random, so that the reviewer cannot guess.
const predictions = model.predict(bags.unlabeled(), { heldOut: true });
const design = drawAudit(predictions, { n: 30, threshold: model.threshold, seed: 1 });

// Here the truth of synthetic bags answers. In real life a person does.
const truthOf = new Map(bags.ids().map((id, i) => [id, truth[i]]));
const answers = design.bags.map(({ bag }) => ({ bag, label: truthOf.get(bag) }));

const estimate = estimateAudit(design, answers);
for (const measure of ["prior", "precision", "recall", "accuracy"]) {
  const { value, low, high } = estimate[measure];
  console.log(`${measure}: ${value.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`);
}

// The audit says more about the prior than any estimator. Train again with it.
const { positive, reviewed } = estimate.evidence;
const better = await auto({ audited: `${positive}/${reviewed}` }).fit(bags);
console.log(`The model now believes in a prior of ${better.card.prior.value.toFixed(2)}.`);
