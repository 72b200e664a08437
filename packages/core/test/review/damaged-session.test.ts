import { describe, expect, it } from "vitest";
import { auditCodeText } from "../../src/audit/audit-code.js";
import { drawAudit } from "../../src/audit/design.js";
import { withEvent } from "../../src/review/review-state.js";
import { newSession } from "../../src/review/session.js";
import { parseSession, sessionText } from "../../src/review/session-file.js";

const AT = "2026-01-02T03:04:05.000Z";

/** A session with an event of every kind and an audit, as JSON. */
function full(): Record<string, unknown> {
  const data = { file: "t.csv", hash: "0123", bags: 40, positive: 3, negative: 0, reading: {} };
  const scored = Array.from({ length: 30 }, (_, k) => ({ bag: `b${k}`, score: k - 15, probability: k / 30 }));
  const design = drawAudit(scored, { n: 8, seed: 2 });
  const { threshold, strata } = design;
  const code = auditCodeText({ n: 8, seed: 2, threshold, strata, file: "0123abcd", model: "4567abcd" });
  const audit = { code, design, answers: [{ bag: design.bags[3].bag, positive: true }], trainedWith: 0 };
  const shown = [{ bag: "a", why: "random", rank: 1, score: 0.5, probability: 0.25 }];
  const events = [
    { type: "round", at: AT, open: 37, checking: true, shown },
    { type: "answers", at: AT, answers: [{ bag: "a", answer: "positive" }] },
    { type: "undo", at: AT, event: 1 },
    { type: "change", at: AT, options: { n: 5, by: "probability", randomShare: 0.25 }, criteria: "is active" },
  ];
  const session = newSession({ program: "bagwise 1", data, criteria: "is it active?", seed: 4 } as never);
  return JSON.parse(
    sessionText({ ...events.reduce((so, event) => withEvent(so, event as never), session), audit } as never),
  );
}

/** The paths of everything in a value. */
function pathsOf(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (typeof value !== "object" || value === null) return [path];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [
    ...(path.length === 0 ? [] : [path]),
    ...keys.flatMap((key) => pathsOf((value as never)[key], [...path, key])),
  ];
}

const at = (value: unknown, path: readonly (string | number)[]) =>
  path.reduce<unknown>((inside, key) => (inside as Record<string, unknown>)[key], value);

/** The session with another value at a place. */
function damaged(path: readonly (string | number)[], other: unknown): string {
  const session = full();
  const holder = at(session, path.slice(0, -1)) as Record<string | number, unknown>;
  holder[path[path.length - 1]] = other;
  return JSON.stringify(session);
}

const codeOf = (text: string) => {
  try {
    parseSession(text);
    return "read";
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
};

it("a session file ends each event with its line", () => {
  const session = newSession({ program: "p", data: {} } as never);
  expect(sessionText(session)).toMatch(/"events":\[\]\}\n$/);
  const event = { type: "change", at: AT, criteria: "x" } as const;
  expect(sessionText(withEvent(session, event)).split("\n").slice(-3)).toEqual([JSON.stringify(event), "]}", ""]);
});

describe("a session file whose parts are of another kind", () => {
  const places = pathsOf(full());

  it("is refused, whichever part it is", () => {
    expect(codeOf(JSON.stringify(full()))).toBe("read");
    expect(places.length).toBeGreaterThan(100);
    for (const path of places) {
      const now = at(full(), path);
      // A number for a text, a text for a number or a list, a list for an object.
      for (const other of [
        typeof now === "number" ? "1" : 1,
        now !== null && typeof now === "object" && !Array.isArray(now) ? [] : {},
      ])
        expect([path.join("."), codeOf(damaged(path, other))]).toEqual([path.join("."), "review-session"]);
    }
  });

  it("is refused if a number is none, or a part is not there", () => {
    const optional = ["audit", "events.3.options", "events.3.criteria"];
    for (const path of places) {
      const name = path.join(".");
      if (name.startsWith("options.") || optional.some((each) => name === each || name.startsWith("events.3.options.")))
        continue;
      const last = path[path.length - 1];
      // What is left out of a list is null there.
      if (typeof last === "number") continue;
      expect([name, codeOf(damaged(path, undefined))]).toEqual([name, "review-session"]);
    }
  });

  it("may lack what may be unknown", () => {
    for (const path of [
      ["data", "file"],
      ["criteria"],
      ["events", 0, "shown", 0, "score"],
      ["events", 0, "shown", 0, "probability"],
    ])
      expect(codeOf(damaged(path, null))).toBe("read");
    for (const path of [["data", "hash"], ["seed"], ["events", 0, "shown", 0, "rank"], ["audit", "design", "seed"]])
      expect(codeOf(damaged(path, null))).toBe("review-session");
    for (const path of [["audit"], ["events", 3, "options"], ["events", 3, "criteria"]])
      expect(codeOf(damaged(path, undefined))).toBe("read");
  });

  it("is refused for a share that is none, and takes its ends", () => {
    const codes = (name: string) => [-0.01, 0, 0.5, 1, 1.01].map((value) => codeOf(damaged(["options", name], value)));
    const [bad, good] = ["review-session", "read"];
    for (const name of ["randomShare", "checkShare"]) expect(codes(name)).toEqual([bad, good, good, good, bad]);
    // Nothing can be promised with certainty, or about none.
    for (const name of ["target", "confidence"]) expect(codes(name)).toEqual([bad, bad, good, bad, bad]);
  });

  it("is refused for an undo of what is none, and takes one of an undo", () => {
    const undo = (event: unknown) => codeOf(damaged(["events", 2, "event"], event));
    expect([1, 0, 2, 3, -1, 0.5].map(undo)).toEqual(["read", ...Array(5).fill("review-session")]);
    const again = full();
    (again.events as unknown[]).push({ type: "undo", at: AT, event: 2 });
    expect(codeOf(JSON.stringify(again))).toBe("read");
  });

  it("may take back its first event, and shows no bag twice in a round", () => {
    const first = full();
    first.events = [(first.events as unknown[])[1], { type: "undo", at: AT, event: 0 }];
    expect(codeOf(JSON.stringify(first))).toBe("read");
    const session = newSession({ program: "p", data: {} } as never);
    const shown = ["a", "a"].map((bag) => ({ bag, why: "random", rank: 1, score: 0, probability: null }));
    expect(() => withEvent(session, { type: "round", at: AT, open: 3, checking: false, shown } as never)).toThrow(
      /twice/,
    );
  });

  it("is of a newer version from the next number on", () => {
    expect(codeOf(damaged(["version"], (full().version as number) + 1))).toBe("review-version");
    expect(codeOf(damaged(["version"], full().version))).toBe("read");
    for (const text of ["", "[]", "null", "1", '"review"']) expect(codeOf(text)).toBe("review-session");
  });

  it("is refused for numbers outside their ranges, and takes those at the ends", () => {
    const codes = (path: readonly (string | number)[], values: readonly unknown[]) =>
      values.map((value) => codeOf(damaged(path, value)));
    const [bad, good] = ["review-session", "read"];
    expect(codes(["version"], [0, 1, 0.5, -1])).toEqual([bad, good, bad, bad]);
    expect(codes(["seed"], [-(2 ** 31) - 1, -(2 ** 31), 2 ** 32 - 1, 2 ** 32])).toEqual([bad, good, good, bad]);
    expect(codes(["options", "n"], [0, 1, 2, 1.5])).toEqual([bad, good, good, bad]);
    // 3 of 40 bags are positive.
    expect(codes(["data", "negative"], [-1, 0, 38])).toEqual([bad, good, bad]);
    expect(codes(["data", "reading"], [{ use: ["a", 1, true] }, { use: ["a", {}] }, { use: [null] }])).toEqual([
      good,
      bad,
      bad,
    ]);
    expect(codes(["events", 0, "open"], [0, 1, 37, 38])).toEqual([bad, good, good, bad]);
    expect(codes(["audit", "trainedWith"], [-1, 0, 7])).toEqual([bad, good, good]);
  });

  it("may have no bag without a label", () => {
    const session = full();
    Object.assign(session, { data: { ...(session.data as object), positive: 30, negative: 10 }, events: [] });
    expect(codeOf(JSON.stringify(session))).toBe("read");
  });

  it("is refused for an audit that contradicts itself", () => {
    const design = (full().audit as { design: { strata: { size: number; low: number; high: number }[] } }).design;
    const { size, low, high } = design.strata[0];
    const codes = (path: readonly (string | number)[], values: readonly unknown[]) =>
      values.map((value) => codeOf(damaged(["audit", "design", ...path], value)));
    const [bad, good] = ["review-session", "read"];
    expect(codes(["strata", 0, "predictedPositive"], [-1, 0, size, size + 1])).toEqual([bad, good, good, bad]);
    expect(codes(["strata", 0, "low"], [low, high, high + 1])).toEqual([good, good, bad]);
    expect(codes(["bags", 0, "stratum"], [-1, 99, 0.5])).toEqual([bad, bad, bad]);
    expect(codes(["bags", 0, "predicted"], ["positive", "negative", "yes"])).toEqual([good, good, bad]);
    expect(codeOf(damaged(["audit", "answers", 0, "bag"], "none of them"))).toBe(bad);
  });
});
