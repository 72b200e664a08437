import { InputError, quote } from "@bagwise/core/base";
import type { Dialect } from "../dialect.js";
import { duckdb } from "./duckdb.js";
import { postgres } from "./postgres.js";
import { trino } from "./trino.js";

/** Every engine that the tests run queries in. */
export const DIALECTS: readonly Dialect[] = [duckdb, postgres, trino];

/** The dialect with this name. Throws an InputError if there is none. */
export function dialectNamed(name: string): Dialect {
  const found = DIALECTS.find((dialect) => dialect.name === name);
  if (found !== undefined) return found;
  throw new InputError({
    code: "option",
    message: `there is no dialect ${quote(name)}`,
    remedy: `Choose one of ${DIALECTS.map((each) => each.name).join(", ")}.`,
  });
}
