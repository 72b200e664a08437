/** `letters.csv.gz` becomes `letters`, as for the files of the command line. */
export function fileStem(name: string): string {
  return name.replace(/\.gz$/i, "").replace(/(?<=.)\.[^.]*$/, "");
}
