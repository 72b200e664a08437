import { afterAll, beforeAll, expect, it } from "vitest";
import { attackByKill, attackNames, openPlace, type Place } from "../../../../scripts/fuzz/databases.mjs";

/** A small part of `npm run fuzz -- databases`. `address`: undefined for a DuckDB of its own. */
export function attackedDatabase(
  address: () => Promise<string | undefined>,
  { names, kills }: { readonly names: number; readonly kills: number },
): void {
  let place: Place;
  beforeAll(async () => {
    place = await openPlace(await address());
  }, 700_000);
  afterAll(() => place?.close());

  it("takes names of tables, columns and ids of any characters as names, in both ways of scoring", async () => {
    for (let number = 0; number < names; number++)
      expect(await attackNames(place, 1, number), `seed 1, number ${number}`).toBeUndefined();
  }, 240_000);

  it("has no half table after predict --into was killed, and the next run completes it", async () => {
    for (let number = 0; number < kills; number++)
      expect(await attackByKill(place, 1, number, { bags: 1000 }), `seed 1, number ${number}`).toBeUndefined();
  }, 240_000);
}
