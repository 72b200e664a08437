import { unique } from "../../../report/figures/scales.js";
import { dataTable } from "../../../report/page/data-table.js";
import type { Html } from "../../../report/page/html.js";
import { plain, three } from "../../../report/page/numbers.js";
import { protocolTitle } from "../looks.js";
import type { Ink } from "./ink.js";
import type { LinePanels, Spot } from "./line-panels.js";

/**
 * The numbers behind small multiples: one row for each setting, for each method the mean and half
 * the width of its band, and the printed value.
 */
export function lineNumbers(ink: Ink, title: string, { points, printed = [], xLabel }: LinePanels): Html {
  const key = ({ dataset, protocol, x }: Spot) => JSON.stringify([dataset, protocol, x]);
  const looks = ink.looks.filter(({ name }) => points.some(({ method }) => method === name));
  const index = <T extends Spot>(rows: readonly T[]) =>
    new Map(rows.map((row) => [JSON.stringify([key(row), row.method]), row]));
  const [means, prints] = [index(points), index(printed)];
  const settings = unique(points.map(key));
  const rows = settings.map((setting) => {
    const [dataset, protocol, x] = JSON.parse(setting) as [string, Spot["protocol"], number];
    const cells = looks.flatMap(({ name }) => {
      const at = JSON.stringify([setting, name]);
      const [mean, print] = [means.get(at), prints.get(at)];
      const ours = mean === undefined ? "" : `${three(mean.y)} ± ${three((mean.high - mean.low) / 2)}`;
      return hasPrint(name) ? [ours, print === undefined ? "" : three(print.y)] : [ours];
    });
    return [ink.titleOf(dataset), protocolTitle(protocol), plain(x), ...cells];
  });
  function hasPrint(method: string): boolean {
    return printed.some((spot) => spot.method === method);
  }
  const head = looks.flatMap((look) => (hasPrint(look.name) ? [look.title, `${look.title}, printed`] : [look.title]));
  return dataTable(["data set", "protocol", xLabel, ...head], rows, { label: title, words: 2 });
}
