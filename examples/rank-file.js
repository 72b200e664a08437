// Ranks the unlabeled bags of a file, the most likely positives first, and keeps the model.
//
//   npx bagwise synth molecules.csv --distance 4 --seed 8
//   node examples/rank-file.js molecules.csv actives.model
import { auto, loadModel, readBags, saveModel } from "bagwise";

const [file, modelFile] = process.argv.slice(2);
if (file === undefined || modelFile === undefined) {
  console.error("Usage: node examples/rank-file.js FILE MODEL");
  process.exit(2);
}

// CSV, JSON, ARFF, Parquet ...: the format and the columns are found. Notes say how.
const bags = await readBags(file, { onNote: ({ message }) => console.error(`Note: ${message}`) });

// If you know something about the share of positives, say so: auto({ priorAtMost: 0.5 }).
const model = await auto().fit(bags);
await saveModel(model, modelFile);

const { low, high } = model.card.prior;
console.log(`Between ${low.toFixed(2)} and ${high.toFixed(2)} of the unlabeled bags are positive.`);

// A saved model gives the same scores, on any machine.
const loaded = await loadModel(modelFile);
for (const { rank, bag, probability, witness } of loaded.rank(bags.unlabeled(), { heldOut: true }).slice(0, 10))
  console.log(`${rank}. ${bag}: ${probability.toFixed(3)}, because of instance ${witness.instance + 1}`);
