import { InputError } from "@bagwise/core/base";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unzip } from "../../../../src/experiment/datasets/download/zip.js";
import { makeZip } from "./make-zip.js";

const text = (content: string) => new TextEncoder().encode(content);
const sample = { "clean1.data": text("a,b,1.\n".repeat(200)), "folder/": text(""), "folder/names": text("x") };

describe("unzip", () => {
  it("gives back what was packed, stored or deflated, with any comment at the end", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]{1,8}(?:\.Z)?$/), fc.uint8Array({ maxLength: 300 }), { maxKeys: 4 }),
        fc.boolean(),
        fc.string({ maxLength: 30 }),
        (files, stored, comment) => {
          const found = unzip(makeZip(files, { stored, comment }));
          expect([...found.keys()]).toEqual(Object.keys(files));
          for (const [name, bytes] of Object.entries(files))
            expect(Buffer.from(found.get(name) ?? [])).toEqual(Buffer.from(bytes));
        },
      ),
      { seed: 4, numRuns: 200 },
    );
  });

  it("leaves folders out", () => {
    expect([...unzip(makeZip(sample)).keys()]).toEqual(["clean1.data", "folder/names"]);
  });

  it.each([true, false])(
    "refuses an archive that is cut off anywhere (stored: %s), with the name of the file",
    (stored) => {
      const whole = makeZip(sample, { stored });
      for (let length = 0; length < whole.length; length += 3) {
        const open = () => unzip(whole.subarray(0, length), { name: "musk.zip" });
        expect(open).toThrow(InputError);
        expect(open).toThrow(/^musk\.zip: .* Fetch it again\.$/);
      }
    },
  );

  it("never gives other bytes for an archive in which a byte of a file was changed", () => {
    const content = text("0123456789".repeat(20));
    const whole = makeZip({ "a.data": content });
    for (let at = 40; at < 60; at++) {
      const changed = Uint8Array.from(whole, (byte, k) => (k === at ? byte ^ 0x10 : byte));
      try {
        expect(unzip(changed).get("a.data")).toEqual(content);
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
      }
    }
  });

  it("refuses a method that it does not know, and says which", () => {
    const zip = makeZip({ a: text("abc") }, { stored: true });
    zip[zip.length - 22 - 47 + 10] = 12;
    expect(() => unzip(zip)).toThrow("(12)");
  });
});
