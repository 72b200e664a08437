/**
 * The first lines of a file's head, without byte order mark (as Latin-1 shows it) and blank lines.
 */
export function headLines(head: string): string[] {
  return head
    .replace(/^(?:\u00ef\u00bb\u00bf|\ufeff)/, "")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");
}
