import { forgetProposalsAbout } from '#features/proposals/personal-data.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { type DataSubject, isOwnAct, type PersonalData } from '#kernel/personal-data.ts'
import { DECLINED } from './commands/answer-prize.server.ts'
import { endLocked } from './commands/end-winner.server.ts'
import { lockWinner } from './commands/move-winner.server.ts'
import { type Contacts, readContacts, tellChange, together } from './commands/tell-change.server.ts'
import { deleteStory } from './gallery/commands/tell-story.server.ts'
import { exportStories } from './gallery/personal-data.server.ts'
import { listWinnerIds, readOpenPrizeRefusal } from './queries/open-prizes.server.ts'
import { readPrizes, type Won } from './queries/winners.server.ts'
import { FROM } from './rules.ts'

/**
 * A user who leaves loses a prize that is not shipped yet, and it passes on to the next alternate; staff cannot delete such a user. For a shipped or delivered prize, the facts
 * stay under the entry's id, and its tax form until the years are over for which the law asks to keep it. The public result, which holds
 * pseudonyms, can still be checked.
 */
export const winnersData: PersonalData = {
  tables: ['winner', 'winner_story', 'winner_story_consent', 'tax_form', 'winner_contact_change'],
  async exportOf(ctx, person) {
    const ids = await listWinnerIds(ctx, person)
    const rows = ids.length === 0 ? [] : await readRows(ctx, ids)
    const prizes = await readPrizes(ctx, rows)
    return {
      prizes: rows.map(({ id, ...row }) => ({ giveaway: prizes.get(id)!.title, slot: prizes.get(id)!.slot, ...row })),
      ...(await exportStories(ctx, ids)),
      // The number is known to its owner, and an export may be read by others.
      taxForms: ids.length === 0 ? [] : await readTaxForms(ctx, ids),
    }
  },
  async erase(tx, person) {
    const lost: { locked: Won; contacts: Contacts }[] = []
    for (const id of await listWinnerIds(tx, person)) {
      const locked = await lockWinner(tx, id)
      if (FROM['pass-on'].includes(locked.row.state)) {
        // The winner may give the prize up. Another person passes it on, which has its own rights and rules.
        if (!isOwnAct(tx, person)) throw await readOpenPrizeRefusal(tx, id)
        lost.push({ locked, contacts: await readContacts(tx, locked) })
        await endLocked(tx, locked, {
          isToldLater: true,
          as: 'declined',
          reasonClass: 'left',
          reason: 'The account was deleted.',
          from: FROM['pass-on'],
          action: 'gave the prize up',
        })
        await tx.db.deleteFrom('tax_form').where('winner_id', '=', id).execute()
      }
      const written = locked.row.state === 'declined' ? { ended_reason: DECLINED } : {}
      await tx.db
        .updateTable('winner')
        .set({ ship_to: null, tracking_number: null, ...written })
        .where('id', '=', id)
        .execute()
      // Staff may have named the person in a reason.
      await tx.db.updateTable('winner_pass').set({ reason: 'Erased.' }).where('winner_id', '=', id).execute()
      await forgetProposalsAbout(tx, 'winner', id)
      await deleteStory(tx, id)
      await tx.db.deleteFrom('winner_message').where('winner_id', '=', id).execute()
    }
    await tx.db.deleteFrom('winner_contact_change').where('user_id', '=', person.userId).execute()
    return async () => {
      // The browsers went with the account.
      for (const { locked, contacts } of lost)
        await tellLoss(tx, locked, {
          contacts: { ...together(contacts, ownContacts(person)), endpoints: [] },
          userId: person.userId,
        })
    }
  },
}

const ownContacts = ({ email, phone }: DataSubject): Contacts => ({
  emails: email ? [email.toLowerCase()] : [],
  phones: phone ? [phone] : [],
  endpoints: [],
})

/** The last messages about a prize, also to a winner without a notice. */
const tellLoss = (tx: TransactionContext, locked: Won, to: { contacts: Contacts; userId: string }) =>
  tellChange(tx, locked, {
    sentences: ['The account was deleted, and the prize goes to the next entry of the drawn order.'],
    shipTo: null,
    isFarewell: true,
    ...to,
  })

const readRows = (ctx: Context, ids: readonly string[]) =>
  ctx.db
    .selectFrom('winner')
    .select(['id', 'state', 'selected_at as selectedAt', 'notified_at as notifiedAt', 'answered_at as answeredAt'])
    .select(['ship_to as shipTo', 'carrier', 'tracking_number as trackingNumber', 'shipped_at as shippedAt'])
    .where('id', 'in', [...ids])
    .orderBy('selected_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

const readTaxForms = (ctx: Context, ids: readonly string[]) =>
  ctx.db
    .selectFrom('tax_form')
    .select(['tax_year as year', 'first_name as firstName', 'last_name as lastName', 'number_kind as numberKind'])
    .select(['signed_as as signedAs', 'signed_at as signedAt'])
    .where('winner_id', 'in', [...ids])
    .execute()
