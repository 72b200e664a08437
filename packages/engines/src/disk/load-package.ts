import { InputError } from "@bagwise/core/base";

/**
 * Loads a package that bagwise can do without. Throws an InputError that says how to install it if it is
 * not there.
 */
export async function loadPackage<Loaded>(name: string, purpose: string, load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") throw error;
    throw new InputError({
      code: "missing-package",
      message: `${purpose} needs the package ${name}, which is not installed`,
      remedy: `Install it with: npm install ${name}`,
    });
  }
}
