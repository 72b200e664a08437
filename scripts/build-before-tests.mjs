// Tests run the built library, so what is built must be the sources as they are now.
import { join } from "node:path";
import { root, run } from "./setup.mjs";

export const setup = () => run(process.execPath, [join(root, "scripts", "build.mjs")]);
