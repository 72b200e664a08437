// What comes of the measurements: exponents, ratios and a table.
import { exponent } from "../../exponent.mjs";

/** How time grows with the size; undefined for fewer than two sizes. */
function exponentOf(rows, sizeOf) {
  if (rows.length < 2) return undefined;
  return exponent(
    rows.map(sizeOf),
    rows.map(({ seconds }) => seconds),
  );
}

/** The rows of one method together, with how it grows and how it compares with the peer. */
export function growthOf(rows, { method, byBags, byInstances, base, peer }) {
  const at = (name, [bags, instances]) =>
    rows.find((row) => row.method === name && row.bags === bags && row.instances === instances);
  const measured = (sizes) => sizes.flatMap((size) => at(method, size) ?? []);
  const [own, other] = [at(method, base), at(peer, base)];
  return {
    method,
    bagsExponent: exponentOf(measured(byBags), ({ bags }) => bags),
    instancesExponent: exponentOf(measured(byInstances), ({ instances }) => instances),
    ratio: own === undefined || other === undefined ? undefined : own.seconds / other.seconds,
    peakMb: Math.max(...rows.filter((row) => row.method === method).map((row) => row.peakMb)),
  };
}

/** A table in Markdown, which is also readable in a terminal. */
export function tableOf(rows, growth, { byBags, byInstances, base, peer }) {
  const extra = byInstances.filter((size) => size.join() !== base.join());
  const head = [
    "",
    ...byBags.map(([bags]) => `${bags} bags`),
    "grows as bags^",
    ...extra.map(([, instances]) => `${instances} instances`),
    "grows as instances^",
    `/ ${peer}`,
    "peak memory",
  ];
  const seconds = (method, [bags, instances]) => {
    const row = rows.find((each) => each.method === method && each.bags === bags && each.instances === instances);
    return row === undefined ? "-" : row.seconds.toPrecision(2);
  };
  const text = (value, digits) => (value === undefined ? "-" : value.toFixed(digits));
  const lines = growth.map(({ method, bagsExponent, instancesExponent, ratio, peakMb }) => [
    method,
    ...byBags.map((size) => seconds(method, size)),
    text(bagsExponent, 1),
    ...extra.map((size) => seconds(method, size)),
    text(instancesExponent, 1),
    ratio === undefined ? "-" : ratio.toPrecision(2),
    `${peakMb.toFixed(0)} MB`,
  ]);
  const widths = head.map((title, k) => Math.max(title.length, ...lines.map((line) => line[k].length)));
  const line = (fields) =>
    `| ${fields.map((field, k) => (k === 0 ? field.padEnd(widths[k]) : field.padStart(widths[k]))).join(" | ")} |`;
  const rule = `|${widths.map((width, k) => (k === 0 ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  return [line(head), rule, ...lines.map(line)].join("\n");
}
