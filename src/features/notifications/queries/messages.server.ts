import type { Context, DataContext } from '#kernel/context.ts'
import type { Attachment } from '#kernel/ports/messages.ts'
import { openText } from './sealed-text.server.ts'

/** The newest messages, sent or waiting, for the outbox page of demo mode. */
export async function listMessages(ctx: Context, to: string | undefined, limit = 100) {
  const rows = await ctx.db
    .selectFrom('message')
    .select(['id', 'channel', 'recipient as to', 'subject', 'body', 'html', 'attachments', 'created_at'])
    .where('state', 'in', ['waiting', 'sent'])
    .$if(Boolean(to), query => query.where('recipient', '=', to!))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ body, html, attachments, created_at, ...row }) => ({
    ...row,
    text: openText(ctx, row.id, body),
    html: html === null ? null : openText(ctx, row.id, html),
    attachments: (attachments ?? []) as Attachment[],
    createdAt: created_at.toISOString(),
  }))
}

const messagesAmong = (ctx: DataContext, ids: readonly string[]) =>
  ctx.db.selectFrom('message').where('id', 'in', [...ids])

/** The outcomes of messages by id; deleted messages are missing. */
export async function readDeliveries(ctx: DataContext, ids: readonly string[]) {
  const rows =
    ids.length === 0 ? [] : await messagesAmong(ctx, ids).select(['id', 'state', 'sent_at as sentAt']).execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** The subject and text of messages by id, as they left; deleted messages are missing. */
export async function readTexts(ctx: DataContext, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = ids.length === 0 ? [] : await messagesAmong(ctx, ids).select(['id', 'subject', 'body']).execute()
  return new Map(rows.map(({ id, subject, body }) => [id, `${subject}\n${openText(ctx, id, body)}`]))
}
