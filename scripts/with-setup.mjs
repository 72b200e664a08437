// node scripts/with-setup.mjs SCRIPT [ARGUMENTS]: sets the clone up if need be, then runs the
// script.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root, setUp } from "./setup.mjs";

const [script, ...rest] = process.argv.slice(2);
// The demo shows the command line alone, and should be there soon.
await setUp({ workbench: script !== "scripts/demo.mjs" });
process.argv = [process.argv[0], join(root, script), ...rest];
await import(pathToFileURL(join(root, script)).href);
