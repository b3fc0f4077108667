import { namesOf, profileOf } from '#features/identity/queries.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { tellStaff } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import type { Priority, TicketType } from '../../rules.ts'
import { DESK_ERRORS } from '../contract.ts'
import { isAgent } from '../queries/threads.server.ts'
import { answerDueAt, type TicketStatus } from '../rules.ts'

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
    const by = row.changed_by && (await namesOf(tx, [row.changed_by])).get(row.changed_by)
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
  const isMember = (await profileOf(ctx, ticket.user_id))?.isSubscriber ?? false
  return { answer_due_at: answerDueAt({ priority: ticket.priority, isMember }, ctx.now()) }
}
