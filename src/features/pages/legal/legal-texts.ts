import type { LegalText } from '#features/legal/contract.ts'
import type { Settings } from '#kernel/settings.ts'
import { ageVerificationOf } from './age-verification.ts'
import { factsOf } from './facts.ts'
import { freeEntryOf } from './free-entry.ts'
import { privacyOf } from './privacy.ts'
import { sweepstakesRulesOf } from './sweepstakes-rules.ts'
import { termsOf } from './terms.ts'

/**
 * The legal texts under these settings. The shop publishes them at its start and after a change of settings; a text whose wording
 * differs from its newest version becomes the next version.
 */
export function legalTextsOf(settings: Settings): LegalText[] {
  const facts = factsOf(settings)
  return [termsOf, privacyOf, sweepstakesRulesOf, freeEntryOf, ageVerificationOf].map(textOf => textOf(facts))
}
