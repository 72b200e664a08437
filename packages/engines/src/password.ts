/** Passwords of addresses, by the address without it. They leave the memory with the process. */
const passwords = new Map<string, string>();

/** An address of a database, perhaps after the name of an option: the password goes up to the last @. */
const DATABASE = /^((?:--[\w-]+=)?)((?:postgres(?:ql)?|trino(?:\+https)?):\/\/[^:@/?#]*):(.*)@/is;
/** Any other address. */
const OTHER = /^((?:--[\w-]+=)?)([a-z][a-z\d+.-]*:\/\/[^:@/?#]*):([^@/?#]*)@/i;
/** As a parameter, which the driver of PostgreSQL takes, too. */
const PARAMETER = /([?&])password=([^&#]*)(&?)/i;
const ADDRESS = /^((?:--[\w-]+=)?)[a-z][a-z\d+.-]*:\/\//i;

/**
 * An address without its password, which is kept apart in memory. Everything that is printed, logged
 * or written gets the address from here, so a password cannot be in it. It may stand after the name of an
 * option, as in `--data=postgres://...`. Other text is unchanged.
 */
export function withoutPassword(text: string): string {
  const [, option] = ADDRESS.exec(text) ?? [];
  if (option === undefined) return text;
  let shown = text;
  let password: string | undefined;
  const before = DATABASE.exec(shown) ?? OTHER.exec(shown);
  if (before !== null) {
    const [all, , start, found] = before;
    password = found;
    shown = `${option}${start}@${shown.slice(all.length)}`;
  }
  for (let parameter = PARAMETER.exec(shown); parameter !== null; parameter = PARAMETER.exec(shown)) {
    const [all, mark, found, more] = parameter;
    password ??= found;
    shown = `${shown.slice(0, parameter.index)}${more === "" ? "" : mark}${shown.slice(parameter.index + all.length)}`;
  }
  if (password !== undefined) passwords.set(shown.slice(option.length), decoded(password));
  return shown;
}

/** The password that an address had; undefined if it had none. */
export function passwordOf(address: string): string | undefined {
  return passwords.get(address);
}

/** A percent sign that encodes nothing stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
