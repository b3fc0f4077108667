import { sql } from 'kysely'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { tellStaff } from '#kernel/realtime-topics.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { SUPPORT_ERRORS } from './contract.ts'
import { addPost, lockTicket, saveTicket } from './desk/commands/change-ticket.server.ts'
import { confirmationEmail, moreEmail, staffEmail } from './desk/emails.server.ts'
import { readWriter } from './desk/queries/own-tickets.server.ts'
import { answerDueAt, FIRST_STATUS } from './desk/rules.ts'
import { COOLDOWN_SECONDS, DEFAULT_PRIORITY, type Priority, type TicketType } from './rules.ts'

const refuse = refusals(SUPPORT_ERRORS)

export type TicketInput = { userId: string; type: TicketType; subject: string; message: string; priority: Priority }

/**
 * Stores a user's message as a ticket or an inquiry, and e-mails the staff and the writer. An inquiry has no priority of its own.
 * @param input parsed by the schema: plain texts within their lengths.
 * @returns the ticket's id.
 * @throws support_cooldown with `retryAfter` in seconds, within 60 s of the user's last submission
 */
export async function submitTicket(ctx: Context, input: TicketInput): Promise<string> {
  const { userId, type, subject, message } = input
  const id = newId()
  await transact(ctx, async tx => {
    await startCooldown(tx, userId)
    const ticket = { type, subject, message, priority: type === 'support' ? input.priority : DEFAULT_PRIORITY }
    const now = tx.now()
    const writer = await readWriter(tx, userId)
    await tx.db
      .insertInto('support_ticket')
      .values({
        id,
        user_id: userId,
        ...ticket,
        status: FIRST_STATUS[type],
        answer_due_at: answerDueAt({ ...ticket, isMember: writer.isMember }, now),
        created_at: now,
        updated_at: now,
      })
      .execute()
    // Both messages carry the writer's user id, so that they are deleted with the account.
    await sendEmail(tx, { to: tx.settings.supportEmail, userId }, staffEmail(tx, { ticket, writer }))
    await sendEmail(tx, { to: writer.email, userId }, confirmationEmail(tx, { ticket, writer }))
    tx.onCommit(ctx => tellStaff(ctx, 'tickets'))
  })
  return id
}

/**
 * Adds a message to one of the user's own tickets, and e-mails the staff. Reopens a closed ticket.
 * @param input.message parsed by the schema.
 * @throws not_found when the user has no such ticket
 */
export async function writeMore(
  ctx: Context,
  { userId, ticketId, message }: { userId: string; ticketId: string; message: string },
): Promise<void> {
  await transact(ctx, async tx => {
    const ticket = await lockTicket(tx, ticketId)
    if (ticket.user_id !== userId) throw refuseAny('not_found')
    const { type, subject, priority } = ticket
    const writer = await readWriter(tx, userId)
    await addPost(tx, { ticketId, kind: 'message', authorId: userId, body: message })
    await saveTicket(tx, ticket, {
      status: ticket.status === 'closed' ? FIRST_STATUS[type] : ticket.status,
      answer_due_at: answerDueAt({ priority, isMember: writer.isMember }, tx.now()),
    })
    const email = moreEmail(tx, { ticket: { type, subject, message }, writer })
    await sendEmail(tx, { to: tx.settings.supportEmail, userId }, email)
    tx.onCommit(ctx => tellStaff(ctx, 'tickets'))
  })
}

/** Of concurrent submissions one moves `until` on; the others wait for the row lock and are refused. */
async function startCooldown(ctx: DataContext, userId: string): Promise<void> {
  const now = ctx.now()
  const until = new Date(+now + COOLDOWN_SECONDS * 1000)
  const { numAffectedRows } = await sql`
    insert into support_cooldown as c (user_id, until) values (${userId}, ${until})
    on conflict (user_id) do update set until = excluded.until where c.until <= ${now}`.execute(ctx.db)
  if (numAffectedRows === 1n) return
  const row = await ctx.db
    .selectFrom('support_cooldown')
    .select('until')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  throw refuse('support_cooldown', { retryAfter: Math.ceil((+row.until - +now) / 1000) })
}

/**
 * Moves all tickets and messages of a user to another account of the same person.
 * @returns the number of tickets.
 */
export async function moveTickets(
  tx: TransactionContext,
  { from, into }: { from: string; into: string },
): Promise<number> {
  await tx.db.updateTable('support_post').set({ author_id: into }).where('author_id', '=', from).execute()
  const { numUpdatedRows } = await tx.db
    .updateTable('support_ticket')
    .set({ user_id: into })
    .where('user_id', '=', from)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
