import type { Context, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import type { PrizeAddress } from '../contract.ts'
import { lockWinner } from './move-winner.server.ts'
import { readContacts, tellChange, together } from './tell-change.server.ts'

/** Changes of contacts told in one run; the next run starts within a minute. */
const ROUND = 200

/**
 * Tells winners whose prize is not handed over that the e-mail address or phone of their account changed, at the old and at the new one. The
 * trigger `keep_winner_contact` keeps the old one for every writer of the account. Safe at any time and in several processes at once.
 */
export async function tellContactChanges(ctx: Context): Promise<void> {
  const changes = await ctx.db.selectFrom('winner_contact_change').select('id').orderBy('at').limit(ROUND).execute()
  for (const { id } of changes) await transact(ctx, tx => tellOne(tx, id))
}

async function tellOne(tx: TransactionContext, id: string): Promise<void> {
  const change = await tx.db
    .deleteFrom('winner_contact_change')
    .where('id', '=', id)
    .returning(['user_id', 'email', 'phone'])
    .executeTakeFirst()
  // Another process told the winner.
  if (!change) return
  const { user_id: userId, email, phone } = change
  const former = { emails: email ? [email.toLowerCase()] : [], phones: phone ? [phone] : [], endpoints: [] }
  const prizes = await tx.db
    .selectFrom('winner')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('done_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id: winnerId } of prizes) {
    const locked = await lockWinner(tx, winnerId)
    // The first notice goes to the new contact.
    if (locked.row.state === 'drawn') continue
    await tellChange(tx, locked, {
      sentences: ['The e-mail address or the phone of the account that it belongs to was changed.'],
      contacts: together(await readContacts(tx, locked), former),
      shipTo: locked.row.ship_to as PrizeAddress | null,
    })
  }
}
