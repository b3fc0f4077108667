import type { LegalText } from '#features/legal/contract.ts'
import { ageVerification } from './age-verification.ts'
import { freeEntry } from './free-entry.ts'
import { privacy } from './privacy.ts'
import { sweepstakesRules } from './sweepstakes-rules.ts'
import { terms } from './terms.ts'

/**
 * The texts as they are to be in force; the shop publishes them at its start. Change a word here, or a setting that a number in
 * them comes from, and the next start makes a new version of that text.
 */
export const LEGAL_TEXTS: readonly LegalText[] = [terms, privacy, sweepstakesRules, freeEntry, ageVerification]
