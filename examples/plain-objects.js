// Bags from plain objects: photos, each with the mean colours of its regions. Somebody liked some
// photos with a sunset. Which of the others have one?
//
//   node examples/plain-objects.js
import { auto, BagSet } from "bagwise";

// Stands in for your own data: every third photo has an orange region.
const photos = Array.from({ length: 60 }, (_, i) => {
  const shade = (k) => 0.3 + 0.25 * Math.sin(7 * i + 3 * k);
  const regions = [0, 1, 2, 3].map((k) => ({ red: shade(k), green: shade(k + 5), blue: shade(k + 9) }));
  if (i % 3 === 0) regions[i % 4] = { red: 0.9 + 0.1 * Math.sin(i), green: 0.5, blue: 0.1 };
  return { name: `photo-${i}`, liked: i % 9 === 0, regions };
});

// A photo that nobody liked is unlabeled, not negative.
const bags = BagSet.from(photos.map(({ name, liked, regions }) => ({ id: name, label: liked, instances: regions })));

const model = await auto().fit(bags);
for (const { bag, probability } of model.rank(bags.unlabeled(), { heldOut: true }).slice(0, 12))
  console.log(`${bag}: ${probability.toFixed(3)}`);
