import { sql } from 'kysely'
import { FORGOTTEN_EMAIL, isOwnAct, type PersonalData } from '#kernel/personal-data.ts'
import { TryAgain } from '#kernel/transaction.server.ts'
import { Refusal } from '#platform/errors.ts'
import { takeOutEntry } from './entries/commands/staff-entries.server.ts'
import { isTheirs, listOpenEntries, listPrizesSince } from './entries/queries/entries-of-person.server.ts'
import { giveawayChanged, slotsMoved } from './giveaway/queries/live-slots.server.ts'
import { takesTwoPersons } from './two-persons/queries.server.ts'

/**
 * Removes entries of giveaways whose list is not frozen. Entries of a frozen list stay under the bare id, so that the published list, which
 * names no person, can still be checked.
 */
export const giveawaysData: PersonalData = {
  tables: ['giveaway_entry', 'giveaway_participant', 'auto_entry', 'auto_entry_preference'],
  async exportOf(ctx, person) {
    const { db } = ctx
    const [entries, wish] = await Promise.all([
      db
        .selectFrom('giveaway_entry as e')
        .innerJoin('giveaway as g', 'g.id', 'e.giveaway_id')
        .leftJoin('drawn_winner as d', 'd.entry_id', 'e.id')
        .select(['g.title as giveaway', 'g.tier', 'e.slot_number as slot', 'e.created_at as date'])
        .select(['e.is_auto_entry as isAutoEntry', 'e.is_private as byMail', 'e.removed_at as removedAt'])
        .select(eb => eb('d.giveaway_id', 'is not', null).as('isWinner'))
        .where(isTheirs(person))
        .orderBy('e.created_at', 'desc')
        .orderBy('e.id', 'desc')
        .execute(),
      db
        .selectFrom('auto_entry_preference')
        .select(['enabled', 'changed_at as changedAt'])
        .where('user_id', '=', person.userId)
        .executeTakeFirst(),
    ])
    return { giveawayEntries: entries, autoEntry: wish ?? null }
  },
  async erase(tx, person) {
    for (const { id, giveawayId, slotNumber } of await listOpenEntries(tx, person)) {
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
    // Invalidates the public results that name the person.
    const won = await listPrizesSince(tx, person, new Date(0))
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
