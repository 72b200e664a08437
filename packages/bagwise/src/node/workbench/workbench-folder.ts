import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { InputError } from "@bagwise/core/base";

/** Where the built pages are: beside the build, or from the sources of a clone. */
const PLACES = ["../workbench/", "../../workbench/"];

/** The folder of the built workbench. Throws an InputError if it is not there. */
export function workbenchFolder(): string {
  const folders = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = folders.find((folder) => existsSync(`${folder}index.html`));
  if (found !== undefined) return found;
  throw new InputError({
    code: "no-workbench",
    message: "the pages of the workbench are not there",
    remedy: "Install bagwise again, or run `npm run build` in a clone.",
  });
}
