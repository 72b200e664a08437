// The code of one package as few files: those of its entries, and what is loaded on demand.
import { rolldown } from "rolldown";
import { fewFiles } from "./few-files.mjs";

/** Names of functions and classes stay readable, so that a stack trace in a bug report tells something. */
const MINIFY = {
  compress: false,
  mangle: { toplevel: false, keepNames: { function: true, class: true } },
  codegen: { removeWhitespace: true },
};

/**
 * Writes the compiled files `input`, paths by the name of their output, into the folder `into`, with all that they
 * reach in the same package. Other packages stay imports, so that code is installed once.
 * `inside` are packages of others that come inside, because every start loads them.
 */
export async function bundlePackage({ input, into, inside = [], small }) {
  const { plugin, groups } = fewFiles({ small });
  const bundle = await rolldown({
    input,
    platform: "node",
    // Paths are ours, and the compiler's helpers come along: nobody installs them.
    external: (id) => !/^(?:\.|\/|[A-Z]:|@oxc-project\/runtime)/i.test(id) && !inside.includes(id.split("/")[0]),
    preserveEntrySignatures: "allow-extension",
    plugins: [plugin],
    logLevel: "silent",
  });
  await bundle.write({
    dir: into,
    format: "esm",
    minify: MINIFY,
    chunkFileNames: "[name]-[hash].js",
    codeSplitting: { groups },
  });
  await bundle.close();
}
