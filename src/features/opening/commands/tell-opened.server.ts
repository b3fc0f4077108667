import { sql } from 'kysely'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { openedEmail } from '../emails.server.ts'
import { openingOneClick } from '../link.server.ts'

/** Requests per transaction. */
const PIECE = 200

/**
 * Tells each confirmed request that the shop is open. A row goes in the transaction that writes its message, so that a worker that dies tells
 * no address twice. It runs at the opening and every ten minutes, so that a link pressed later is told too.
 */
export async function tellOpened(ctx: Context): Promise<void> {
  if (!ctx.settings.isOpen) return
  for (;;) {
    const told = await transact(ctx, async tx => {
      const { rows } = await sql<{ id: string; email: string }>`
        delete from opening_request where id = any(array(
          select id from opening_request where confirmed_at is not null
          order by created_at, id limit ${PIECE} for update skip locked))
        returning id, email`.execute(tx.db)
      for (const { id, email } of rows) {
        const to = { to: email, onceKey: `opening:${id}`, unsubscribeUrl: openingOneClick(tx, id) }
        await sendEmail(tx, to, openedEmail(tx, { url: tx.origin }))
      }
      return rows.length
    })
    if (told < PIECE) return
  }
}

/** Deletes requests whose link was not pressed in time. */
export async function forgetRequests({ db, now }: Context): Promise<void> {
  await db.deleteFrom('opening_request').where('confirmed_at', 'is', null).where('expires_at', '<=', now()).execute()
}
