import { fileURLToPath } from "node:url";
import { InputError } from "@bagwise/core/base";

/**
 * The path of a file that is named by a path or by a `file:` URL; any other URL is an InputError.
 */
export function pathOf(file: string | URL): string {
  if (typeof file === "string") return file;
  if (file.protocol === "file:") return fileURLToPath(file);
  throw new InputError({
    code: "not-a-file",
    message: `${file.href} is not the URL of a file`,
    remedy: "Give a path or a file: URL. To read from a server, give what `await fetch(url)` returns.",
  });
}
