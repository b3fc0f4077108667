import { sql } from 'kysely'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { noLongerEligibleEmail, takenOutEmail } from '../../eligibility/emails.server.ts'
import { KNOWN_INELIGIBLE, REFUSAL_NOW } from '../../eligibility/refusal-now.server.ts'
import { entryEligibility, sentenceOf } from '../../giveaway/eligibility/rules.ts'
import { LOOK_AT_ENTRANTS } from '../../giveaway/job-types.server.ts'
import { IS_IN_DRAW } from '../../giveaway/queries/entry-conditions.server.ts'
import { entriesRemoved } from '../../giveaway/queries/live-slots.server.ts'
import { removeEntries } from './free-credits.server.ts'

/** Persons per step. */
const PIECE = 200

type Entrant = {
  giveawayId: string
  userId: string
  email: string
  name: string
  title: string
  slug: string
  tier: Tier
  freezesAt: Date | null
  birthDate: string | null
  country: string | null
  state: string | null
  eligibleStates: string[]
  minimumAge: number | null
  bought: number
}

type Which = {
  giveawayId?: string | undefined
  userId?: string | undefined
  after?: string | undefined
  limit?: number
}

/** Accounts with live entries in giveaways whose list is open, and whom the terms refuse now. By account, then by giveaway. */
async function ineligibleEntrants(ctx: DataContext, which: Which): Promise<Entrant[]> {
  const { giveawayId, userId, after = '', limit = null } = which
  // A condition that is written out uses an index; `$1 is null or …` reads every entry.
  const ofGiveaway = giveawayId ? sql`and giveaway_id = ${giveawayId}` : sql``
  const ofUser = userId ? sql`and user_id = ${userId}` : sql``
  const { rows } = await sql<Entrant>`
    select g.id as "giveawayId", u.id as "userId", u.email, u.name, g.title, g.slug, g.tier, g.freezes_at as "freezesAt",
      u.birth_date::text as "birthDate", a.country, a.state, g.eligible_states as "eligibleStates", g.minimum_age as "minimumAge", e.bought
    from (
      select giveaway_id, user_id, count(*) filter (where not is_private)::int as bought from giveaway_entry
      where removed_at is null and not is_staff and user_id is not null ${ofGiveaway} ${ofUser}
      group by 1, 2
    ) e
    join giveaway g on g.id = e.giveaway_id and g.archived_at is null and not is_list_final(g.id)
    join users u on u.id = e.user_id and u.deleted_at is null
    left join shipping_address a on a.user_id = u.id
    where ${REFUSAL_NOW(ctx.now())} in (${KNOWN_INELIGIBLE}) and u.birth_date is not null and u.id::text > ${after}
    order by u.id::text, g.id limit ${limit}`.execute(ctx.db)
  return rows
}

/** The sentence that refuses the person. */
const sentenceFor = (ctx: DataContext, entrant: Entrant): string =>
  sentenceOf(entryEligibility(entrant, entrant, ctx.now())!)

/**
 * Tells entrants whom the terms refuse now, each once a reason: after a change of an address, or of a giveaway's terms. Their entries stay
 * until the freeze, because an address can be put right.
 */
export async function tellIneligible(ctx: Context, step: { giveawayId?: string; userId?: string; after: string }) {
  await transact(ctx, async tx => {
    const found = await ineligibleEntrants(tx, { ...step, limit: PIECE })
    for (const entrant of found) {
      const sentence = sentenceFor(tx, entrant)
      const { giveawayId, userId, email } = entrant
      const onceKey = `ineligible:${giveawayId}:${userId}:${sentence}`
      await sendEmail(tx, { to: email, userId, onceKey }, noLongerEligibleEmail(tx, { ...entrant, sentence }))
    }
    if (found.length === PIECE && step.giveawayId)
      await enqueue(tx, LOOK_AT_ENTRANTS, { giveawayId: step.giveawayId, after: found.at(-1)!.userId })
  })
}

/**
 * Takes out the entries of accounts whom the terms refuse, before the list is frozen, returns the credits of bought ones and tells the
 * persons. The caller holds the giveaway's lock alone. @returns how many entries a draw can still choose from.
 */
export async function takeOutIneligible(tx: TransactionContext, giveawayId: string): Promise<number> {
  for (const entrant of await ineligibleEntrants(tx, { giveawayId })) {
    const sentence = sentenceFor(tx, entrant)
    const { userId, email } = entrant
    const inThis = sql`e.giveaway_id = ${giveawayId} and e.user_id = ${userId} and not e.is_staff`
    const by = { by: null, reason: sentence }
    const gone = await removeEntries(tx, userId, { which: sql`${inThis} and not e.is_private`, ...by })
    const mailed = await sql<{ slot: number }>`
      update giveaway_entry e set removed_at = ${tx.now()}, removed_reason = ${sentence}, removed_as = 'cancelled'
      where ${inThis} and e.is_private and e.removed_at is null returning e.slot_number as slot`.execute(tx.db)
    const entries = gone.length + mailed.rows.length
    const message = takenOutEmail(tx, { ...entrant, sentence, entries, credits: gone.length })
    await sendEmail(tx, { to: email, userId, onceKey: `taken-out:${giveawayId}:${userId}` }, message)
    const freed = [...gone, ...mailed.rows.map(({ slot }) => ({ giveawayId, slot }))]
    tx.onCommit(ctx => entriesRemoved(ctx, userId, freed))
  }
  const { left } = await tx.db
    .selectFrom('giveaway_entry as e')
    .select(eb => eb.fn.countAll<number>().as('left'))
    .where('e.giveaway_id', '=', giveawayId)
    .where(IS_IN_DRAW)
    .executeTakeFirstOrThrow()
  return left
}
