import { findProfile } from '#features/identity/user/queries.server.ts'
import type { DataContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { type Entrant, type EntryTerms, entryEligibility, type Ineligible } from '../../giveaway/eligibility/rules.ts'
import { ELIGIBILITY_ERRORS } from '../../giveaway/errors/eligibility-errors.ts'

const refuse = refusals(ELIGIBILITY_ERRORS)

/** Whom a giveaway admits. */
export const readEntryTerms = (ctx: DataContext, giveawayId: string): Promise<EntryTerms> =>
  ctx.db
    .selectFrom('giveaway')
    .select(['eligible_states as eligibleStates', 'minimum_age as minimumAge'])
    .where('id', '=', giveawayId)
    .executeTakeFirstOrThrow()

/**
 * Why an account may not enter a giveaway by its terms, by the address and the birth date on file; null when it may. The state of
 * residence is that of the default address (docs/decisions/0136-state-of-residence.md).
 */
export async function findIneligibility(
  ctx: DataContext,
  { giveawayId, userId }: { giveawayId: string; userId: string },
): Promise<Ineligible | null> {
  const terms = await readEntryTerms(ctx, giveawayId)
  const profile = await findProfile(ctx, userId)
  const { country = null, state = null } = profile?.shippingAddress ?? {}
  return entryEligibility(terms, { birthDate: profile?.birthDate ?? null, country, state }, ctx.now())
}

/** The refusal with the sentence of a reason. */
export const refusalFor = ({ code, details }: Ineligible) => refuse(code, details)

/** @throws a refusal of ELIGIBILITY_ERRORS for a person whom the terms refuse. */
export function requireEligible(ctx: DataContext, terms: EntryTerms, person: Entrant): void {
  const reason = entryEligibility(terms, person, ctx.now())
  if (reason) throw refuse(reason.code, reason.details)
}

/**
 * Refuses an account that is known to be ineligible. An address that was removed names no state; the prize asks for one.
 * @throws a refusal of ELIGIBILITY_ERRORS, except address_needed.
 */
export async function requireStillEligible(
  ctx: DataContext,
  entrant: { giveawayId: string; userId: string },
): Promise<void> {
  const reason = await findIneligibility(ctx, entrant)
  if (reason && reason.code !== 'address_needed') throw refuse(reason.code, reason.details)
}
