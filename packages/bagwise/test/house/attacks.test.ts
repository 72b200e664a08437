import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { attackTable, roomTable, storedAttacks } from "../../../../scripts/attacks.mjs";

const page = readFileSync(new URL("../../../../docs/reference/promises.md", import.meta.url), "utf8");

describe("what was tried to break the promises", () => {
  it("is on their page as it is stored", () => {
    expect(page).toContain(`<!-- attacks -->\n\n${attackTable()}\n`);
    expect(page).toContain(`<!-- rooms -->\n\n${roomTable()}\n`);
  });

  it("broke none of them", () => {
    for (const { attack, failures, rooms } of storedAttacks())
      if (rooms === undefined) expect([attack, failures]).toEqual([attack, 0]);
  });

  it("left no room whose tests notice too little", () => {
    const rooms = storedAttacks().flatMap((each) => each.rooms ?? []);
    expect(new Set(rooms.map(({ room }) => room)).size).toBe(7);
    for (const { room, score = 1, share = 1 } of rooms) {
      expect(score, `mistakes in ${room}`).toBeGreaterThanOrEqual(0.85);
      expect(share, `branches of ${room}`).toBeGreaterThanOrEqual(0.95);
    }
  });
});
