/** The entry @bagwise/engines/addresses: addresses without their passwords. Every command asks it, so it loads nothing else. */
export { withoutPassword } from "./password.js";
