import { findProfile, readNames } from '#features/identity/user/queries.server.ts'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import { actorOf } from '#kernel/api/api.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { tellStaff } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { Priority, TicketType } from '../../rules.ts'
import { DESK_ERRORS } from '../contract.ts'
import { answerEmail } from '../emails.server.ts'
import { readWriter } from '../queries/own-tickets.server.ts'
import { isAgent, readPosts } from '../queries/tickets.server.ts'
import { ANSWERED_STATUS, answerDueAt, FIRST_STATUS, filledReply, type TicketStatus } from '../rules.ts'

const refuse = refusals(DESK_ERRORS)

type LockedTicket = {
  id: string
  type: TicketType
  user_id: string
  subject: string
  message: string
  priority: Priority
  status: TicketStatus
  assigned_to: string | null
  version: number
}

/** Labels of tickets in the audit log. The subject is personal data of its writer, and the audit log is kept for good. */
export const LABELS = { support: 'Support ticket', general: 'General inquiry' } as const satisfies Record<
  TicketType,
  string
>

/**
 * Reads and locks a ticket until the caller's transaction ends.
 * @param version the version that the caller read, if known.
 * @throws not_found; version_conflict with the editor, the time and the current values
 */
export async function lockTicket(
  tx: TransactionContext,
  id: string,
  version?: number,
  type?: TicketType,
): Promise<LockedTicket> {
  const row = await tx.db
    .selectFrom('support_ticket')
    .select([
      'answer_due_at',
      'assigned_to',
      'changed_by',
      'created_at',
      'id',
      'message',
      'priority',
      'status',
      'subject',
      'type',
      'updated_at',
      'user_id',
      'version',
    ])
    .where('id', '=', id)
    .$if(type !== undefined, query => query.where('type', '=', type!))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw refuseAny('not_found')
  if (version !== undefined && version !== row.version) {
    const by = row.changed_by && (await readNames(tx, [row.changed_by])).get(row.changed_by)
    throw refuseAny('version_conflict', {
      version: row.version,
      by: by || 'The writer',
      at: row.updated_at.toISOString(),
      // A detail named `status` would overwrite the response's status.
      now: { status: row.status, assignedTo: row.assigned_to },
    })
  }
  return row as LockedTicket
}

/** Writes the next version of a locked ticket. @returns its number. */
export async function saveTicket(
  ctx: DataContext,
  ticket: LockedTicket,
  values: { status?: TicketStatus; assigned_to?: string | null; answer_due_at?: Date | null },
): Promise<number> {
  const version = ticket.version + 1
  await ctx.db
    .updateTable('support_ticket')
    .set({ ...values, version, updated_at: ctx.now(), changed_by: ctx.actor?.isAdmin ? ctx.actor.userId : null })
    .where('id', '=', ticket.id)
    .execute()
  return version
}

type TicketEdit = {
  id: string
  type: TicketType
  status?: TicketStatus | undefined
  assignedTo?: string | null | undefined
  version?: number | undefined
}

/**
 * Sets status or assignee. Writes nothing when nothing changes.
 * @returns the stored version.
 * @throws not_found, version_conflict, not_an_agent
 */
export async function changeTicket(ctx: Context, edit: TicketEdit): Promise<number> {
  return transact(ctx, async tx => {
    tx.onCommit(ctx => tellStaff(ctx, 'tickets'))
    const ticket = await lockTicket(tx, edit.id, edit.version, edit.type)
    const status = edit.status ?? ticket.status
    const assignedTo = edit.assignedTo === undefined ? ticket.assigned_to : edit.assignedTo
    if (status === ticket.status && assignedTo === ticket.assigned_to) return ticket.version
    if (assignedTo && assignedTo !== ticket.assigned_to && !(await isAgent(tx, assignedTo)))
      throw refuse('not_an_agent')
    const saved = await saveTicket(tx, ticket, {
      status,
      assigned_to: assignedTo,
      ...(await dueAfter(tx, ticket, status)),
    })
    await writeAuditLog(tx, {
      action: status === ticket.status ? (assignedTo ? 'assigned' : 'unassigned') : 'changed status',
      subject: { type: 'ticket', id: ticket.id, label: LABELS[ticket.type] },
      before: { status: ticket.status, assignedTo: ticket.assigned_to },
      after: { status, assignedTo },
    })
    return saved
  })
}

/** Closing clears the answer deadline; reopening sets a new one. */
async function dueAfter(ctx: DataContext, ticket: LockedTicket, status: TicketStatus) {
  if (status === 'closed') return { answer_due_at: null }
  if (ticket.status !== 'closed') return {}
  const isMember = (await findProfile(ctx, ticket.user_id))?.isSubscriber ?? false
  return { answer_due_at: answerDueAt({ priority: ticket.priority, isMember }, ctx.now()) }
}

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
    const writer = await readWriter(tx, ticket.user_id)
    const body = filledReply(message, { name: writer.name, subject })
    const before = (await readPosts(tx, [id], ['message', 'answer'])).get(id) ?? []
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
