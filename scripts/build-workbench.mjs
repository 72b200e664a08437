// Builds the browser application of apps/workbench into packages/bagwise/dist/workbench, from where
// `bagwise workbench` serves it. Needs a build of the library.
import { fileURLToPath } from "node:url";

/** Bundles the page, its worker and what they load on demand. */
export async function buildWorkbench() {
  // Loaded here, because its settings need the built library.
  const [{ build }, { default: config }] = await Promise.all([
    import("vite"),
    import("../apps/workbench/vite.config.mjs"),
  ]);
  await build(config);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWorkbench();
