import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { shopDayOf } from '#kernel/values/shop-day.ts'
import { refusals, refuse as refuseCommon } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { GIVEAWAY_ERRORS } from '../../contract.ts'
import { type LockedGiveaway, lockedUndrawn } from '../../lifecycle/commands/locked-giveaway.server.ts'
import type { PrivateEntryInput } from '../entries-contract.ts'
import { giveawayChanged } from '../live-slots.server.ts'
import { mailProblemOf } from '../mail-window.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/**
 * Records a free mail-in entry. Its number comes after the last slot on sale, so a number is always free. The day of arrival counts
 * (`mailProblemOf`), not the day on which staff open the envelope.
 * @returns the entry's number. @throws already_drawn, too_early_for_mail, mail_too_late, is_draft, giveaway_cancelled, invalid_input.
 */
export async function addPrivateEntry(ctx: Context, input: PrivateEntryInput & { giveawayId: string }) {
  const { giveawayId } = input
  return transact(ctx, async tx => {
    const giveaway = await lockedUndrawn(tx, giveawayId)
    const receivedOn = acceptedDay(tx, giveaway, input)
    const number = Math.max(giveaway.total_slots, await lastMailedNumber(tx, giveawayId)) + 1
    const { email, name } = input
    const user = await tx.db.selectFrom('users').select(['id', 'role']).where('email', '=', email).executeTakeFirst()
    const id = newId()
    await tx.db
      .insertInto('giveaway_entry')
      .values({
        id,
        giveaway_id: giveawayId,
        user_id: user?.id ?? null,
        slot_number: number,
        is_private: true,
        // A mail-in entry of a staff account counts as a staff entry, so the draw ignores it.
        is_staff: user !== undefined && user.role !== 'user',
        mail_name: name,
        mail_email: email,
        mail_received_on: receivedOn,
        mail_postmarked_on: input.postmarkedOn ?? null,
        created_at: tx.now(),
        created_by: tx.actor?.userId ?? null,
      })
      .execute()
    await writeAuditLog(tx, {
      action: 'added by mail',
      subject: { type: 'entry', id, label: `Slot ${number}, ${giveaway.title}` },
      after: { giveawayId, slotNumber: number, email, receivedOn, postmarkedOn: input.postmarkedOn ?? null },
    })
    tx.onCommit(ctx => giveawayChanged(ctx, giveawayId))
    return number
  })
}

/** Returns the day of arrival if the entry counts. */
function acceptedDay(ctx: DataContext, giveaway: LockedGiveaway, input: PrivateEntryInput): string {
  if (!giveaway.published_at) throw refuse('is_draft')
  if (giveaway.closed_reason === 'cancelled') throw refuse('giveaway_cancelled')
  const today = shopDayOf(ctx.now())
  const { receivedOn = today, postmarkedOn } = input
  if (receivedOn > today) throw refuseCommon('invalid_input', {}, { receivedOn: ['This day is still to come.'] })
  if (postmarkedOn && postmarkedOn > receivedOn)
    throw refuseCommon('invalid_input', {}, { postmarkedOn: ['It cannot be posted after it came.'] })
  const { mailInHours } = ctx.settings
  const problem = mailProblemOf(
    { startsAt: giveaway.starts_at, closesAt: giveaway.closed_at ?? giveaway.ends_at, mailInHours },
    receivedOn,
  )
  if (problem || giveaway.starts_at > ctx.now())
    throw refuse(problem ?? 'too_early_for_mail', { days: mailInHours / 24 })
  return receivedOn
}

/** Numbers of removed entries are not reused. */
async function lastMailedNumber(ctx: DataContext, giveawayId: string): Promise<number> {
  const { last } = await ctx.db
    .selectFrom('giveaway_entry')
    .select(eb => eb.fn.max<number | null>('slot_number').as('last'))
    .where('giveaway_id', '=', giveawayId)
    .where('is_private', '=', true)
    .executeTakeFirstOrThrow()
  return last ?? 0
}
