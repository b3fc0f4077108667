import { sql } from 'kysely'
import { type Context, within } from '#adapters/context.ts'
import { tellStaff } from '#adapters/realtime-topics.server.ts'
import { sendEmail } from '#features/notifications/commands/send-email.server.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { newId } from '#platform/ids.server.ts'
import { SUPPORT_ERRORS } from './contract.ts'
import { addPost } from './desk/commands/answer-ticket.server.ts'
import { lockTicket, saveTicket } from './desk/commands/change-ticket.server.ts'
import { answerDueAt, FIRST_STATUS } from './desk/rules.ts'
import { confirmationEmail, moreEmail, staffEmail } from './emails.server.ts'
import { writerOf } from './queries.server.ts'
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
  await ctx.db.transaction().execute(async trx => {
    const inner = within(ctx, trx)
    await startCooldown(inner, userId)
    const ticket = { type, subject, message, priority: type === 'support' ? input.priority : DEFAULT_PRIORITY }
    const now = ctx.now()
    const writer = await writerOf(inner, userId)
    await trx
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
    await sendEmail(inner, { to: ctx.settings.supportEmail, userId }, staffEmail(ctx, { ticket, writer }))
    await sendEmail(inner, { to: writer.email, userId }, confirmationEmail(ctx, { ticket, writer }))
  })
  tellStaff(ctx, 'tickets')
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
  await ctx.db.transaction().execute(async trx => {
    const inner = within(ctx, trx)
    const ticket = await lockTicket(inner, ticketId)
    if (ticket.user_id !== userId) throw refuseAny('not_found')
    const { type, subject, priority } = ticket
    const writer = await writerOf(inner, userId)
    await addPost(inner, { ticketId, kind: 'message', authorId: userId, body: message })
    await saveTicket(inner, ticket, {
      status: ticket.status === 'closed' ? FIRST_STATUS[type] : ticket.status,
      answer_due_at: answerDueAt({ priority, isMember: writer.isMember }, ctx.now()),
    })
    const email = moreEmail(ctx, { ticket: { type, subject, message }, writer })
    await sendEmail(inner, { to: ctx.settings.supportEmail, userId }, email)
  })
  tellStaff(ctx, 'tickets')
}

/** Of concurrent submissions one moves `until` on; the others wait for the row lock and are refused. */
async function startCooldown(ctx: Context, userId: string): Promise<void> {
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
 * Moves all tickets and messages of a user to another account of the same person, in the caller's transaction.
 * @returns the number of tickets.
 */
export async function moveTickets(ctx: Context, { from, into }: { from: string; into: string }): Promise<number> {
  await ctx.db.updateTable('support_post').set({ author_id: into }).where('author_id', '=', from).execute()
  const { numUpdatedRows } = await ctx.db
    .updateTable('support_ticket')
    .set({ user_id: into })
    .where('user_id', '=', from)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
