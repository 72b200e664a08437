/**
 * Extremes of texts and of time series: `x.texts` and `x.series`. The first line holds the options of reading, the
 * others the rows as JSON Lines, so that the bytes alone repeat it.
 */
export const RAW = [
  { name: "raw.texts", bytes: new Uint8Array(0), make: texts },
  { name: "raw.series", bytes: new Uint8Array(0), make: series },
];

/** One row in so many is an extreme; the others are ordinary. */
const EXTREME = 0.2;
/** Units of UTF-16: what is not linear shows. */
const LONGEST = 60_000;

const WORDS = "pump leak valve noise steam heat oil smoke bolt crack river stone cloud paper".split(" ");
const PIECES = [
  ...[". ", ".", "!", "? ", "…", "。", "！", "؟ ", ",", ";", '"', "'", "’", ")", "A. ", "e.g. ", "Dr. ", "3.5 ", "1. "],
  ..." |\n|\n\n|\r\n|\t|\n- |\n1. |\u00a0|\u200b|\u2028|\0|\ufeff|a|Ab |word |x1 ".split("|"),
  ...[
    "日本語",
    "ไทย",
    "שלום ",
    "مرحبا ",
    "é",
    "e\u0301",
    "\u0301",
    "ﬃ",
    "\ufdfa",
    "İ",
    "ß",
    "😀",
    "👩‍👧",
    "\ud800",
    "\udfff",
  ],
];

function texts(random) {
  const options = { text: ["body"], ...(random.chance(0.3) && { passage: 5 + random.small(300) }) };
  const sentence = () => `${Array.from({ length: 3 + random.below(8) }, () => random.pick(WORDS)).join(" ")}. `;
  const ordinary = () => sentence().repeat(1 + random.below(3));
  return written(
    options,
    rows(random, () => ({ body: random.chance(EXTREME) ? extremeText(random) : ordinary() })),
  );
}

function extremeText(random) {
  let text = "";
  for (let left = random.below(5); left > 0; left--) {
    const piece = Array.from({ length: 1 + random.small(6) }, () => random.pick(PIECES)).join("");
    text += piece.repeat(1 + random.small(Math.max(1, (LONGEST - text.length) / piece.length)));
  }
  return text.slice(0, LONGEST);
}

const VALUES = [
  0,
  -0,
  1,
  5,
  1e308,
  -1e308,
  5e-324,
  1e155,
  2 ** 53,
  null,
  "",
  "NaN",
  "inf",
  "-Infinity",
  "x",
  "5%",
  true,
];
const STARTS = [
  0,
  1,
  -5,
  0.1,
  1.7e9,
  1.7e18,
  2 ** 53,
  1e300,
  -1e308,
  "2024-03-31 01:59:00",
  "2024-10-27T02:30:00+02:00",
];
const STEPS = [1, 1, 1, 0, 0.1, -1, 2, 1e-9, 60, 3600, 1e9, 1e17, 1e300];
const LENGTHS = [0, -1, 1, 2, 3, 10, 0.5, 1e-300, 1e-9, 3600, 86_400, 1e15];
const STRANGE_TIMES = [
  null,
  "",
  "NaN",
  "inf",
  "9999-12-31",
  "0000-01-01",
  "2024-02-31",
  "2016-12-31T23:59:60Z",
  "x",
  1e308,
];

function series(random) {
  const window = random.pick(LENGTHS);
  const options = {
    window,
    ...(random.chance(0.5) && {
      step: random.chance(0.5) ? window / random.pick([1, 2, 3, 1e6]) : random.pick(LENGTHS),
    }),
    ...(random.chance(0.8) && { time: "t" }),
  };
  const numbers = random.chance(0.8);
  const start = random.pick(STARTS.filter((each) => (typeof each === "number") === numbers));
  const all = rows(random, () => ({})).flatMap(({ id, label }) => {
    const strange = random.chance(EXTREME);
    const step = random.pick(strange ? STEPS : [1]);
    const constant = random.chance(0.2);
    let time = typeof start === "number" ? start : Date.parse(start.replace(" ", "T")) / 1000;
    return Array.from({ length: 1 + random.small(strange ? 2000 : 60) }, () => {
      const t = strange && random.chance(0.02) ? random.pick(STRANGE_TIMES) : numbers ? time : dateOf(random, time);
      time += random.chance(0.05) ? random.pick(STEPS) : step;
      const value = strange && random.chance(0.05) ? random.pick(VALUES) : constant ? 5 : random.below(1000) / 7;
      return { id, label, t, v: value, w: random.below(100) };
    });
  });
  return written(options, random.chance(0.1) ? all.reverse() : all);
}

function dateOf(random, seconds) {
  const zone = random.chance(0.1) ? random.pick(["Z", "+02:00", "-0330"]) : "";
  return Math.abs(seconds) < 2e11 ? new Date(1000 * seconds).toISOString().slice(0, 19) + zone : seconds;
}

/** Some bags, of which some are positive. */
function rows(random, of) {
  const positive = 1 + random.below(6);
  return Array.from({ length: 2 + random.below(14) }, (_, i) => ({
    id: `b${i}`,
    label: i < positive ? 1 : 0,
    ...of(),
  }));
}

function written(options, items) {
  return new TextEncoder().encode([options, ...items].map((each) => `${JSON.stringify(each)}\n`).join(""));
}
