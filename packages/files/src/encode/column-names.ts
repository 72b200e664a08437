import { badOption, InputError, type Option, quote, text } from "@bagwise/core/base";
import type { Grid } from "../table/table.js";

/** An option that names one or more columns: a list, or a text with commas. */
export function columnNames(help: string): Option<string | readonly string[], readonly string[] | undefined> {
  return text({
    default: null,
    help,
    read: (given: string | readonly string[], name): readonly string[] => {
      const names = typeof given === "string" ? given.split(",").map((part) => part.trim()) : given;
      if (!Array.isArray(names) || names.length === 0 || names.some((each) => typeof each !== "string" || each === ""))
        throw badOption(name, given, "the names of columns");
      return [...new Set(names)];
    },
  });
}

/** The positions of these columns. Throws an InputError for one that is not there. */
export function columnsOf({ columns }: Grid, names: readonly string[], option: string, file: string): number[] {
  return names.map((name) => {
    const at = columns.indexOf(name);
    if (at !== -1) return at;
    const shown = columns.slice(0, 8).map((each) => quote(each));
    throw new InputError({
      code: "no-such-column",
      message: `there is no column ${quote(name)} (the option ${option})`,
      remedy: `The columns are ${shown.join(", ")}${columns.length > 8 ? " …" : ""}.`,
      where: { file },
    });
  });
}

/** The name, with an underscore for each time that it is taken. */
export function freeName(name: string, taken: readonly string[]): string {
  return taken.includes(name) ? freeName(`${name}_`, taken) : name;
}
