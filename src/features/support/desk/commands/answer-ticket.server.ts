import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import { actorOf } from '#kernel/api/api.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { tellStaff } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { answerEmail } from '../../emails.server.ts'
import { writerOf } from '../../queries.server.ts'
import { postsOf } from '../queries/threads.server.ts'
import { ANSWERED_STATUS, FIRST_STATUS, filledReply } from '../rules.ts'
import { LABELS, lockTicket, saveTicket } from './change-ticket.server.ts'

/** Adds a post to a thread. @returns its id. */
export async function addPost(
  ctx: DataContext,
  post: { ticketId: string; kind: 'message' | 'answer' | 'note'; authorId: string; body: string },
): Promise<string> {
  const id = newId()
  await ctx.db
    .insertInto('support_post')
    .values({
      id,
      ticket_id: post.ticketId,
      kind: post.kind,
      author_id: post.authorId,
      body: post.body,
      created_at: ctx.now(),
    })
    .execute()
  return id
}

type Answer = { id: string; message: string; close: boolean; version?: number | undefined }

/**
 * Answers by e-mail, with the conversation quoted below. An unassigned ticket is assigned to the answering staff member. A new or
 * closed ticket becomes `in-progress` or `reviewed`, or is closed with the answer.
 * @throws not_found; version_conflict when a colleague answered or the writer wrote more
 */
export async function answerTicket(ctx: Context, { id, message, close, version }: Answer): Promise<void> {
  const { userId } = actorOf(ctx)
  await transact(ctx, async tx => {
    const ticket = await lockTicket(tx, id, version)
    const { type, subject } = ticket
    const writer = await writerOf(tx, ticket.user_id)
    const body = filledReply(message, { name: writer.name, subject })
    const before = (await postsOf(tx, [id], ['message', 'answer'])).get(id) ?? []
    await addPost(tx, { ticketId: id, kind: 'answer', authorId: userId, body })
    const isFresh = ticket.status === FIRST_STATUS[type] || ticket.status === 'closed'
    const status = close ? 'closed' : isFresh ? ANSWERED_STATUS[type] : ticket.status
    await saveTicket(tx, ticket, { status, assigned_to: ticket.assigned_to ?? userId, answer_due_at: null })
    const quoted = [{ kind: 'message' as const, body: ticket.message }, ...before]
    const email = answerEmail(tx, { type, subject, answer: body, quoted, writer })
    await sendEmail(tx, { to: writer.email, userId: ticket.user_id }, email)
    await writeAuditLog(tx, {
      action: 'answered',
      subject: { type: 'ticket', id, label: LABELS[type] },
      after: { status },
    })
    tx.onCommit(ctx => tellStaff(ctx, 'tickets'))
  })
}

/** Adds a note for colleagues; the writer never sees it. @throws not_found */
export async function addNote(ctx: Context, { id, note }: { id: string; note: string }): Promise<void> {
  const { userId } = actorOf(ctx)
  await transact(ctx, async tx => {
    const { type } = await lockTicket(tx, id)
    await addPost(tx, { ticketId: id, kind: 'note', authorId: userId, body: note })
    // The note's text stays in the thread, which is deleted with its writer; the audit log is kept for good.
    const subject = { type: 'ticket' as const, id, label: LABELS[type] }
    await writeAuditLog(tx, { action: 'noted', subject })
    tx.onCommit(ctx => tellStaff(ctx, 'tickets'))
  })
}
