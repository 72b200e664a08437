/** The user ended the work with Ctrl-C. The message says how to continue. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}
