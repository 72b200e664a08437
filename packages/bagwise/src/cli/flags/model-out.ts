import { InputError } from "@bagwise/core/base";
import type { Model } from "@bagwise/core/model";
import type { Command } from "commander";
import { saveModel } from "../../node/files/model-file.js";
import { addForceFlag, checkOutputs, type ForceFlag, outOption } from "./outputs.js";
import type { ReadingFlags } from "./reading.js";

/** Where a changed model goes. */
export interface ModelOutFlags extends ForceFlag {
  readonly out?: string;
  readonly inPlace?: boolean;
}

/** Adds the flags of a command that changes a model. */
export function addModelOutFlags(command: Command): Command {
  return addForceFlag(
    command.addOption(outOption("model", "model file to write")).option("--in-place", "replace the model file itself"),
  );
}

/**
 * The path to write to; undefined for none. Call it before any work: it throws an InputError for
 * two places to write to, and for a file that would be overwritten.
 */
export async function modelOutPath(
  path: string,
  file: string | undefined,
  { out, inPlace = false, force, labels, encoder }: ModelOutFlags & Pick<ReadingFlags, "labels" | "encoder">,
): Promise<string | undefined> {
  if (out !== undefined && inPlace)
    throw new InputError({
      code: "option",
      message: "--out and --in-place do not go together",
      remedy: "Leave one of them out.",
    });
  const read = { "the file of bags": file, "the file of labels": labels, "the encoder": encoder };
  if (inPlace) {
    // What is no model is refused when it is loaded.
    await checkOutputs({ "--in-place": { path, as: "model" } }, read, { force: true });
    return path;
  }
  try {
    const inputs = { "the model": path, ...read };
    await checkOutputs({ "--out": { path: out, as: "model" } }, inputs, { ...(force && { force }) });
  } catch (error) {
    const same = error instanceof InputError && error.code === "overwrite" && error.complaint.includes("is the model");
    if (!same) throw error;
    throw error.with({ remedy: "Use --in-place if you mean it, or choose another name." });
  }
  return out;
}

/** Writes the model, if there is a path, and returns a sentence that says so. */
export async function writtenText(model: Model, to: string | undefined): Promise<string> {
  if (to === undefined) return "Nothing was written. To write the model, add --out NEW-MODEL or --in-place.";
  const bytes = await saveModel(model, to);
  return `Model written to ${to} (${Math.ceil(bytes / 1024)} KB).`;
}
