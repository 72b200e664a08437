/**
 * Plain data as JavaScript: objects, arrays, typed arrays, numbers (with all their bits), strings, booleans and
 * null. What stands in several places is written once: the text is an expression that runs by itself.
 */
export function literal(value: unknown): string {
  const uses = new Map<object, number>();
  const count = (each: unknown): void => {
    if (typeof each !== "object" || each === null) return;
    const before = uses.get(each) ?? 0;
    uses.set(each, before + 1);
    if (before === 0 && !ArrayBuffer.isView(each)) for (const part of Object.values(each)) count(part);
  };
  count(value);
  const names = new Map<object, string>();
  const shared: string[] = [];
  const print = (each: unknown): string => {
    if (typeof each === "number") return Object.is(each, -0) ? "-0" : String(each);
    if (typeof each !== "object" || each === null) return scalar(each);
    const named = names.get(each);
    if (named !== undefined) return named;
    const text = ArrayBuffer.isView(each) ? typed(each) : whole(each, print);
    if ((uses.get(each) ?? 0) < 2) return text;
    const name = `v${names.size}`;
    names.set(each, name);
    shared.push(`  const ${name} = ${text};\n`);
    return name;
  };
  const text = print(value);
  return shared.length === 0 ? text : `(() => {\n${shared.join("")}  return ${text};\n})()`;
}

function whole(value: object, print: (part: unknown) => string): string {
  if (Array.isArray(value)) return `[${value.map(print).join(",")}]`;
  const parts = Object.entries(value).filter(([, part]) => part !== undefined);
  return `{${parts.map(([name, part]) => `${scalar(name)}:${print(part)}`).join(",")}}`;
}

function typed(value: ArrayBufferView): string {
  const kind = Object.prototype.toString.call(value).slice(8, -1);
  const numbers = Array.from(value as Float64Array, (each) => (Object.is(each, -0) ? "-0" : String(each)));
  return `${kind}.from([${numbers.join(",")}])`;
}

/** A string is escaped so that it is the same in a script, in a module and in a page. */
function scalar(value: unknown): string {
  const text = JSON.stringify(value) ?? "undefined";
  return text.replace(/[\u2028\u2029<]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
