/** The entry @bagwise/engines/scoring: scores into a database, and scores computed inside one. */
export { scoreInDatabase, scoreInto } from "./score-into.js";
