/** The entry @bagwise/files/encode: which raw things can become instances, and with what options. */
export { describeEncoders, optionsOfEncoders } from "./encoders.js";
export { INVALID_WAYS } from "./invalid.js";
export type { EncodeOptions } from "./options.js";
export type { EncodeTools, PictureModel, Pixels } from "./tools.js";
