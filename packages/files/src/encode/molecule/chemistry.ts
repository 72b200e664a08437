import { InputError } from "@bagwise/core/base";
import type * as OpenChemLib from "openchemlib";

/** The library of chemistry: it reads structures, finds rings and aromatic atoms, and draws. */
export type Chemistry = typeof OpenChemLib;
export type Molecule = OpenChemLib.Molecule;

let loaded: Promise<Chemistry> | undefined;

/** Loads openchemlib, once. Throws an InputError that says what to install if it is missing. */
export async function chemistry(): Promise<Chemistry> {
  loaded ??= import("openchemlib");
  try {
    return await loaded;
  } catch {
    loaded = undefined;
    throw new InputError({
      code: "missing-package",
      message: "reading molecules needs the package openchemlib, which is not installed",
      remedy: "Install it with: npm install openchemlib",
    });
  }
}
