import { InputError, type Place } from "../../base/errors.js";

/** The complaint about a file without a single instance. */
export function noInstances(where: Place, remedy = "Give at least one instance."): InputError {
  return new InputError({ code: "no-instances", message: "there is no data row", remedy, where });
}

/** The complaint about a bag that is there but has nothing in it. */
export function emptyBag(where: Place): InputError {
  return new InputError({
    code: "empty-bag",
    message: "the bag has no instances",
    remedy: "Give the bag at least one instance, or leave the bag out.",
    where,
  });
}
