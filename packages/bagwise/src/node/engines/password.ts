/** Passwords of addresses, by the address without it. They leave the memory with the process. */
const passwords = new Map<string, string>();

const WITH_PASSWORD = /^([a-z]+:\/\/[^:@/?#]*):([^@/?#]*)@/i;

/**
 * An address without its password, which is kept apart in memory. Everything that is printed, logged
 * or written gets the address from here, so a password cannot be in it. Other text is unchanged.
 */
export function withoutPassword(address: string): string {
  const found = WITH_PASSWORD.exec(address);
  if (found === null) return address;
  const [all, start, password] = found;
  const shown = `${start}@${address.slice(all.length)}`;
  passwords.set(shown, decoded(password));
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
