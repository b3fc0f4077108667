import type { Kind } from '#features/legal/contract.ts'
import type { ShippedTemplate } from '../template.ts'
import { AGE_VERIFICATION } from './age-verification.ts'
import { FREE_ENTRY } from './free-entry.ts'
import { PRIVACY } from './privacy.ts'
import { SWEEPSTAKES } from './sweepstakes.ts'
import { TERMS } from './terms.ts'

export const SHIPPED_TEMPLATES: Readonly<Record<Kind, ShippedTemplate>> = {
  terms: TERMS,
  privacy: PRIVACY,
  sweepstakes: SWEEPSTAKES,
  'no-purchase-necessary': FREE_ENTRY,
  'age-verification': AGE_VERIFICATION,
}

/** The clauses of a shipped template as staff edit them: without what only this release reads. */
export const shippedClausesOf = (kind: Kind) =>
  SHIPPED_TEMPLATES[kind].clauses.map(({ name, title, blocks }) => ({ name, title, blocks }))
