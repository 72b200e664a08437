import { readBags } from "bagwise";

const start = performance.now();
const bags = await readBags(process.argv[2]);
const seconds = (performance.now() - start) / 1000;
const what = `a BagSet of ${bags.size} bags, ${bags.instances} x ${bags.dimension}`;
console.log(JSON.stringify({ seconds, peakMb: process.resourceUsage().maxRSS / 1024, what }));
