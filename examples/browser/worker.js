// The worker: reads, trains and ranks, so that the page stays responsive.
import { auto, encodeModel, readBags } from "bagwise";

self.addEventListener("message", async ({ data: file }) => {
  try {
    const bags = await readBags(file);
    const model = await auto().fit(bags, { onProgress: (progress) => self.postMessage({ progress }) });
    const ranked = model
      .rank(bags.unlabeled(), { heldOut: true })
      .slice(0, 10)
      .map(({ bag, score, probability }) => ({ bag, score, probability }));
    self.postMessage({ ranked, bytes: encodeModel(model) });
  } catch (error) {
    self.postMessage({ error: error.message });
  }
});
