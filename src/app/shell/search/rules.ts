/** A single letter would match nearly everything: the field asks nothing, and the API refuses it. */
export const LEAST_CHARACTERS = 2
