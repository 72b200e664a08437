/**
 * How much a code matters. `info`: nothing to do. `caution`: worth a look. `warning`: results may be
 * worse than they look until you act. `error`: the work stops.
 */
export type Gravity = "info" | "caution" | "warning" | "error";

/** What people are told about a code besides the message that comes with it. */
export interface CodeText<G extends Gravity = Gravity> {
  readonly gravity: G;
  /** A short clause without a final full stop. */
  readonly title: string;
  /** Why it happens, in full sentences. */
  readonly cause: string;
  /** What to do about it, in full sentences. */
  readonly remedy: string;
}

/** Codes about one thing, under a title. */
export interface Topic {
  readonly title: string;
  readonly codes: Readonly<Record<string, CodeText>>;
}

const withGravity =
  <G extends Gravity>(gravity: G) =>
  (title: string, cause: string, remedy: string): CodeText<G> => ({ gravity, title, cause, remedy });

export const info = withGravity("info");
export const caution = withGravity("caution");
export const warning = withGravity("warning");
export const error = withGravity("error");
