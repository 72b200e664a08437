import { judge } from "./judge.mjs";
import { mutate } from "./mutate.mjs";
import { draws } from "./random.mjs";
import { judgeSession, loadSessions, sessionSeeds } from "./sessions.mjs";

/** The small seeded part of the fuzzer for sessions and their like that the tests run: what it found. */
export async function fuzzSessions(from, { seed, inputs }) {
  const library = await loadSessions(from);
  const { InputError } = library.sessions;
  const seeds = sessionSeeds(library);
  const found = [];
  // A seed that is refused would only try how things are refused.
  for (const { name, bytes } of seeds) found.push(...[await judgeSession(name, bytes, library)].filter(Boolean));
  for (let number = 0; number < inputs; number++) {
    const random = draws(seed, number);
    const start = random.pick(seeds);
    const alike = seeds.filter(({ name }) => name.split(".").at(-1) === start.name.split(".").at(-1));
    const bytes = mutate(random, start, alike, library);
    const wrong = await judge(start.name, bytes, { ...library, InputError });
    if (wrong !== undefined) found.push({ number, name: start.name, ...wrong });
  }
  return { seeds: seeds.length, found };
}
