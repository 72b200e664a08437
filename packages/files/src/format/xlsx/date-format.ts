import { MOST_PARTS, type Package } from "./package.js";

/** Formats that every program knows by number and that show a day: 14 to 17, 22, and East Asian ones. */
const KNOWN = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]);

const DAY = 86_400_000;
/** 1970-01-01, counted from 1900 and from 1904. */
const EPOCH = { from1900: 25_569, from1904: 24_107 };
/** Excel shows no date behind the year 9999. */
const LAST = 2_958_466;

/** Whether a style shows a day; styles that show only a time or a duration are numbers. */
export async function dateFormats(parts: Package, styles: string | undefined): Promise<(style: number) => boolean> {
  const codes = new Map<number, string>();
  const cells: number[] = [];
  let inCells = false;
  if (styles !== undefined)
    await parts.read(styles, {
      open(element, attributes) {
        const id = Number(attributes.get("numFmtId") ?? 0);
        if (element === "numFmt") codes.set(id, attributes.get("formatCode") ?? "");
        else if (element === "cellXfs") inCells = true;
        else if (element === "xf" && inCells) cells.push(id);
        if (codes.size + cells.length > MOST_PARTS) throw new Error("it has too many styles");
      },
      close(element) {
        if (element === "cellXfs") inCells = false;
      },
    });
  const dates = cells.map((id) => {
    const code = codes.get(id);
    return code === undefined ? KNOWN.has(id) : showsDay(code);
  });
  return (style) => dates[style] ?? false;
}

/** Whether a format code shows a year, a month or a day. */
export function showsDay(code: string): boolean {
  // Hours, minutes or seconds in brackets are a duration.
  if (/\[(?:h+|m+|s+)\]/i.test(code)) return false;
  const bare = code
    // Text, escaped and filling characters, colours, conditions and locales.
    .replace(/"[^"]*"|[\\_*].|\[[^\]]*\]/gs, "")
    .split(";")[0]
    .toLowerCase();
  if (/general|standard/.test(bare)) return false;
  // Without hours and seconds an m is a month, and three of them always are.
  return /[yd]|mmm/.test(bare) || (bare.includes("m") && !/[hs]/.test(bare));
}

/** The day and time of a number of days; the number itself where it is no date. */
export function serialDate(serial: number, from1904: boolean): Date | number {
  if (!(serial >= 0 && serial < LAST)) return serial;
  // Excel counts 29 February 1900, which never was.
  const days = from1904 ? serial - EPOCH.from1904 : serial - EPOCH.from1900 + (serial < 60 ? 1 : 0);
  return new Date(Math.round(days * DAY));
}
