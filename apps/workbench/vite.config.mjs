import { fileURLToPath } from "node:url";
import { PALETTE } from "@bagwise/report/page";

const home = fileURLToPath(new URL(".", import.meta.url));

/** The colours of reports, so that both have one source. */
const palette = {
  name: "palette",
  resolveId: (id) => (id === "virtual:palette.css" ? `\0${id}` : null),
  load: (id) => (id === "\0virtual:palette.css" ? PALETTE : null),
};

/** Relative addresses: the folder works at any place of any host, and behind the token of `bagwise workbench`. */
export default {
  root: home,
  base: "./",
  configFile: false,
  logLevel: "error",
  plugins: [palette],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: { format: "es" },
  build: {
    outDir: fileURLToPath(new URL("../../packages/bagwise/dist/workbench/", import.meta.url)),
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 4000,
  },
};
