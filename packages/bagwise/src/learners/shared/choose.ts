/** A setting with its cross-validated risk. */
export interface Judged {
  readonly degree: number;
  readonly lambda: number;
  readonly risk: number;
}

/** Risks closer than this are equal: they are counts of bags over their number. */
const EQUAL = 1e-12;

/**
 * The setting with the least risk; among equals the simplest: the lowest degree, then the largest
 * lambda. Throws a RangeError for none.
 */
export function chooseSetting<Setting extends Judged>(settings: readonly Setting[]): Setting {
  const best = leastRisk(settings);
  return best.reduce((a, b) => (b.degree < a.degree || (b.degree === a.degree && b.lambda > a.lambda) ? b : a));
}

/**
 * The setting with the least risk; among equals the one whose weight of known negatives is nearest
 * to the usual one. Throws a RangeError for none.
 */
export function chooseWeight<Setting extends { readonly negativeWeight?: number; readonly risk: number }>(
  settings: readonly Setting[],
  usual: number,
): Setting {
  const distance = ({ negativeWeight = 0 }: Setting) => Math.abs(negativeWeight - usual);
  return leastRisk(settings).reduce((a, b) => (distance(b) < distance(a) ? b : a));
}

function leastRisk<Setting extends { readonly risk: number }>(settings: readonly Setting[]): Setting[] {
  if (settings.length === 0) throw new RangeError("there is no setting to choose from");
  const least = Math.min(...settings.map(({ risk }) => risk));
  return settings.filter(({ risk }) => risk <= least + EQUAL);
}
