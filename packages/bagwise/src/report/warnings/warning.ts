/** What people are told about a warning besides its message. */
export interface Warning {
  /** The word that stands in `--json` and in model files. */
  readonly code: string;
  readonly title: string;
  /** Why it comes, in full sentences. */
  readonly cause: string;
  /** What to do about it, in full sentences. */
  readonly remedy: string;
}

/** Warnings about one thing, under a title. */
export interface WarningGroup {
  readonly title: string;
  /** Where they are seen. */
  readonly seen: string;
  readonly warnings: readonly Warning[];
}
