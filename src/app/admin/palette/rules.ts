export const FOUND_KINDS = ['person', 'order', 'giveaway', 'product'] as const

/** A single letter would match nearly everything. */
export const LEAST_LETTERS = 2
