import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import type { Email } from '#features/notifications/email.ts'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { WriteBody } from '../contract.ts'
import { writtenEmail } from '../emails.server.ts'
import { FROM } from '../rules.ts'
import { type Locked, moveWinner } from './move-winner.server.ts'

type Letter = { kind: 'notice' | 'reminder' | 'papers' | 'shipped' | 'written'; email: Email; body?: string }

/** Sends an e-mail to a winner and records it. @returns the id of the message. */
export async function sendToWinner(
  tx: TransactionContext,
  { row, prize }: Locked,
  { kind, email, body }: Letter,
): Promise<string> {
  const messageId = await sendEmail(tx, { to: prize.email, ...(prize.userId && { userId: prize.userId }) }, email)
  await tx.db
    .insertInto('winner_message')
    .values({
      id: newId(),
      winner_id: row.id,
      at: tx.now(),
      kind,
      subject: email.subject.slice(0, 200),
      body: body ?? null,
      sent_by: tx.actor?.role ? tx.actor.userId : null,
    })
    .execute()
  return messageId
}

/** Staff write to a winner; the history keeps the text. @throws winner_not_found, winner_moved for a winner who lost the prize. */
export const writeToWinner = (ctx: Context, id: string, letter: WriteBody): Promise<void> =>
  moveWinner(
    ctx,
    id,
    { action: 'wrote to the winner', from: FROM.write, noted: { subject: letter.subject } },
    async (tx, locked) => {
      await sendToWinner(tx, locked, {
        kind: 'written',
        email: writtenEmail(tx, { prize: locked.prize, ...letter }),
        body: letter.text,
      })
      return {}
    },
  )
