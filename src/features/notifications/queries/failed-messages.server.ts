import type { DataContext } from '#kernel/context.ts'

export type FailedMessage = {
  id: string
  channel: string
  recipient: string
  subject: string
  at: Date
  error: string
  /** False for a message of a campaign, which counts its own failures, and for one whose text was deleted. */
  mayRetry: boolean
}

const SHOWN = 50

/** The newest messages that were given up. */
export async function listFailedMessages({ db }: Pick<DataContext, 'db'>): Promise<FailedMessage[]> {
  const rows = await db
    .selectFrom('message')
    .select(['id', 'channel', 'recipient', 'subject', 'created_at as at', 'reason', 'batch_id', 'body'])
    .where('state', '=', 'failed')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(({ reason, batch_id, body, ...row }) => ({
    ...row,
    error: reason ?? '',
    mayRetry: batch_id === null && body !== '',
  }))
}
