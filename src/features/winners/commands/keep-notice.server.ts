import { createHash, randomBytes } from 'node:crypto'
import { readDeliveries, readTexts } from '#features/notifications/queries/messages.server.ts'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import type { Won } from '../queries/winners.server.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Writes the proof of notice of a winner who loses the prize: what left for the winner, when, and what became of it. The public log gets
 * its hash, so that the shop cannot write another proof later. The text names no person and outlives the account; the salt keeps readers
 * of the log from guessing it. The text of each message is in it as a hash, which a winner who kept the e-mail can compare.
 * @returns the SHA-256 of the text.
 */
export async function keepNotice(tx: TransactionContext, { row }: Won): Promise<string> {
  const text = [
    'redoubt/notice/1',
    `giveaway ${row.giveaway_id}`,
    `place ${row.place}`,
    `salt ${randomBytes(16).toString('hex')}`,
    `selected ${+row.selected_at}`,
    `notified ${row.notified_at ? +row.notified_at : 'none'}`,
    `answer-by ${row.answer_due_at ? +row.answer_due_at : 'none'}`,
    `answered ${row.answered_at ? +row.answered_at : 'none'}`,
    ...(await messageLines(tx, row.id)),
    `ended ${+tx.now()}`,
    '',
  ].join('\n')
  const hash = hashOf(text)
  await tx.db.insertInto('winner_notice').values({ winner_id: row.id, text, hash, created_at: tx.now() }).execute()
  return hash
}

/** `message <written> <kind> <state of the delivery> <left> <hash of subject and text>`, oldest first. */
async function messageLines(ctx: DataContext, winnerId: string): Promise<string[]> {
  const messages = await ctx.db
    .selectFrom('winner_message')
    .select(['at', 'kind', 'message_id'])
    .where('winner_id', '=', winnerId)
    .orderBy('at')
    .orderBy('id')
    .limit(100)
    .execute()
  const ids = messages.flatMap(({ message_id: id }) => id ?? [])
  const [deliveries, texts] = [await readDeliveries(ctx, ids), await readTexts(ctx, ids)]
  return messages.map(({ at, kind, message_id: id }) => {
    const delivery = id ? deliveries.get(id) : undefined
    const text = id ? texts.get(id) : undefined
    const left = delivery?.sentAt ? +delivery.sentAt : 'none'
    return `message ${+at} ${kind} ${delivery?.state ?? 'unknown'} ${left} ${text === undefined ? 'none' : hashOf(text)}`
  })
}
