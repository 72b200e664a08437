import { isMolfile } from "./smiles-text.js";

/**
 * The largest molecule that is read, with all its fragments. The library makes drawings and canonical names of it,
 * whose cost grows faster than the square: seconds for this many atoms, without an end for a hundred times as many.
 */
export const LARGEST = {
  /** Atoms that are no plain hydrogens. Insulin has 405. */
  atoms: 500,
  /** Atoms, with the hydrogens that are written. */
  written: 1000,
  /** Bonds that close a ring. A cage of carbon has one for every two atoms. */
  rings: 500,
  /** Characters of a SMILES. */
  characters: 10_000,
} as const;

interface Size {
  readonly atoms: number;
  readonly written: number;
  readonly rings: number;
}

/** Why a SMILES or molfile is too large to be read, as a clause; undefined if it is not. Costs a look at its text. */
export function sizeFlaw(text: string): string | undefined {
  const molfile = isMolfile(text);
  if (!molfile && text.length > LARGEST.characters)
    return `it has ${text.length} characters, and at most ${LARGEST.characters} are read`;
  const { atoms, written, rings } = molfile ? molfileSize(text) : smilesSize(text);
  if (atoms > LARGEST.atoms) return `it has ${atoms} atoms besides hydrogens, and at most ${LARGEST.atoms} are read`;
  if (written > LARGEST.written)
    return `it has ${written} atoms with its hydrogens, and at most ${LARGEST.written} are read`;
  return rings > LARGEST.rings ? `it has ${rings} rings, and at most ${LARGEST.rings} are read` : undefined;
}

/** An atom in brackets or without, or one that closes a ring, which has two ends. */
const PART = /\[[^\]]*\]|Cl|Br|[BCNOPSFIbcnops]|%\d\d|\d/g;

function smilesSize(smiles: string): Size {
  let [written, hydrogens, ends] = [0, 0, 0];
  for (const [part] of smiles.matchAll(PART)) {
    if (/^[%\d]/.test(part)) ends++;
    else written++;
    if (part === "[H]") hydrogens++;
  }
  return { atoms: written - hydrogens, written, rings: Math.ceil(ends / 2) };
}

/** What the molfile says of itself: the library believes it. */
function molfileSize(molfile: string): Size {
  const heads = /\bV3000\b/.test(molfile)
    ? Array.from(molfile.matchAll(/^M {2}V30 COUNTS +(\d+) +(\d+)/gm), ([, atoms, bonds]) => [atoms, bonds])
    : Array.from(molfile.matchAll(/^(.{3})(.{3}).*V2000/gm), ([, atoms, bonds]) => [atoms, bonds]);
  const [written, bonds] = [0, 1].map((k) => heads.reduce((sum, head) => sum + (Number(head[k]) || 0), 0));
  const hydrogens = molfile.match(/^(?:M {2}V30 +\d+ +H|(?: *-?\d+\.\d+){3} H) /gm)?.length ?? 0;
  return { atoms: written - hydrogens, written, rings: bonds - written + 1 };
}
