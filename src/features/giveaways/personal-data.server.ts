import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import { type DataSubject, FORGOTTEN_EMAIL, isOwnAct, type PersonalData } from '#kernel/personal-data.ts'
import { TryAgain } from '#kernel/transaction.server.ts'
import { Refusal } from '#platform/errors.ts'
import { cardsOfPerson, eraseSenders, freeEntriesOfPerson, handBackSenders } from './cards/personal-data.server.ts'
import { takeOutEntry } from './entries/commands/staff-entries.server.ts'
import { giveawayChanged, slotsMoved } from './entries/live-slots.server.ts'
import { takesTwoPersons } from './two-persons/queries.server.ts'

/**
 * Removes entries of giveaways whose list is not frozen. Entries of a frozen list stay under the bare id, so that the published list, which
 * names no person, can still be checked.
 */
export const giveawaysData: PersonalData = {
  tables: [
    'giveaway_entry',
    'giveaway_participant',
    'auto_entry',
    'auto_entry_preference',
    'mail_sender',
    'mail_card',
    'mail_card_scan',
    'free_entry_request',
  ],
  async exportOf(ctx, person) {
    const { db } = ctx
    const [entries, wish, cards, asked] = await Promise.all([
      db
        .selectFrom('giveaway_entry as e')
        .innerJoin('giveaway as g', 'g.id', 'e.giveaway_id')
        .leftJoin('drawn_winner as d', 'd.entry_id', 'e.id')
        .select(['g.title as giveaway', 'g.tier', 'e.slot_number as slot', 'e.created_at as date'])
        .select(['e.is_auto_entry as isAutoEntry', 'e.is_private as byMail', 'e.removed_at as removedAt'])
        .select(eb => eb('d.giveaway_id', 'is not', null).as('isWinner'))
        .where(isTheirs(person))
        .orderBy('e.created_at', 'desc')
        .execute(),
      db
        .selectFrom('auto_entry_preference')
        .select(['enabled', 'changed_at as changedAt'])
        .where('user_id', '=', person.userId)
        .executeTakeFirst(),
      cardsOfPerson(ctx, person),
      freeEntriesOfPerson(ctx, person),
    ])
    return { giveawayEntries: entries, autoEntry: wish ?? null, mailedCards: cards, freeEntriesOnline: asked }
  },
  async erase(tx, person) {
    for (const { id, giveawayId, slotNumber } of await openEntriesOf(tx, person)) {
      // An entry arrived after the caller had read the undecided entries: the caller reads them again.
      if (!isOwnAct(tx, person) && !tx.proposal && (await takesTwoPersons(tx, giveawayId))) throw new TryAgain()
      const leaving = takeOutEntry(tx, { giveawayId, slotNumber, entryId: id, as: 'left' })
      const isTaken = await leaving.then(() => true, falseIfGone)
      if (!isTaken) continue
      tx.onCommit(ctx => {
        slotsMoved(ctx, giveawayId, { freed: [slotNumber] })
        giveawayChanged(ctx, giveawayId)
      })
    }
    await sql`
      update giveaway_entry e set
        mail_name = case when user_id is null then 'Former customer' end,
        mail_email = case when user_id is null then ${FORGOTTEN_EMAIL} end
      where ${isTheirs(person)} and is_private`.execute(tx.db)
    if (person.email === null) await handBackSenders(tx, person.userId)
    else await eraseSenders(tx, person)
    // Invalidates the public results that name the person.
    const won = await prizesSince(tx, person, new Date(0))
    tx.onCommit(ctx => {
      for (const { giveawayId } of won) giveawayChanged(ctx, giveawayId)
    })
    await tx.db.deleteFrom('auto_entry_preference').where('user_id', '=', person.userId).execute()
  },
}

const GONE = new Set(['entry_not_found', 'giveaway_not_found', 'already_drawn', 'already_frozen'])

/**
 * The entries were read before the lock of the giveaway. Another transaction may have removed one, deleted the giveaway or frozen its list
 * before the lock.
 */
function falseIfGone(error: unknown): false {
  if (error instanceof Refusal && GONE.has(error.code)) return false
  throw error
}

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
export async function openEntriesOf(ctx: DataContext, person: DataSubject) {
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
export const prizesSince = (ctx: DataContext, person: DataSubject, since: Date) =>
  ctx.db
    .selectFrom('drawn_winner as d')
    .innerJoin('giveaway_entry as e', 'e.id', 'd.entry_id')
    .innerJoin('giveaway as g', 'g.id', 'd.giveaway_id')
    .select(['g.id as giveawayId', 'g.title'])
    .where(isTheirs(person))
    .where('d.drawn_at', '>=', since)
    .execute()
