import type { BagSet } from "../bags/bag-set.js";
import type { ReadOptions } from "../format/format.js";
import { readBags as readContent } from "../format/read-bags.js";
import type { Survey } from "../format/survey/survey.js";
import { surveyBags as surveyContent } from "../format/survey-bags.js";
import type { Content, Input } from "../format/text/source.js";
import { nodeTools } from "./encode-tools.js";
import { fileError, fileSource, stdinSource } from "./file-source.js";
import { pathOf } from "./path-of.js";

/**
 * Reads bags from a file (a path or a `file:` URL), from standard input (`-`), or from anything
 * that `readBags` of the browser entry takes. Errors are InputErrors that name the file.
 */
export async function readBags(input: Input, options: ReadOptions = {}): Promise<BagSet> {
  return await opened(input, options, readContent);
}

/** Surveys a file (a path or a `file:` URL), standard input (`-`), or anything else that `surveyBags` takes. */
export async function surveyBags(input: Input, options: ReadOptions = {}): Promise<Survey> {
  return await opened(input, options, surveyContent);
}

/** Does something with an input; paths, that of labels too, are opened. Errors name the file. */
async function opened<Result>(
  input: Input,
  options: ReadOptions,
  work: (content: Input, options: ReadOptions) => Promise<Result>,
): Promise<Result> {
  const { labels } = options;
  const all: ReadOptions = {
    ...options,
    ...(labels !== undefined && { labels: await contentOf(labels) }),
    tools: { ...nodeTools, ...options.tools },
  };
  if (!isPath(input)) return await work(input, all);
  try {
    return await work(await contentOf(input), all);
  } catch (error) {
    throw fileError(pathOf(input), error);
  }
}

function isPath(input: Input): input is string | URL {
  return typeof input === "string" || input instanceof URL;
}

async function contentOf(input: Input): Promise<Content> {
  if (!isPath(input)) return input;
  const path = pathOf(input);
  return path === "-" ? stdinSource() : await fileSource(path);
}
