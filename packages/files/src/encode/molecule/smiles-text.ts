/** Atoms, bonds, rings and branches: what a SMILES is written with. */
const SMILES = /^[A-Za-z0-9@+\-[\]()=#$:/\\%.*]+$/;
/** The atoms that need no brackets. Two letters come first, so that Cl is not a C. */
const BARE_ATOM = /Cl|Br|[BCNOPSFIbcnops]/g;

/** Whether a text is a molfile and no SMILES. */
export function isMolfile(text: string): boolean {
  return /\bV[23]000\b/.test(text);
}

/** The SMILES of a cell: what may follow after a blank, such as a name, is left out. */
export function smilesPart(text: string): string {
  const [first = ""] = text.trim().split(/\s/, 1);
  return first;
}

/**
 * Whether a text is written like a SMILES: only its characters, and outside of brackets only atoms that
 * may stand there. Some words are, too: `CCO` is an alcohol, and could be a shop.
 */
export function looksLikeSmiles(text: string): boolean {
  if (!SMILES.test(text) || syntaxFlaw(text) !== undefined) return false;
  const bare = text.replace(/\[[^\]]*\]/g, "");
  const letters = bare.replace(BARE_ATOM, "").match(/[A-Za-z]/);
  return letters === null && /[A-Za-z]/.test(text);
}

/** What every reader should complain about, as a clause; undefined if nothing. */
export function syntaxFlaw(smiles: string): string | undefined {
  const strange = /[^A-Za-z0-9@+\-[\]()=#$:/\\%.*]/.exec(smiles);
  if (strange !== null) return `${JSON.stringify(strange[0])} is no part of a SMILES`;
  if (smiles.includes("*")) return "an asterisk may be any atom";
  let [depth, bracket] = [0, false];
  for (const sign of smiles) {
    if (sign === "[" || sign === "]") {
      if (bracket === (sign === "[")) return "its square brackets do not match";
      bracket = sign === "[";
    }
    if (sign === "(") depth++;
    if (sign === ")" && --depth < 0) return "a parenthesis is closed that was not opened";
  }
  if (bracket) return "a square bracket is not closed";
  return depth > 0 ? "a parenthesis is not closed" : undefined;
}
