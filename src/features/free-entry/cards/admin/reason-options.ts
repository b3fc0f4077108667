import { REASON_NAMES, REFUSAL_REASONS } from '../card-reasons.ts'

/** The reasons that staff choose from. */
export const REASON_OPTIONS = REFUSAL_REASONS.map(value => ({ value, label: REASON_NAMES[value] }))
