import { judgeRaw } from "./judge-raw.mjs";
import { isSession, judgeSession } from "./sessions.mjs";

/**
 * Reads a file of bags or a model, and says what is wrong with what happened: undefined if it was
 * read into something sound, or refused by an InputError.
 */
export async function judge(name, bytes, library) {
  const { InputError } = library;
  try {
    if (isSession(name)) return await judgeSession(name, bytes, library);
    if (/\.(texts|series)$/.test(name)) return await judgeRaw(bytes, library);
    return name.endsWith(".model") ? judgeModel(bytes, library) : judgeBags(await readBags(name, bytes, library));
  } catch (error) {
    if (!(error instanceof InputError)) return { kind: "foreign-error", message: described(error) };
    if (/\n/.test(error.message)) return { kind: "message-of-many-lines", message: error.code };
    return undefined;
  }
}

/** The bytes decide how they are read, so that they alone repeat it. */
function readBags(name, bytes, library) {
  const sum = bytes.reduce((total, byte) => (total + byte) % 997, 0);
  const missing = ["error", "drop", "median"][sum % 3];
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += 777) yield bytes.subarray(at, at + 777);
  };
  return library.readBags(sum % 5 === 0 ? pieces() : bytes, { name, missing });
}

function judgeBags(bags) {
  const wrong = (message) => ({ kind: "unsound-bags", message });
  const ids = bags.ids();
  if (bags.size < 1) return wrong("there is no bag");
  if (ids.some((id) => typeof id !== "string" || id === "")) return wrong("an id is blank");
  if (new Set(ids).size !== ids.length) return wrong("two bags have one id");
  const { features } = bags;
  // Words of texts are features in blocks of their own.
  if (features.length + bags.blocks.reduce((sum, { width }) => sum + width, 0) < 1) return wrong("there is no feature");
  if (features.some((name) => typeof name !== "string")) return wrong("a feature has no name");
  if (new Set(features).size !== features.length) return wrong("two features have one name");
  let instances = 0;
  for (let i = 0; i < bags.size; i++) {
    if (bags.sizeOf(i) < 1) return wrong("a bag is empty");
    instances += bags.sizeOf(i);
    if (!["positive", "unlabeled", "negative"].includes(bags.labelOf(i))) return wrong("a label is unknown");
  }
  if (instances !== bags.instances) return wrong("the sizes of the bags do not sum up");
  if (!bags.toMatrix().every(Number.isFinite)) return wrong("a value is not finite");
  return undefined;
}

function judgeModel(bytes, { decodeModel, BagSet }) {
  const wrong = (message) => ({ kind: "unsound-model", message });
  const model = decodeModel(bytes);
  const { features } = model;
  const data = [0, 1, -2, 0.25, 3].flatMap((value) => features.map((_, k) => value * (1 + k / 4)));
  const bags = BagSet.from({
    data,
    offsets: [0, 1, 3, 5],
    ids: ["a", "b", "c"],
    labels: ["positive", "unlabeled", "unlabeled"],
    features,
  });
  if (!model.scores(bags).every(Number.isFinite)) return wrong("a score is not finite");
  for (const { predicted, probability } of model.predict(bags)) {
    if (predicted !== "positive" && predicted !== "negative") return wrong("a prediction is neither");
    if (probability !== null && !(probability >= 0 && probability <= 1)) return wrong("a probability is none");
  }
  const [{ witness }] = model.rank(bags);
  if (!Number.isInteger(witness.row)) return wrong("a witness is no instance");
  return undefined;
}

/** The error and where it came from, without numbers that change from file to file. */
function described(error) {
  if (!(error instanceof Error)) return String(error).slice(0, 80);
  const frame = /\n\s+at (?:async )?([^\s(]+)/.exec(error.stack ?? "")?.[1] ?? "";
  return `${error.name}: ${error.message.slice(0, 80).replaceAll(/\d+/g, "N")} at ${frame}`;
}
