/** The entry @bagwise/files/molecules: molecules as conformers and as drawings. Loaded only when there are molecules. */
export { chemistry } from "./encode/molecule/chemistry.js";
export { describeMolecules, type MoleculeJob, type MoleculeOutcome } from "./encode/molecule/describe.js";
export { describeInTurn } from "./encode/molecule/describe-in-turn.js";
export { type Drawing, drawMolecule } from "./encode/molecule/draw.js";
