import type { Context } from '#kernel/context.ts'
import { escapeLike } from '#platform/db/escape-like.server.ts'

/** E-mails sent to an address that mention a text, such as an order number, in subject or body; oldest first, at most 50. */
export const listEmailsTo = ({ db }: Context, recipient: string, named: string) =>
  db
    .selectFrom('message')
    .select(['subject', 'recipient', 'sent_at as sentAt'])
    .where('recipient', '=', recipient)
    .where('channel', '=', 'email')
    .where('sent_at', 'is not', null)
    .where(eb => eb.or([eb('subject', 'like', `%${escapeLike(named)}%`), eb('body', 'like', `%${escapeLike(named)}%`)]))
    .orderBy('sent_at')
    .orderBy('id')
    .limit(50)
    .execute()
