#!/usr/bin/env node
// Kept in the repository, because npm links a command only if its file is there when the packages are installed, which in a clone is before the build.
import "../dist/bin/main.js";
