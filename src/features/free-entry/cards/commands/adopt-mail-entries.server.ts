import { lockedUnfrozen } from '#features/giveaways/giveaway/commands/locked-giveaway.server.ts'
import { giveawayChanged } from '#features/giveaways/giveaway/queries/live-slots.server.ts'
import { findAccount, isMailboxProven, isStillThere } from '#features/identity/user/queries.server.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { tellUser } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { Refusal } from '#platform/errors.ts'

/** Rolls back an adoption: the account was deleted since, or its mailbox is unproven. */
class NoHeir extends Error {}

/**
 * Gives an account the mailed entries that its e-mail address sent before: the sender belongs to the account from now on, and so do
 * live entries of giveaways whose list is open. A sealed list keeps the sender as it is. Runs after the proof of the mailbox, and after a
 * card brought an e-mail address that an account has; any number of times. An account whose mailbox is unproven adopts nothing.
 */
export async function adoptMailEntries(ctx: Context, { userId }: { userId: string }): Promise<void> {
  const adopting = async () => {
    await transact(ctx, async tx => {
      // Cards that are being typed hold this row. A card typed after it finds the account.
      await tx.db.selectFrom('mail_register').select('last_number').forUpdate().execute()
      const user = await findAccount(tx, userId)
      if (!user?.isMailboxProven) throw new NoHeir()
      await tx.db
        .updateTable('mail_sender')
        .set({ user_id: userId })
        .where('email', '=', user.email.toLowerCase())
        .where('user_id', 'is', null)
        .where('erased_at', 'is', null)
        .execute()
      await requireHeir(tx, userId)
    })
    for (const giveawayId of await giveawaysToAdopt(ctx, userId)) await adoptIn(ctx, giveawayId, userId)
  }
  await adopting().catch(error => {
    if (!(error instanceof NoHeir)) throw error
  })
}

/** Keeps the account until the commit. The user's row is locked last, as in a deletion. */
async function requireHeir(tx: TransactionContext, userId: string): Promise<void> {
  if (!(await isStillThere(tx, userId)) || !(await isMailboxProven(tx, userId))) throw new NoHeir()
}

/** Undrawn giveaways with live entries of the account's senders that still belong to no account. */
async function giveawaysToAdopt(ctx: Context, userId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('mail_card as c')
    .innerJoin('mail_sender as s', 's.id', 'c.sender_id')
    .innerJoin('giveaway_entry as e', 'e.id', 'c.entry_id')
    .leftJoin('draw as d', 'd.giveaway_id', 'c.giveaway_id')
    .select('c.giveaway_id as id')
    .distinct()
    .where('s.user_id', '=', userId)
    .where('e.user_id', 'is', null)
    .where('e.removed_at', 'is', null)
    .where('d.giveaway_id', 'is', null)
    .orderBy('c.giveaway_id')
    .execute()
  return rows.map(({ id }) => id)
}

async function adoptIn(ctx: Context, giveawayId: string, userId: string): Promise<void> {
  const adopting = transact(ctx, async tx => {
    await lockedUnfrozen(tx, giveawayId)
    await tx.db
      .updateTable('giveaway_entry as e')
      .from('mail_sender as s')
      .set({ user_id: userId })
      .whereRef('s.id', '=', 'e.mail_sender_id')
      .where('s.user_id', '=', userId)
      .where('e.giveaway_id', '=', giveawayId)
      .where('e.is_private', '=', true)
      .where('e.user_id', 'is', null)
      .where('e.removed_at', 'is', null)
      .execute()
    await requireHeir(tx, userId)
    tx.onCommit(ctx => {
      giveawayChanged(ctx, giveawayId)
      tellUser(ctx, userId, 'entries')
    })
  })
  await adopting.catch(error => {
    // Sealed, drawn or deleted since it was listed: its list stays.
    if (!(error instanceof Refusal)) throw error
  })
}
