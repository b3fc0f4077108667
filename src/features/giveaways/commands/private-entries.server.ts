import { sql } from 'kysely'
import { type Context, within } from '#adapters/context.ts'
import { tellUser } from '#adapters/realtime-topics.server.ts'
import { returnCredits } from '#features/credits/commands.server.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/ids.server.ts'
import { GIVEAWAY_ERRORS } from '../contract.ts'
import { giveawayChanged, slotsMoved } from '../live-slots.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/**
 * Records a free entry that came by mail. Its number comes after the last slot that can be bought, so there is always one.
 * It counts until the draw, which follows the end of the mail-in window.
 * @returns its number. @throws already_drawn, too_early_for_mail.
 */
export async function addPrivateEntry(ctx: Context, input: { giveawayId: string; name: string; email: string }) {
  const { giveawayId, name, email } = input
  const slotNumber = await ctx.db.transaction().execute(async trx => {
    const giveaway = await lockedUndrawn(within(ctx, trx), giveawayId)
    if (giveaway.starts_at > ctx.now()) throw refuse('too_early_for_mail')
    // Numbers of removed entries are not given again.
    const { last } = await trx
      .selectFrom('giveaway_entry')
      .select(eb => eb.fn.max<number | null>('slot_number').as('last'))
      .where('giveaway_id', '=', giveawayId)
      .where('is_private', '=', true)
      .executeTakeFirstOrThrow()
    const number = Math.max(giveaway.total_slots, last ?? 0) + 1
    const user = await trx.selectFrom('users').select(['id', 'role']).where('email', '=', email).executeTakeFirst()
    await trx
      .insertInto('giveaway_entry')
      .values({
        id: newId(),
        giveaway_id: giveawayId,
        user_id: user?.id ?? null,
        slot_number: number,
        is_private: true,
        // Staff may enter others by mail (decisions.md), not each other.
        is_staff: user !== undefined && user.role !== 'user',
        mail_name: name,
        mail_email: email,
        created_at: ctx.now(),
        created_by: ctx.actor?.userId ?? null,
      })
      .execute()
    return number
  })
  giveawayChanged(ctx, giveawayId)
  return slotNumber
}

/** Removes the live entry of a slot; a bought one gives its credit back. @throws entry_not_found, already_drawn. */
export async function removeEntry(ctx: Context, input: { giveawayId: string; slotNumber: number }): Promise<void> {
  const { giveawayId, slotNumber } = input
  const ownerId = await ctx.db.transaction().execute(trx => takeOutEntry(within(ctx, trx), input))
  slotsMoved(ctx, giveawayId, [], [slotNumber])
  if (ownerId) tellUser(ctx, ownerId, 'credits', 'entries')
  giveawayChanged(ctx, giveawayId)
}

/** The same in the caller's transaction, which tells nobody. @returns whose it was; null for a mail-in entrant without an account. */
export async function takeOutEntry(ctx: Context, input: { giveawayId: string; slotNumber: number }) {
  const { giveawayId, slotNumber } = input
  const { tier, title } = await lockedUndrawn(ctx, giveawayId)
  const entry = await ctx.db
    .updateTable('giveaway_entry')
    .set({ removed_at: ctx.now(), removed_by: ctx.actor?.userId ?? null })
    .where('giveaway_id', '=', giveawayId)
    .where('slot_number', '=', slotNumber)
    .where('removed_at', 'is', null)
    .returning(['id', 'user_id', 'is_private'])
    .executeTakeFirst()
  if (!entry) throw refuse('entry_not_found')
  if (entry.is_private || !entry.user_id) return entry.user_id
  await ctx.db
    .updateTable('giveaway_participant')
    .set(eb => ({ entry_count: eb('entry_count', '-', 1) }))
    .where('giveaway_id', '=', giveawayId)
    .where('user_id', '=', entry.user_id)
    .execute()
  const source = { type: 'entry', id: entry.id, description: `Slot ${slotNumber} returned, ${title}` }
  await returnCredits(ctx, { userId: entry.user_id, tier, amount: 1, kind: 'entry_returned', source })
  return entry.user_id
}

/** The giveaway under its lock, held alone, so that nobody enters, closes or draws meanwhile. */
async function lockedUndrawn(ctx: Context, giveawayId: string) {
  await sql`select pg_advisory_xact_lock(giveaway_lock(${giveawayId}))`.execute(ctx.db)
  const giveaway = await ctx.db
    .selectFrom('giveaway as g')
    .leftJoin('draw as d', 'd.giveaway_id', 'g.id')
    .select(['g.total_slots', 'g.starts_at', 'g.tier', 'g.title', 'd.drawn_at'])
    .where('g.id', '=', giveawayId)
    .where('g.archived_at', 'is', null)
    .executeTakeFirst()
  if (!giveaway) throw refuse('giveaway_not_found')
  if (giveaway.drawn_at) throw refuse('already_drawn')
  return giveaway
}
