// Excel files that are wrong inside: parts of the archive are changed and packed again with right checksums, or
// with an archive that lies about them.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { root } from "../setup.mjs";

const { crc32 } = await import(pathToFileURL(join(root, "packages", "core", "dist", "base", "crc32.js")).href);

const SHEET = /sheet\d*\.xml$/;
const NUMBERS = [
  ..."0 -0 1 -1 1e999 -1e308 5e-324 NaN Infinity 0x10 1,5 59 60 2958465 2958466 16384 65536 1048576 1048577".split(" "),
  ..."9007199254740993 4294967295 99999999999999999999 #N/A TRUE 2024-02-30 1e5".split(" "),
  "",
  " ",
];
const PLACES = "A1 a1 B2 $C$3 XFD1 XFD1048576 XFE1 ZZZZ1 A0 A1048577 1 A -1 A1:B2 AAAAAAAA1 \ufeff".split(" ");
const RANGES = [
  ..."A1:XFD1048576 A2:A1048576 A1:XFD1 B2:A1 ZZZZ2:ZZZZ1048576 A1 A:C 1:3 A1:B1048577 B1:B3 A2:C4 C2:C2".split(" "),
  "",
];
const ENTITIES = "&amp; &lt; &#0; &#x41; &#x1F9EA; &#xD800; &#x110000; &lol; & &; &#99999999999; &#x; ]]>".split(" ");
const FORMATS = 'General 0.00 yyyy-mm-dd [h]:mm mm:ss m/d d [$-407]T.MMM ; \\d ** [ " _ @'.split(" ");
const TYPES = "n s b e str inlineStr d x".split(" ");
const WORDS = [
  ...'< > </c> <c> <row> </row> <v> </v> <is><t> <t> </sheetData> <!-- --> <![CDATA[ <?x ?> <a/> = " / r="'.split(" "),
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  " ",
  "\0",
];

/** As often as `most`, small counts more often: enough to be slow if something is read again and again. */
const times = (random, most) => 1 + random.small(most);
const inserted = (text, at, more) => text.slice(0, at) + more + text.slice(at);
/** Puts text before one of the places where the pattern is. */
function before(random, text, pattern, more) {
  const found = [...text.matchAll(pattern)];
  return found.length === 0 ? text : inserted(text, random.pick(found).index, more);
}
/** Puts another text in place of what the pattern finds. */
function instead(random, text, pattern, make) {
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return text;
  const { index, 0: old } = random.pick(found);
  return text.slice(0, index) + make(old) + text.slice(index + old.length);
}
const letters = (k) => (k < 26 ? "" : letters(Math.floor(k / 26) - 1)) + String.fromCharCode(65 + (k % 26));
const place = (random) =>
  random.chance(0.4) ? random.pick(PLACES) : `${letters(random.small(16_384))}${1 + random.small(1_048_576)}`;
const range = (random) => (random.chance(0.5) ? random.pick(RANGES) : `${place(random)}:${place(random)}`);

/** One change of a sheet. */
const SHEET_CHANGES = [
  function merge(random, text) {
    const cells = Array.from({ length: times(random, 300) }, () => `<mergeCell ref="${range(random)}"/>`);
    return text.replace("</sheetData>", `</sheetData><mergeCells>${cells.join("")}</mergeCells>`);
  },
  function mergeAgain(random, text) {
    return text.replace(
      "</sheetData>",
      `</sheetData>${`<mergeCell ref="${range(random)}"/>`.repeat(times(random, 5000))}`,
    );
  },
  function dimension(random, text) {
    return text.replace(/<dimension[^>]*>|(?=<sheetData)/, `<dimension ref="${range(random)}"/>`);
  },
  function move(random, text) {
    return instead(random, text, /(?<=<c r=")[^"]*/g, () => place(random));
  },
  function moveRow(random, text) {
    return instead(random, text, /(?<=<row r=")[^"]*/g, () => random.pick(NUMBERS));
  },
  function value(random, text) {
    return instead(random, text, /(?<=<(?:v|t)>)[^<]*/g, () => random.pick(NUMBERS));
  },
  function type(random, text) {
    return instead(random, text, /(?<=<c\b)/g, () => ` t="${random.pick(TYPES)}" s="${random.pick(NUMBERS)}"`);
  },
  function cell(random, text) {
    const at = random.chance(0.7) ? ` r="${place(random)}"` : "";
    const one = `<c${at} t="${random.pick(TYPES)}"><f>1</f><v>${random.pick(NUMBERS)}</v></c>`;
    return before(random, text, /<\/row>/g, one.repeat(times(random, 50)));
  },
  function farRows(random, text) {
    const far = random.chance(0.5) ? "XFD" : letters(random.small(16_384));
    const first = 100 + random.small(1_000_000);
    const row = (r) => `<row r="${r}"><c r="A${r}"><v>${r}</v></c><c r="${far}${r}"><v>1</v></c></row>`;
    const rows = Array.from({ length: times(random, 3000) }, (_, i) => row(first + i));
    return text.replace("</sheetData>", `${rows.join("")}</sheetData>`);
  },
  function names(random, text) {
    const cells = Array.from({ length: times(random, 17_000) }, (_, k) => `<c><v>${k}</v></c>`);
    return before(random, text, /<\/row>/g, cells.join(""));
  },
  function dates(random, text) {
    // One number shown as a date, as Excel makes them.
    return instead(
      random,
      text,
      /(?<=<c\b)[^>]*(?=><v>)/g,
      (old) => `${old.replace(/ s="[^"]*"/, "")} s="${random.small(6)}"`,
    );
  },
];

/** One change of any part. */
const PART_CHANGES = [
  function word(random, text) {
    return inserted(
      text,
      random.below(text.length + 1),
      random.pick([...WORDS, ...ENTITIES]).repeat(times(random, 20)),
    );
  },
  function remove(random, text) {
    const at = random.below(text.length + 1);
    return text.slice(0, at) + text.slice(at + 1 + random.small(60));
  },
  function tag(random, text) {
    return instead(random, text, /<[^>]*>/g, (old) => (random.chance(0.5) ? "" : old.repeat(times(random, 2000))));
  },
  function attribute(random, text) {
    return instead(random, text, /(?<==")[^"]*/g, () => random.pick([...NUMBERS, ...PLACES, ...ENTITIES, ...FORMATS]));
  },
  function blanks(random, text) {
    return instead(random, text, /(?<=<[\w:]+) |(?=>)/g, () =>
      random.pick([" ", "\n", 'a="" ']).repeat(times(random, 200_000)),
    );
  },
  function deep(random, text) {
    const depth = times(random, 100_000);
    const end = random.chance(0.5) ? "</a>".repeat(depth) : "";
    return before(random, text, /<\w/g, "<a>".repeat(depth) + end);
  },
  function content(random, text) {
    const piece = random.pick([...ENTITIES, "_x0000_", "_xD800_", "\ufeff", "\n", "🧪", " ", "a"]);
    return instead(random, text, /(?<=<(?:t|v|f)>)[^<]*/g, () => piece.repeat(times(random, 50_000)));
  },
];

/** What the other parts may say. */
const OTHERS = [
  function texts(random, parts) {
    const text = random.pick([
      "<t>a</t>",
      "<r><t>a</t></r><rPh><t>b</t></rPh>",
      "",
      `<t>${" ".repeat(times(random, 40_000))}x</t>`,
    ]);
    parts.set("xl/sharedStrings.xml", `<sst count="-1">${`<si>${text}</si>`.repeat(times(random, 3000))}</sst>`);
    const rels = "xl/_rels/workbook.xml.rels";
    const kind = '<Relationship Id="t9" Type="http://x/sharedStrings" Target="sharedStrings.xml"/>';
    parts.set(rels, (parts.get(rels) ?? "").replace("</Relationships>", `${kind}</Relationships>`));
    for (const [name, sheet] of parts)
      if (SHEET.test(name))
        parts.set(
          name,
          sheet.replace(
            "</sheetData>",
            `${'<row><c t="s"><v>0</v></c></row>'.repeat(times(random, 3000))}</sheetData>`,
          ),
        );
  },
  function styles(random, parts) {
    const formats = Array.from(
      { length: times(random, 30) },
      (_, k) => `<numFmt numFmtId="${164 + k}" formatCode="${random.pick(FORMATS)}"/>`,
    );
    const cells = Array.from(
      { length: times(random, 70_000) },
      () => `<xf numFmtId="${random.pick([0, 14, 22, 164, 165, -1, "x"])}"/>`,
    );
    parts.set(
      "xl/styles.xml",
      `<styleSheet><numFmts>${formats.join("")}</numFmts><cellXfs>${cells.join("")}</cellXfs></styleSheet>`,
    );
  },
  function workbook(random, parts) {
    const name = "xl/workbook.xml";
    const more = random.pick([
      `<definedNames>${`<definedName name="${random.pick(WORDS)}">one!${range(random)}</definedName>`.repeat(times(random, 2000))}</definedNames>`,
      '<workbookPr date1904="true"/>',
      `<sheets>${'<sheet name="one" sheetId="1" state="hidden" r:id="rId1"/>'.repeat(times(random, 3000))}</sheets>`,
      '<sheets><sheet r:id="none"/></sheets>',
    ]);
    parts.set(name, (parts.get(name) ?? "").replace(/(?=<sheets)/, more));
  },
  function relation(random, parts) {
    const names = [...parts.keys()].filter((name) => name.endsWith(".rels"));
    const name = random.pick(names);
    const targets = [
      "../../../a",
      "/xl/workbook.xml",
      "workbook.xml",
      "http://x/y",
      "",
      "worksheets/",
      ...parts.keys(),
    ];
    parts.set(
      name,
      instead(random, parts.get(name), /(?<=Target=")[^"]*/g, () => random.pick(targets)),
    );
  },
  function lose(random, parts) {
    parts.delete(random.pick([...parts.keys()]));
  },
];

/** An Excel file with some parts changed. The bytes of the archive itself may lie. */
export function hostileXlsx(random, bytes) {
  const parts = new Map(unpacked(bytes));
  for (let left = 1 + random.small(4); left > 0 && parts.size > 0; left--) {
    if (random.chance(0.2)) random.pick(OTHERS)(random, parts);
    else {
      const sheets = [...parts.keys()].filter((name) => SHEET.test(name));
      const sheet = sheets.length > 0 && random.chance(0.7);
      const name = random.pick(sheet ? sheets : [...parts.keys()]);
      const change = random.pick(sheet && random.chance(0.75) ? SHEET_CHANGES : PART_CHANGES);
      if (parts.get(name).length < LARGEST) parts.set(name, change(random, parts.get(name)));
    }
  }
  const entries = [...parts].map(([name, text]) => ({ name, raw: Buffer.from(text) }));
  return packed(entries, random.chance(0.3) ? random : undefined);
}

/** Parts beyond this size are left as they are. */
const LARGEST = 2 ** 20;

/** The parts of a sound archive as text. */
function* unpacked(bytes) {
  const buffer = Buffer.from(bytes);
  const end = buffer.lastIndexOf("PK\x05\x06", undefined, "latin1");
  let at = buffer.readUInt32LE(end + 16);
  for (let left = buffer.readUInt16LE(end + 10); left > 0; left--) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => buffer.readUInt16LE(at + offset));
    const start = buffer.readUInt32LE(at + 42);
    const data = start + 30 + buffer.readUInt16LE(start + 26) + buffer.readUInt16LE(start + 28);
    const raw = buffer.subarray(data, data + buffer.readUInt32LE(at + 20));
    const text = buffer.readUInt16LE(at + 10) === 8 ? inflateRawSync(raw) : raw;
    yield [buffer.toString("utf8", at + 46, at + 46 + name), text.toString()];
    at += 46 + name + extra + comment;
  }
}

/** What may be wrong about an entry of the directory. */
const LIES = [
  (random, entry) => ({ ...entry, size: random.pick([0, 1, entry.size + 1, 2 ** 31, 0xfffffffe, 0xffffffff]) }),
  (random, entry) => ({ ...entry, packed: random.pick([0, 1, entry.packed + 1, 2 ** 31, 0xffffffff]) }),
  (random, entry) => ({ ...entry, method: random.pick([0, 1, 8, 9, 12, 99]) }),
  (random, entry) => ({ ...entry, at: random.pick([0, 1, 10, 2 ** 31, 0xffffffff]) }),
  (random, entry) => ({
    ...entry,
    name: random.pick([`/${entry.name}`, entry.name.toUpperCase(), `${entry.name}/`, "", "../a"]),
  }),
  (_, entry) => ({ ...entry, crc: 0 }),
  (_, entry) => ({ ...entry, flags: 1 }),
  (random, entry) => ({
    ...entry,
    flags: 8,
    extra: zip64(random.pick([entry.size, 2 ** 40]), entry.packed, entry.at),
    size: 0xffffffff,
  }),
  (random, entry) => ({
    ...entry,
    extra: Buffer.from([1, 0, random.below(256), random.below(256), 1, 2]),
    size: 0xffffffff,
  }),
];

function zip64(...numbers) {
  const extra = Buffer.alloc(4 + 8 * numbers.length);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * numbers.length, 2);
  for (const [k, number] of numbers.entries()) extra.writeBigUInt64LE(BigInt(number), 4 + 8 * k);
  return extra;
}

/** An archive of these parts; with random numbers one that is not quite sound. */
function packed(parts, random) {
  const pieces = [];
  let at = 0;
  const add = (piece) => {
    pieces.push(piece);
    at += piece.length;
  };
  if (random?.chance(0.1)) add(Buffer.alloc(random.below(100), 7));
  let entries = parts.map(({ name, raw }) => {
    const body = deflateRawSync(raw);
    const entry = {
      name,
      method: 8,
      crc: crc32(raw),
      packed: body.length,
      size: raw.length,
      at,
      flags: 0,
      extra: Buffer.alloc(0),
    };
    add(record(0x04034b50, entry));
    add(body);
    return entry;
  });
  if (random !== undefined && entries.length > 0) {
    const one = random.below(entries.length);
    if (random.chance(0.7)) entries[one] = random.pick(LIES)(random, entries[one]);
    else entries = [...entries, ...Array.from({ length: times(random, 2000) }, () => random.pick(entries))];
    if (random.chance(0.2)) entries.unshift({ ...entries[0], name: "xl/", packed: 0, size: 0 });
  }
  const from = at;
  for (const entry of entries) add(record(0x02014b50, entry));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(0xffff, entries.length + (random?.chance(0.1) ? random.below(9) : 0)), 10);
  end.writeUInt32LE(at - from, 12);
  end.writeUInt32LE(random?.chance(0.1) ? random.pick([0, 0xffffffff, from + 1]) : from, 16);
  const comment = random?.chance(0.1) ? Buffer.from("PK\x05\x06 comment") : Buffer.alloc(0);
  end.writeUInt16LE(comment.length, 20);
  return new Uint8Array(Buffer.concat([...pieces, end, comment]));
}

/** The local record of an entry, or that of the directory. */
function record(signature, { name, method, crc, packed, size, at, flags, extra }) {
  const central = signature === 0x02014b50;
  const [bytes, head] = [Buffer.from(name), Buffer.alloc(central ? 46 : 30)];
  const shift = central ? 2 : 0;
  head.writeUInt32LE(signature, 0);
  head.writeUInt16LE(flags, 6 + shift);
  head.writeUInt16LE(method, 8 + shift);
  head.writeUInt32LE(crc >>> 0, 14 + shift);
  head.writeUInt32LE(packed, 18 + shift);
  head.writeUInt32LE(size, 22 + shift);
  head.writeUInt16LE(bytes.length, 26 + shift);
  head.writeUInt16LE(extra.length, 28 + shift);
  if (central) head.writeUInt32LE(at, 42);
  return Buffer.concat([head, bytes, extra]);
}
