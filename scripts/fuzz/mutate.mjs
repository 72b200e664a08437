import { gunzipSync, gzipSync } from "node:zlib";
import { isSession, mutateSession } from "./sessions.mjs";
import { hostileXlsx } from "./xlsx.mjs";

const BYTES = [0, 1, 2, 9, 10, 13, 15, 32, 34, 39, 44, 58, 127, 128, 129, 254, 255];
const NUMBERS = [
  ..."0 -0 1 -1 0.1 1e308 -1e308 1.8e308 1e999 5e-324 1e-400 NaN Infinity -Infinity".split(" "),
  ..."9007199254740993 4294967296 2147483648 1e155 0x10 1_000 00 1e 1. .5 + ,5 99999999999999999999999".split(" "),
];
const WORDS = [
  ..."null true false NaN ? @data @attribute @relation { } [ ] \" ' , ; : | % # \\ \t \n \r \r\n \0 \\n".split(" "),
  ..."__proto__ constructor valueOf toString \ufeff \u2028 \ud83d\ude00 é \\u0000 \\ud800 qid: bag label".split(" "),
  "",
  " ",
  '""',
  "{}",
  "[]",
  "[[]]",
];
/** Mutated files stay small enough to be quick. */
const LARGEST = 16_000;

/** A changed seed. `others` are the seeds of the same kind of file, to splice. */
export function mutate(random, seed, others, library) {
  if (isSession(seed.name)) return mutateSession(random, seed, others, { mutateBytes, changedValue }, library);
  if (seed.name.endsWith(".model") && random.chance(0.8)) return hostileModel(random, seed.bytes, library);
  if (seed.name.endsWith(".xlsx") && random.chance(0.9)) return hostileXlsx(random, seed.bytes);
  if (seed.name.endsWith(".gz") && random.chance(0.7)) {
    const inner = mutateBytes(random, new Uint8Array(gunzipSync(seed.bytes)), others, true);
    return new Uint8Array(gzipSync(inner));
  }
  return mutateBytes(random, seed.bytes, others, !/\.(parquet|xlsx|gz|model)$/.test(seed.name));
}

function mutateBytes(random, start, others, text) {
  let bytes = start;
  for (let left = 1 + random.small(6); left > 0; left--) {
    const change = random.pick(text && random.chance(0.6) ? TEXT_CHANGES : CHANGES);
    bytes = change(random, bytes, others);
  }
  return bytes.length > LARGEST ? bytes.slice(0, LARGEST) : bytes;
}

function replaced(bytes, start, end, middle) {
  const all = new Uint8Array(bytes.length - (end - start) + middle.length);
  all.set(bytes.subarray(0, start));
  all.set(middle, start);
  all.set(bytes.subarray(end), start + middle.length);
  return all;
}

function range(random, length) {
  const start = random.below(length + 1);
  return [start, Math.min(length, start + random.small(length) + 1)];
}

const CHANGES = [
  function flipBits(random, bytes) {
    const all = bytes.slice();
    for (let left = 1 + random.small(8); left > 0 && all.length > 0; left--) {
      all[random.below(all.length)] ^= 1 << random.below(8);
    }
    return all;
  },
  function setByte(random, bytes) {
    const all = bytes.slice();
    if (all.length > 0) all[random.below(all.length)] = random.chance(0.7) ? random.pick(BYTES) : random.below(256);
    return all;
  },
  function cut(random, bytes) {
    return random.chance(0.5)
      ? bytes.slice(0, random.below(bytes.length + 1))
      : bytes.slice(random.small(bytes.length));
  },
  function remove(random, bytes) {
    return replaced(bytes, ...range(random, bytes.length), []);
  },
  function repeat(random, bytes) {
    const [start, end] = range(random, bytes.length);
    const times = Math.min(1 + random.small(200), Math.ceil(LARGEST / Math.max(1, end - start)));
    const middle = new Uint8Array((end - start) * times);
    for (let i = 0; i < times; i++) middle.set(bytes.subarray(start, end), i * (end - start));
    return replaced(bytes, end, end, middle);
  },
  function splice(random, bytes, others) {
    const other = random.pick(others).bytes;
    const [start, end] = range(random, bytes.length);
    return replaced(bytes, start, end, other.subarray(...range(random, other.length)));
  },
  function insert(random, bytes) {
    const at = random.below(bytes.length + 1);
    return replaced(
      bytes,
      at,
      at,
      Uint8Array.from({ length: 1 + random.small(12) }, () => random.below(256)),
    );
  },
];

const TEXT_CHANGES = [
  function number(random, bytes) {
    return substituted(random, bytes, /-?\d+(\.\d+)?([eE][-+]?\d+)?/g, NUMBERS);
  },
  function word(random, bytes) {
    return substituted(random, bytes, /[A-Za-z_@]+|[^A-Za-z_@\d\s]/g, WORDS);
  },
  function space(random, bytes) {
    return substituted(random, bytes, /[\s,]+/g, WORDS);
  },
];

/** Puts another token in place of one that matches. */
function substituted(random, bytes, pattern, tokens) {
  const found = [...Buffer.from(bytes).toString("latin1").matchAll(pattern)];
  if (found.length === 0) return bytes;
  const { index, 0: token } = random.pick(found);
  return replaced(bytes, index, index + token.length, new TextEncoder().encode(random.pick(tokens)));
}

const VALUES = [
  ...[0, -0, 1, -1, 0.5, 2, 1e308, -1e308, 5e-324, 1e155, 1e-155, 2 ** 31, 2 ** 53, NaN, Infinity, -Infinity],
  ...[null, true, false, "", "solved", "linear", "__proto__", [], {}, [[]], [0], ["a", "a"], { kind: "linear" }],
];

const decodedModels = new WeakMap();

const NUMERIC_VALUES = VALUES.filter((each) => typeof each === "number");

/** A model whose checksum is right and whose content is not. */
function hostileModel(random, bytes, { decodePacked, encodePacked }) {
  if (!decodedModels.has(bytes))
    decodedModels.set(bytes, decodePacked(bytes, { kind: "model", newest: Number.POSITIVE_INFINITY, file: "" }));
  const { header, tables, ...rest } = decodedModels.get(bytes);
  const packed = { ...rest, header, tables: [...tables] };
  for (let left = 1 + random.small(4); left > 0; left--) {
    if (random.chance(0.6)) packed.header = changedValue(random, packed.header);
    else changeTable(random, packed.tables);
  }
  return encodePacked(packed, { form: random.pick(["json", "binary"]) });
}

/** Plain data with one of its parts changed. */
function changedValue(random, value) {
  const keys = typeof value === "object" && value !== null ? Object.keys(value) : [];
  if (keys.length === 0 || random.chance(0.05)) {
    if (typeof value === "number" && random.chance(0.3)) return value * random.pick([-1, 0.5, 2, 1e10, 1e-10]);
    return random.pick(VALUES);
  }
  const key = random.pick(keys);
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (random.chance(0.1)) {
    if (Array.isArray(copy)) copy.splice(Number(key), random.below(2), copy[random.below(copy.length)]);
    else delete copy[key];
  } else {
    copy[key] = changedValue(random, copy[key]);
  }
  return copy;
}

function changeTable(random, tables) {
  if (tables.length === 0) return;
  const at = random.below(tables.length);
  const { name, rows, columns, data } = tables[at];
  switch (random.below(4)) {
    case 0:
      tables.splice(at, 1);
      break;
    case 1:
      tables[at] = { name, rows: columns, columns: rows, data };
      break;
    case 2: {
      const shorter = random.below(rows + 1);
      tables[at] = { name, rows: shorter, columns, data: data.slice(0, shorter * columns) };
      break;
    }
    default: {
      const changed = data.slice();
      if (data.length > 0) changed[random.below(data.length)] = random.pick(NUMERIC_VALUES);
      tables[at] = { name, rows, columns, data: changed };
    }
  }
}
