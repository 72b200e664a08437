// What a test file asks of vitest, for tests that run many times in one process: the tests are collected as
// functions, and `expect` is that of vitest.
import * as own from "@vitest/expect";

const { chai } = own;
for (const plugin of [own.JestExtend, own.JestChaiExpect, own.JestAsymmetricMatchers]) chai.use(plugin);

export const expect = Object.assign((value, message) => chai.expect(value, message), chai.expect);
Object.assign(expect, globalThis[own.ASYMMETRIC_MATCHERS_OBJECT]);
expect.addEqualityTesters = own.addCustomEqualityTesters;
own.setState({ assertionCalls: 0 }, expect);
expect.extend = (matchers) => chai.expect.extend(expect, matchers);
expect.extend({
  ...own.customMatchers,
  /** For texts: the snapshot stands in quotes, and is indented as the test is. */
  toMatchInlineSnapshot(received, snapshot = "") {
    const [, indent] = /\n([ \t]*)/.exec(snapshot) ?? ["", ""];
    const lines = snapshot.split("\n").map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
    const isText = typeof received === "string" && snapshot !== "";
    return { pass: !isText || lines.join("\n").trim() === `"${received}"`.trim(), message: () => "another text" };
  },
});

/** The suite that is being collected: its tests, and what is to be done around them. */
let suite;

const empty = (parent, name) => ({
  name: parent === undefined ? name : `${parent.name} > ${name}`,
  tests: parent?.tests ?? [],
  before: [...(parent?.before ?? [])],
  after: [...(parent?.after ?? [])],
  beforeAll: parent?.beforeAll ?? [],
});

/** The tests of a file, as { name, run }, and what runs once before them. */
export async function collect(url) {
  suite = empty(undefined, "");
  const { tests, beforeAll } = suite;
  await import(url);
  return { tests, beforeAll };
}

function group(name, inside) {
  const outer = suite;
  suite = empty(outer, name);
  try {
    const promise = inside?.();
    if (promise instanceof Promise) throw new Error("describe with an async function is not supported");
  } finally {
    suite = outer;
  }
}

function one(name, first, second) {
  const run = typeof first === "function" ? first : second;
  const { before, after } = suite;
  suite.tests.push({
    name: `${suite.name} > ${name}`,
    async run() {
      for (const step of before) await step();
      try {
        await run({ expect });
      } finally {
        for (const step of after) await step();
      }
    },
  });
}

function withVariants(add) {
  const nothing = () => {};
  const each = (rows) => (name, first, second) => {
    const run = typeof first === "function" ? first : second;
    for (const row of rows) add(`${name} ${rows.indexOf(row)}`, () => run(...(Array.isArray(row) ? row : [row])));
  };
  return Object.assign(add, {
    each,
    for: (rows) => (name, run) => {
      for (const row of rows) add(name, () => run(row, { expect }));
    },
    skip: nothing,
    todo: nothing,
    skipIf: (skipped) => (skipped ? Object.assign(nothing, { each: () => nothing }) : add),
    runIf: (run) => (run ? add : nothing),
  });
}

export const describe = withVariants(group);
export const it = withVariants(one);
export const test = it;
export const beforeAll = (step) => suite.beforeAll.push(step);
export const afterAll = () => {};
export const beforeEach = (step) => suite.before.push(step);
export const afterEach = (step) => suite.after.push(step);
const stubbed = new Map();
export const vi = {
  stubGlobal(name, value) {
    if (!stubbed.has(name)) stubbed.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: true });
  },
  unstubAllGlobals() {
    for (const [name, was] of stubbed) {
      if (was === undefined) delete globalThis[name];
      else Object.defineProperty(globalThis, name, was);
    }
    stubbed.clear();
  },
};
const anything = new Proxy(() => anything, { get: () => anything });
export const expectTypeOf = anything;
