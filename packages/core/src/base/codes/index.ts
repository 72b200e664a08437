/** The entry @bagwise/core/codes: what can go wrong: every code with its title, cause and remedy. */
export {
  type Code,
  type CodeText,
  codeText,
  type ErrorCode,
  type Gravity,
  type NoteCode,
  TOPICS,
  type Topic,
} from "./catalogue.js";
