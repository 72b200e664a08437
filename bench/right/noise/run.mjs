// What bagwise says about bags without any signal: how often it claims a separation, how often it
// names a telling summary, and the highest probability it gives to a bag. The peer is what the
// nominal levels promise. npm run bench -- noise [--seeds 50] [--method auto] [--shape NAME] [--json]
import { learnerByName } from "bagwise";
import { noise, SHAPES } from "./shapes.mjs";

/** Both tests are made at this level. */
const LEVEL = 0.05;

function after(options, flag, fallback) {
  const at = options.indexOf(flag);
  return at >= 0 ? options[at + 1] : fallback;
}

/** One training on noise. */
async function once(create, shape, seed) {
  const bags = noise(shape, seed);
  const model = await create({ bootstrap: 0, seed }).fit(bags);
  const { separation, telling } = model.card;
  const shares = model.predict(bags).map(({ probability }) => probability ?? 0);
  return { apart: separation?.apart ?? false, telling: telling?.found ?? 0, highest: Math.max(...shares) };
}

export async function run({ json, options }) {
  const seeds = Number(after(options, "--seeds", "50"));
  const method = after(options, "--method", "auto");
  const only = after(options, "--shape", undefined);
  const { create } = learnerByName(method);
  const rows = [];
  for (const [name, shape] of Object.entries(SHAPES)) {
    if (only !== undefined && only !== name) continue;
    const found = [];
    for (let seed = 0; seed < seeds; seed++) found.push(await once(create, shape, seed));
    const row = {
      shape: name,
      seeds,
      nothingSeparates: found.filter(({ apart }) => !apart).length,
      tellingRuns: found.filter(({ telling }) => telling > 0).length,
      highestProbability: Math.max(...found.map(({ highest }) => highest)),
    };
    rows.push(row);
    if (!json)
      console.log(
        `${name.padEnd(8)} nothing separates in ${row.nothingSeparates} of ${seeds}; a telling summary in ${row.tellingRuns}; highest probability ${row.highestProbability.toFixed(3)}`,
      );
  }
  const total = rows.reduce((sum, { nothingSeparates }) => sum + nothingSeparates, 0);
  const telling = rows.reduce((sum, { tellingRuns }) => sum + tellingRuns, 0);
  const runs = seeds * rows.length;
  if (json) console.log(JSON.stringify({ method, level: LEVEL, runs, rows }, null, 2));
  else
    console.log(
      `${method}, ${runs} trainings: a separation is claimed in ${(100 * (1 - total / runs)).toFixed(1)} %, a telling summary in ${((100 * telling) / runs).toFixed(1)} %; the level is ${100 * LEVEL} %`,
    );
}
