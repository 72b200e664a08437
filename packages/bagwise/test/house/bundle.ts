import { fileURLToPath } from "node:url";
import { type Plugin, rolldown } from "rolldown";
import { root } from "../require-all.js";

/** A chunk of a bundle, and which other chunks it loads at once. */
export interface Chunk {
  readonly code: string;
  readonly imports: readonly string[];
}

/**
 * Bundles entries, paths of files by the name of their chunk, or the text of a program that imports
 * the package by its name: the chunks by file name. Needs a build.
 */
export async function bundle(
  input: Readonly<Record<string, string>> | { readonly program: string },
  { platform = "browser" }: { platform?: "browser" | "node" } = {},
): Promise<Map<string, Chunk>> {
  const { program } = input;
  const built = await rolldown({
    input: program === undefined ? { ...input } : { program: PROGRAM },
    plugins: program === undefined ? [] : [asFile(program)],
    cwd: root,
    platform,
    logLevel: "silent",
  });
  const { output } = await built.generate({ format: "esm", minify: true });
  await built.close();
  return new Map(output.flatMap((chunk) => (chunk.type === "chunk" ? [[chunk.fileName, chunk] as const] : [])));
}

/** The path of a file of the build. */
export function built(file: string): string {
  return fileURLToPath(new URL(`../../dist/${file}`, import.meta.url));
}

const PROGRAM = fileURLToPath(new URL("./program.js", import.meta.url));

/** A file that is not there, with this content. */
function asFile(code: string): Plugin {
  return {
    name: "program",
    resolveId: (id) => (id === PROGRAM ? id : null),
    load: (id) => (id === PROGRAM ? code : null),
  };
}
