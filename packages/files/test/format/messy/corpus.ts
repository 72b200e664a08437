import { OTHER_FILES } from "./other-files.js";
import { ROLE_FILES } from "./role-files.js";
import { TEXT_FILES } from "./text-files.js";
import type { MessyFile } from "./truth.js";
import { VALUE_FILES } from "./value-files.js";

/** All files of the corpus, by what they are about. */
export const CORPUS: Readonly<Record<string, readonly MessyFile[]>> = {
  text: TEXT_FILES,
  values: VALUE_FILES,
  roles: ROLE_FILES,
  "other formats": OTHER_FILES,
};

/** The bytes of a file. */
export async function bytesOf({ content }: MessyFile): Promise<Uint8Array> {
  if (typeof content === "function") return await content();
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}
