/** A setting with its cross-validated risk. */
export interface Judged {
  readonly degree: number;
  readonly lambda: number;
  readonly risk: number;
}

/** Risks closer than this are equal: they are counts of bags over their number. */
const EQUAL = 1e-12;

/** The setting with the least risk; among equals the simplest: the lowest degree, then the largest lambda. Throws a RangeError for none. */
export function chooseSetting<Setting extends Judged>(settings: readonly Setting[]): Setting {
  if (settings.length === 0) throw new RangeError("there is no setting to choose from");
  const least = Math.min(...settings.map(({ risk }) => risk));
  const best = settings.filter(({ risk }) => risk <= least + EQUAL);
  return best.reduce((a, b) => (b.degree < a.degree || (b.degree === a.degree && b.lambda > a.lambda) ? b : a));
}
