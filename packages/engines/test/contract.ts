import { afterAll, beforeAll, describe } from "vitest";
import { databaseOf } from "../../bagwise/src/node/files/read-bags.js";
import { intoContract } from "./into-contract.js";
import { readingContract } from "./reading-contract.js";
import { scoringContract } from "./scoring-contract.js";
import { bagsOf, type EngineUnderTest, rowsOfBags } from "./under-test.js";

/** What every engine must do alike. */
export function contract(name: string, start: () => Promise<EngineUnderTest>): void {
  describe(`${name} as a source`, () => {
    const rows = rowsOfBags();
    let engine: EngineUnderTest;

    beforeAll(async () => {
      engine = await start();
      await engine.load("bags", rows);
    }, 700_000);
    afterAll(async () => {
      await engine?.stop();
    });

    const shared = {
      rows,
      bags: bagsOf(rows),
      engine: () => engine,
      source: async () => {
        const found = await databaseOf(engine.source);
        if (found === undefined) throw new Error("no source");
        return found;
      },
    };
    readingContract(shared);
    scoringContract(shared);
    intoContract(shared);
  });
}
