import { expect, it } from "vitest";
import { input, loadAll } from "../../../../scripts/fuzz/inputs.mjs";

it("changes files of every kind, the same for the same seed", async () => {
  const { library, seeds } = await loadAll("");
  for (const ending of new Set(seeds.map(({ name }) => name.split(".").slice(1).join(".")))) {
    const own = seeds.filter(({ name }) => name.endsWith(`.${ending}`));
    for (let number = 0; number < 5; number++) {
      const found = input(1, number, own, library);
      expect(found).toEqual(input(1, number, own, library));
    }
  }
}, 60_000);
