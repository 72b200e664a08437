import { rolldown } from "rolldown";

/** The package's pure entry as a browser bundle: the chunks by file name. Needs a build. */
export async function bundlePureEntry(): Promise<
  Map<string, { code: string; isEntry: boolean; imports: readonly string[] }>
> {
  const entry = new URL("../../dist/index.js", import.meta.url);
  const bundle = await rolldown({
    input: { bagwise: decodeURIComponent(entry.pathname) },
    platform: "browser",
    logLevel: "silent",
  });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  return new Map(output.flatMap((chunk) => (chunk.type === "chunk" ? [[chunk.fileName, chunk] as const] : [])));
}
