import { readGiveaway } from '#features/giveaways/catalogue/queries/giveaways.server.ts'
import { requireEligible } from '#features/giveaways/eligibility/queries/eligibility.server.ts'
import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { regionOf } from '#kernel/shipping/us-states.ts'
import { bornUntil } from '#kernel/values/clock/age.ts'
import { refusals } from '#platform/errors.ts'
import { readEntriesPerFreeEntry } from '../../cards/queries/entries-per-free-entry.server.ts'
import { FREE_ENTRY_ERRORS, type FreeEntryTerms } from '../contract.ts'
import { type FreeEntryProblem, freeEntryProblem } from '../rules.ts'

const SENTENCES = { ...GIVEAWAY_ERRORS, ...FREE_ENTRY_ERRORS }
const refuse = refusals({ ...GIVEAWAY_ERRORS, ...FREE_ENTRY_ERRORS })

type Terms = { eligible_states: string[]; minimum_age: number | null }
type Stored = {
  starts_at: Date
  ends_at: Date | null
  closed_at: Date | null
  closed_reason: string | null
  subscription_visibility_only: boolean
}

const problemOf = (ctx: DataContext, giveaway: Stored) =>
  freeEntryProblem(
    ctx.settings.freeEntry.online,
    {
      startsAt: giveaway.starts_at,
      closesAt: giveaway.closed_at ?? giveaway.ends_at,
      isCancelled: giveaway.closed_reason === 'cancelled',
      isForMembers: giveaway.subscription_visibility_only,
    },
    ctx.now(),
  )

/** @throws the sentence of a giveaway that takes no free entry online now. */
export function refuseClosedForm(ctx: DataContext, giveaway: Stored): void {
  const problem = problemOf(ctx, giveaway)
  if (problem) throw refuse(problem satisfies FreeEntryProblem)
}

/** A giveaway that takes free entries online now. @throws giveaway_not_found, and the sentence of a closed form. */
export async function requireOpenForFreeEntry(
  ctx: DataContext,
  giveawayId: string,
): Promise<Terms & { title: string }> {
  const giveaway = await ctx.db
    .selectFrom('giveaway')
    .select([
      'title',
      'eligible_states',
      'minimum_age',
      'starts_at',
      'ends_at',
      'closed_at',
      'closed_reason',
      'subscription_visibility_only',
    ])
    .where('id', '=', giveawayId)
    .where('archived_at', 'is', null)
    .where('published_at', 'is not', null)
    .executeTakeFirst()
  if (!giveaway) throw refuse('giveaway_not_found')
  refuseClosedForm(ctx, giveaway)
  return giveaway
}

/**
 * The rules about a person, by what the form says: the age of the settings, and age and states of the giveaway.
 * @throws under_age, and the sentences of ELIGIBILITY_ERRORS.
 */
export function refuseUnfitPerson(
  ctx: DataContext,
  giveaway: Terms,
  { birthDate, state }: { birthDate: string; state: string },
): void {
  const { minimumAge } = ctx.settings
  if (birthDate > bornUntil(ctx.now(), minimumAge)) throw refuse('under_age', { age: minimumAge })
  const terms = { eligibleStates: giveaway.eligible_states, minimumAge: giveaway.minimum_age }
  requireEligible(ctx, terms, { birthDate, state, country: regionOf(state) ? 'US' : '' })
}

/** How a giveaway that the caller sees takes free entries. @throws giveaway_not_found */
export async function readFreeEntryTerms(ctx: Context, idOrSlug: string): Promise<FreeEntryTerms> {
  const { id, tier, entryLimit } = await readGiveaway(ctx, idOrSlug)
  const giveaway = await ctx.db
    .selectFrom('giveaway')
    .select(['starts_at', 'ends_at', 'closed_at', 'closed_reason', 'subscription_visibility_only'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const problem = problemOf(ctx, giveaway)
  return {
    isOnline: ctx.settings.freeEntry.online,
    closed: problem && SENTENCES[problem].message,
    entries: await readEntriesPerFreeEntry(ctx, tier),
    everyDays: ctx.settings.freeEntry.everyDays,
    entryLimit,
  }
}
