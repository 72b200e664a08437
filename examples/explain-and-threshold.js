// Shows why a bag is on top of the list, then cuts the list where six of ten calls should be right.
//
//   node examples/explain-and-threshold.js
import { auto, explain, synthesise, thresholdOf, withThreshold } from "bagwise";

const { bags } = synthesise({ bags: 200, labeled: 30, distance: 4, relevant: 3, seed: 3 });
const model = await auto().fit(bags);

// Which instance made the first bag positive, and which of its features?
const unlabeled = bags.unlabeled();
const [first] = model.rank(unlabeled, { heldOut: true });
const [{ witness, contributions, features }] = await explain(model, unlabeled.subset([first.index]));
console.log(`${first.bag} has the score ${first.score.toFixed(2)}.`);
console.log(`Without instance ${witness.instance + 1} it would fall by ${contributions[witness.instance].toFixed(2)}.`);
for (const { name, direction, effect } of features) console.log(`  ${name} is ${direction}: ${effect.toFixed(2)}`);

// Precision is estimated from held-out bags and the prior: no negative bag is needed.
const { value, expected } = thresholdOf(model, "precision=0.6");
console.log(`Threshold ${value.toFixed(2)}: expected recall ${expected.recall.value.toFixed(2)}.`);

// A model never changes: this is a new one, with the threshold and its reason inside.
const careful = withThreshold(model, "precision=0.6");
const positives = careful.predict(unlabeled, { heldOut: true }).filter(({ predicted }) => predicted === "positive");
console.log(`${positives.length} of ${unlabeled.size} unlabeled bags are called positive.`);
