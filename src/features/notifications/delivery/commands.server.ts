import type { Context, TransactionContext } from '#kernel/context.ts'
import { enqueue } from '#kernel/transaction.server.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { deliveryJobOf } from '../job-types.server.ts'

/** How long a failed message keeps its text, so that staff can send it again. */
const KEPT_MS = 7 * DAY_MS

/**
 * Makes a message that was given up due again, with a day of new attempts.
 * @returns its subject; undefined when it is not failed, belongs to a campaign, or its text was deleted.
 */
export async function retryMessage(tx: TransactionContext, id: string): Promise<string | undefined> {
  const message = await tx.db
    .updateTable('message')
    .set({ state: 'waiting', next_attempt_at: tx.now(), failing_since: null, submitted_at: null, reason: null })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .where('batch_id', 'is', null)
    .where('body', '<>', '')
    .returning(['subject', 'channel', 'kind'])
    .executeTakeFirst()
  if (!message) return undefined
  await enqueue(tx, deliveryJobOf(message), { messageId: id })
  return message.subject
}

export const hasMessage = async ({ db }: TransactionContext, id: string): Promise<boolean> =>
  (await db.selectFrom('message').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Deletes the texts of messages that were given up a week ago. A demo keeps them for its outbox. */
export async function forgetFailedTexts({ db, now, mode }: Context): Promise<void> {
  if (mode === 'demo') return
  await db
    .updateTable('message')
    .set({ body: '', html: null, attachments: null })
    .where('state', '=', 'failed')
    .where('created_at', '<', new Date(+now() - KEPT_MS))
    .where('body', '<>', '')
    .execute()
}
