/** The last part of a path, on any system. Null for none, and for standard input. */
export function fileName(path: string | null): string | null {
  return path === null || path === "-" ? null : path.replace(/^.*[\\/](?=.)/, "");
}
