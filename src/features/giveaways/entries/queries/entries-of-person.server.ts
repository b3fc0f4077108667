import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import type { DataSubject } from '#kernel/personal-data.ts'

/**
 * Includes mailed entries from before the account existed, by their e-mail address or by a sender that belongs to the account. An account
 * whose mailbox is unproven has only its own entries.
 */
export const isTheirs = ({ userId, email }: DataSubject) =>
  email === null
    ? sql<boolean>`(e.user_id = ${userId} and not e.is_private)`
    : sql<boolean>`(e.user_id = ${userId} or (e.user_id is null and (lower(e.mail_email) = ${email} or e.id = any(array(
    select c.entry_id from mail_card c join mail_sender s on s.id = c.sender_id where s.user_id = ${userId})))))`

/** Live entries in giveaways whose list is not frozen. Giveaways are ascending, because their locks are taken in this order. */
export async function listOpenEntries(ctx: DataContext, person: DataSubject) {
  return ctx.db
    .selectFrom('giveaway_entry as e')
    .innerJoin('giveaway as g', 'g.id', 'e.giveaway_id')
    .select(['e.id', 'e.giveaway_id as giveawayId', 'e.slot_number as slotNumber', 'g.title'])
    .where(isTheirs(person))
    .where('e.removed_at', 'is', null)
    .where('g.archived_at', 'is', null)
    .where(sql<boolean>`not is_list_final(g.id)`)
    .orderBy('e.giveaway_id')
    .orderBy('e.slot_number')
    .execute()
}

/** Giveaways that the person won since a moment. */
export const listPrizesSince = (ctx: DataContext, person: DataSubject, since: Date) =>
  ctx.db
    .selectFrom('drawn_winner as d')
    .innerJoin('giveaway_entry as e', 'e.id', 'd.entry_id')
    .innerJoin('giveaway as g', 'g.id', 'd.giveaway_id')
    .select(['g.id as giveawayId', 'g.title'])
    .where(isTheirs(person))
    .where('d.drawn_at', '>=', since)
    .execute()
