import { BagSet } from "@bagwise/core/bags";
import { InputError } from "@bagwise/core/base";
import { encodeBags, readBags, ScatteredBag } from "@bagwise/files";
import { readBagParts } from "@bagwise/files/parts";
import { expect, it } from "vitest";
import { partsDiffer, partsProblem } from "../../../../scripts/fuzz/parts.mjs";

const library = { BagSet, InputError, ScatteredBag, encodeBags, readBagParts, readBags };

it("random files are read alike at once, in pieces of a few bytes and in parts of a few values", async () => {
  let long = 0;
  for (let number = 0; number < 40; number++) {
    const problem = await partsProblem(3519, number, library);
    // One that is longer than the first look of a reader is enough here.
    if (problem.bytes.length > 20_000 && long++ > 0) continue;
    expect(await partsDiffer(problem, library), `${number}: ${problem.name}`).toBeUndefined();
  }
}, 60_000);

it("a reader of parts that loses one is noticed", async () => {
  async function* losing(...[input, options, cut]: Parameters<typeof readBagParts>) {
    let first = true;
    for await (const part of readBagParts(input, options, cut)) {
      if (!first) yield part;
      first = false;
    }
  }
  const problems = Array.from({ length: 12 }, (_, number) => partsProblem(3519, number, library));
  const found: unknown[] = [];
  for (const problem of await Promise.all(problems))
    if (problem.bytes.length < 20_000) found.push(await partsDiffer(problem, { ...library, readBagParts: losing }));
  expect(found.some((wrong) => wrong !== undefined)).toBe(true);
});
