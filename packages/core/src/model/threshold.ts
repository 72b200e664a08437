/** Where a model divides: a bag is called positive if its score is at least `value`. */
export interface Threshold {
  readonly value: number;
  /** The rule that chose it, as you would write it, such as "precision=0.8". */
  readonly rule: string;
  /** Why it has this value, as a sentence without the full stop. */
  readonly reason: string;
}
