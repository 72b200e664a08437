import { fileURLToPath } from "node:url";
import { PALETTE } from "@bagwise/report/page";

const home = fileURLToPath(new URL(".", import.meta.url));

/** The colours of reports, so that both have one source. */
const palette = {
  name: "palette",
  resolveId: (id) => (id === "virtual:palette.css" ? `\0${id}` : null),
  load: (id) => (id === "\0virtual:palette.css" ? PALETTE : null),
};

/** Tables of openchemlib (1.4 MB) that conformers and drawings do not need: nobody fetches them here. */
const withoutResources = {
  name: "without resources",
  enforce: "pre",
  transform: {
    filter: { id: /openchemlib\.js$/ },
    handler: (code) => code.replace(/new URL\("resources\.json",\s*import\.meta\.url\)\.href/, '""'),
  },
};

/** Relative addresses: the folder works at any place of any host, and behind the token of `bagwise workbench`. */
export default {
  root: home,
  base: "./",
  configFile: false,
  logLevel: "error",
  plugins: [palette, withoutResources],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: { format: "es", plugins: () => [withoutResources] },
  build: {
    outDir: fileURLToPath(new URL("../../packages/bagwise/dist/workbench/", import.meta.url)),
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 4000,
  },
};
