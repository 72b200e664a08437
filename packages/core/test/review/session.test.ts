import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { auditCodeText } from "../../src/audit/audit-code.js";
import { drawAudit } from "../../src/audit/design.js";
import { reviewState, withEvent, withUndo } from "../../src/review/review-state.js";
import {
  newSession,
  REVIEW_ANSWERS,
  REVIEW_DEFAULTS,
  type ReviewEvent,
  type ReviewSession,
} from "../../src/review/session.js";
import { parseSession, sessionText } from "../../src/review/session-file.js";

const AT = "2026-01-02T03:04:05.000Z";
const DATA = { file: "bags.csv", hash: "abc", bags: 100, positive: 2, negative: 0, reading: { bag: "molecule" } };

function started(): ReviewSession {
  return newSession({ program: "1.0.0", data: DATA, criteria: "is active", options: { n: 3 }, seed: 7 });
}

function round(bags: readonly (readonly [string, "random" | "probability"])[], { open = 98, checking = false } = {}) {
  const shown = bags.map(([bag, why], k) => ({ bag, why, rank: k + 1, score: 1 - k, probability: null }));
  return { type: "round", at: AT, open, checking, shown } as const;
}

function answers(given: Readonly<Record<string, (typeof REVIEW_ANSWERS)[number]>>): ReviewEvent {
  const list = Object.entries(given).map(([bag, answer]) => ({ bag, answer }));
  return { type: "answers", at: AT, answers: list };
}

function after(...events: ReviewEvent[]): ReviewSession {
  return events.reduce(withEvent, started());
}

describe("a review session", () => {
  it("knows what was answered, in order, and which bags were drawn at random from how many", () => {
    const state = reviewState(
      after(
        round([
          ["a", "probability"],
          ["b", "random"],
          ["c", "random"],
        ]),
        answers({ b: "positive", a: "negative" }),
      ),
    );
    expect(state.reviewed).toEqual([
      { bag: "b", positive: true, drawnFrom: 98 },
      { bag: "a", positive: false, drawnFrom: null },
    ]);
    expect(state.waiting).toEqual(["c"]);
    expect(state.counts).toEqual({ positive: 1, negative: 1, "cannot tell": 0, skipped: 0 });
    expect(state.checkFrom).toBeNull();
  });

  it("remembers how many bags were reviewed when the check began", () => {
    const state = reviewState(
      after(
        round([["a", "probability"]]),
        answers({ a: "positive" }),
        round([["b", "random"]], { open: 97, checking: true }),
        answers({ b: "negative" }),
        round([["c", "random"]], { open: 96, checking: true }),
      ),
    );
    expect(state.checkFrom).toBe(1);
    expect(state.rounds).toBe(3);
  });

  it("lets a later answer replace an earlier one, in its place unless that was none", () => {
    const state = reviewState(
      after(answers({ a: "negative", b: "skipped", c: "positive" }), answers({ b: "negative", a: "positive" })),
    );
    expect(state.reviewed.map(({ bag, positive }) => [bag, positive])).toEqual([
      ["a", true],
      ["c", true],
      ["b", false],
    ]);
  });

  it("keeps bags that you cannot tell out of those that are reviewed", () => {
    const state = reviewState(after(answers({ a: "cannot tell", b: "negative" })));
    expect(state.reviewed).toHaveLength(1);
    expect(state.counts["cannot tell"]).toBe(1);
  });

  it("changes options and criteria from a change on", () => {
    const session = after({ type: "change", at: AT, options: { n: 9 }, criteria: "is very active" });
    expect(reviewState(session)).toMatchObject({ criteria: "is very active", options: { n: 9, target: 0.95 } });
  });

  it("is as before an event after its undo, and as after it when the undo is undone", () => {
    const event = fc.oneof(
      fc
        .dictionary(fc.constantFrom("a", "b", "c", "d"), fc.constantFrom(...REVIEW_ANSWERS), { minKeys: 1 })
        .map((given) => answers(given)),
      fc.constant(round([["a", "random"]])),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 8 }), event, (events, last) => {
        const before = after(...events);
        const with1 = withEvent(before, last);
        if (last.type !== "answers") return;
        const undone = withUndo(with1, AT);
        expect(reviewState(undone)).toEqual(reviewState(before));
        const redone = withEvent(undone, { type: "undo", at: AT, event: undone.events.length - 1 });
        expect(reviewState(redone)).toEqual(reviewState(with1));
        expect(undone.events.slice(0, with1.events.length)).toEqual(with1.events);
      }),
      { seed: 3, numRuns: 100 },
    );
  });

  it("takes back one list of answers after the other, and says when there are none", () => {
    const once = withUndo(after(answers({ a: "positive" }), answers({ b: "negative" })), AT);
    expect(reviewState(once).reviewed.map(({ bag }) => bag)).toEqual(["a"]);
    const twice = withUndo(once, AT);
    expect(reviewState(twice).reviewed).toEqual([]);
    expect(() => withUndo(twice, AT)).toThrow("no answers to take back");
  });

  it("refuses an undo of what cannot be taken back, and a bag that comes twice", () => {
    const session = after(round([["a", "random"]]), answers({ a: "positive" }));
    for (const event of [0, 2, -1])
      expect(() => withEvent(session, { type: "undo", at: AT, event })).toThrow("cannot be taken back");
    const twice = [
      { bag: "a", answer: "positive" },
      { bag: "a", answer: "negative" },
    ] as const;
    expect(() => withEvent(session, { type: "answers", at: AT, answers: twice })).toThrow("comes twice");
  });
});

describe("a session file", () => {
  it("reads what it wrote", () => {
    const session = after(
      round([["a", "random"]]),
      { type: "answers", at: AT, answers: [{ bag: "a", answer: "positive", note: 'so "clear"', tags: ["x"] }] },
      { type: "undo", at: AT, event: 1 },
      { type: "change", at: AT, options: { randomShare: 0.2 } },
    );
    expect(parseSession(sessionText(session))).toEqual(session);
    expect(parseSession(sessionText(started()))).toEqual(started());
  });

  it("is refused where an undo takes back what is taken back already, and read where that was restored", () => {
    const undo = (event: number) => ({ type: "undo", at: AT, event }) as const;
    const read = (...events: ReviewEvent[]) => parseSession(sessionText({ ...started(), events })).events;
    const [said, restored] = [answers({ a: "positive" }), [undo(0), undo(1), undo(0)]];
    expect(read(said, ...restored)).toHaveLength(4);
    expect(reviewState({ ...started(), events: [said, ...restored] }).answers.size).toBe(0);
    for (const twice of [
      [undo(0), undo(0)],
      [...restored, undo(0)],
      [undo(0), undo(1), undo(1)],
    ])
      expect(() => read(said, ...twice)).toThrow(`events[${twice.length}].event`);
  });

  it("has an event in each line", () => {
    const text = sessionText(after(answers({ a: "positive" }), answers({ b: "negative" })));
    expect(text.split("\n").filter((line) => line.startsWith('{"type":"answers"'))).toHaveLength(2);
  });

  it("fills in options that an older version did not know", () => {
    const { checkShare: _, ...older } = started().options;
    const text = JSON.stringify({ ...started(), options: older });
    expect(parseSession(text).options.checkShare).toBe(REVIEW_DEFAULTS.checkShare);
  });

  it("keeps an audit beside the events, and refuses one that does not hold together", () => {
    const scored = Array.from({ length: 30 }, (_, k) => ({ bag: `b${k}`, score: k - 15, probability: k / 30 }));
    const design = drawAudit(scored, { n: 8, seed: 2 });
    const { threshold, strata } = design;
    const code = auditCodeText({ n: 8, seed: 2, threshold, strata, file: "0123abcd", model: "4567abcd" });
    const given = [{ bag: design.bags[3].bag, positive: true }];
    const session = { ...after(answers({ a: "positive" })), audit: { code, design, answers: given, trainedWith: 0 } };
    const text = sessionText(session);
    expect(parseSession(text)).toEqual(session);
    expect(withEvent(parseSession(text), answers({ b: "negative" })).audit).toEqual(session.audit);
    const damaged = (change: (audit: typeof session.audit) => object) =>
      JSON.stringify({ ...session, audit: change(session.audit) });
    expect(() => parseSession(damaged((audit) => ({ ...audit, code: "n8" })))).toThrow("audit.code");
    expect(() => parseSession(damaged((audit) => ({ ...audit, answers: [{ bag: "x", positive: true }] })))).toThrow(
      "audit.answers[0].bag was not drawn",
    );
    expect(() => parseSession(damaged((audit) => ({ ...audit, design: { ...design, strata: [] } })))).toThrow(
      "audit.design.strata",
    );
    const [first, ...rest] = design.bags;
    for (const [place, change] of [
      ["audit.design.bags[0].stratum", { design: { ...design, bags: [{ ...first, stratum: 9 }, ...rest] } }],
      ["audit.design.bags[1].bag", { design: { ...design, bags: [first, { ...rest[0], bag: first.bag }] } }],
      ["audit.design.bags", { design: { ...design, bags: rest } }],
      ["audit.design.population", { design: { ...design, population: 300 } }],
      ["audit.design.threshold", { design: { ...design, threshold: 1 } }],
      ["audit.answers[1].bag", { answers: [...given, ...given] }],
      ["audit.trainedWith", { trainedWith: -1 }],
    ] as const)
      expect(() => parseSession(damaged((audit) => ({ ...audit, ...change }))), place).toThrow(place);
  });

  it("refuses other files, newer ones and damaged ones, and names the place", () => {
    const damaged = (change: (session: Record<string, unknown>) => void) => {
      const session = JSON.parse(sessionText(after(round([["a", "random"]]), answers({ a: "positive" }))));
      change(session);
      return () => parseSession(JSON.stringify(session));
    };
    expect(() => parseSession("bag,label\n")).toThrow("not JSON");
    expect(() => parseSession('{"bagwise":"model"}')).toThrow('"bagwise" is not "review"');
    expect(damaged((s) => Object.assign(s, { version: 2 }))).toThrow("Update bagwise");
    expect(damaged((s) => Object.assign(s, { options: { target: 3 } }))).toThrow("options.target is not a share");
    const event = (k: number, change: object) => (s: Record<string, unknown>) =>
      Object.assign((s.events as object[])[k], change);
    const data = (change: object) => (s: Record<string, unknown>) => Object.assign(s.data as object, change);
    const shown = { bag: "a", why: "random", rank: 1, score: 1, probability: null };
    const said = { bag: "a", answer: "positive" };
    for (const [place, change] of [
      ["version", (s: Record<string, unknown>) => Object.assign(s, { version: 0.5 })],
      ["seed", (s: Record<string, unknown>) => Object.assign(s, { seed: 2 ** 40 })],
      ["options.n", (s: Record<string, unknown>) => Object.assign(s, { options: { n: 0.5 } })],
      ["options.target", (s: Record<string, unknown>) => Object.assign(s, { options: { target: 1 } })],
      ["options", (s: Record<string, unknown>) => Object.assign(s, { options: JSON.parse('{"__proto__":{"n":3}}') })],
      ["data.bags", data({ bags: -5 })],
      ["data has more", data({ positive: 60, negative: 60 })],
      ["data.file", data({ file: "a\0b" })],
      ["data.reading", data({ reading: { bag: { a: 1 } } })],
      ["data.reading", data({ reading: JSON.parse('{"__proto__":"x"}') })],
      ...[-100, 0, 0.5, 99, 1e300].map((open) => ["events[0].open", event(0, { open })] as const),
      ["events[0].at", event(0, { at: "yesterday" })],
      ["events[0].shown[1].bag comes twice", event(0, { shown: [shown, shown] })],
      ["events[0].shown[0].why", event(0, { shown: [{ ...shown, why: "because" }] })],
      ["events[0].shown[0].probability", event(0, { shown: [{ ...shown, probability: 2 }] })],
      ["events[0].shown[0].rank", event(0, { shown: [{ ...shown, rank: -1 }] })],
      ["events[1].answers[1].bag comes twice", event(1, { answers: [said, said] })],
      ["events[1].answers[0].note", event(1, { answers: [{ ...said, note: 3 }] })],
      ["events[1].answers[0].tags", event(1, { answers: [{ ...said, tags: ["x", null] }] })],
      ["events[1].from", event(1, { from: [] })],
    ] as const) {
      expect(damaged(change), place).toThrow(place);
      expect(damaged(change), place).toThrow(expect.objectContaining({ code: "review-session" }));
    }
    expect(damaged(event(0, { open: "many" }))).toThrow("events[0].open is not a number");
    expect(damaged(event(1, { type: "dance" }))).toThrow('events[1].type is "dance"');
    expect(damaged(event(1, { answers: [{ bag: "a", answer: "yes" }] }))).toThrow("events[1].answers[0].answer");
    expect(damaged(event(1, { type: "undo", event: 0 }))).toThrow("events[1].event");
    expect(damaged((s) => Object.assign(s, { data: null }))).toThrow("data is not an object");
  });
});
