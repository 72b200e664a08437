/** Where a model divides: a bag is called positive when its score is at least `value`. */
export interface Threshold {
  readonly value: number;
  /** The rule that chose it, as a user writes it, such as "precision=0.8". */
  readonly rule: string;
  /** Why it is this value, in a sentence without the full stop. */
  readonly reason: string;
}
