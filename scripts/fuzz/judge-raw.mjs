/**
 * Reads texts or series, and reads them again as their recipe says; some also train a model that ranks and explains
 * them. Says what is wrong with what happened, undefined if nothing. An InputError is thrown on.
 */
export async function judgeRaw(bytes, library) {
  const text = new TextDecoder().decode(bytes);
  const end = text.indexOf("\n");
  const [options, table] = [text.slice(0, end), { text: text.slice(end + 1), name: "fuzz.jsonl" }];
  if (!isObject(options)) return undefined;
  const bags = await library.readBags(table, JSON.parse(options));
  const again = await library.readBags(table, { recipe: bags.recipe });
  const wrong = (message) => ({ kind: "unsound-raw", message });
  const [first, second] = [bags, again].map((each) => each.parts());
  if (bags.size < 1 || bags.ids().some((_, i) => bags.sizeOf(i) < 1)) return wrong("a bag is empty");
  if (!first.data.every(Number.isFinite)) return wrong("a value is not finite");
  if (contentOf(first) !== contentOf(second)) return wrong("the recipe gives other bags");
  // Training takes a while: the bytes decide.
  if (bytes.length % 12 !== 0 || bags.instances > 500) return undefined;
  const model = await library.auto({ seed: 1 }).fit(bags);
  const ranked = model.rank(bags);
  if (ranked.length !== bags.size || !ranked.every(({ score }) => Number.isFinite(score)))
    return wrong("a score is none");
  const [{ index, witness }] = ranked;
  if (!(witness.instance < bags.sizeOf(index))) return wrong("a witness is no instance");
  const [explained] = await library.explain(model, bags.subset(Uint32Array.of(index)));
  return explained === undefined ? wrong("nothing is explained") : undefined;
}

function isObject(text) {
  try {
    return JSON.parse(text)?.constructor === Object;
  } catch {
    return false;
  }
}

function contentOf({ data, offsets, ids, labels, features, blocks }) {
  const sparse = blocks?.map(({ name, width, offsets: starts, indices, values }) => [
    name,
    width,
    ...[starts, indices, values].map(list),
  ]);
  return JSON.stringify([list(data), list(offsets), ids, list(labels), features, sparse]);
}

const list = (values) => values && Array.from(values);
