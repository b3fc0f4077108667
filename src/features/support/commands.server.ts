import { sql } from 'kysely'
import { type Context, within } from '#adapters/context.ts'
import { tellStaff } from '#adapters/realtime-topics.server.ts'
import { sendMessage } from '#features/notifications/commands/send-message.server.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/ids.server.ts'
import { SUPPORT_ERRORS } from './contract.ts'
import { confirmationEmail, staffEmail } from './emails.server.ts'
import { writerOf } from './queries.server.ts'
import { COOLDOWN_SECONDS, DEFAULT_PRIORITY, type Priority, type TicketType } from './rules.ts'

const refuse = refusals(SUPPORT_ERRORS)

/** Of the specified states, the one in which each kind begins. */
const FIRST_STATUS = { support: 'open', general: 'new' } as const satisfies Record<TicketType, string>

export type TicketInput = { userId: string; type: TicketType; subject: string; message: string; priority: Priority }

/**
 * Keeps what somebody wrote, as a ticket or an inquiry, and tells the staff and the writer. An inquiry has no priority of its own.
 * @param input as the schema left it: plain texts within their lengths.
 * @returns the ticket's id.
 * @throws support_cooldown with `retryAfter` in seconds, within 60 s of the last one
 */
export async function submitTicket(ctx: Context, input: TicketInput): Promise<string> {
  const { userId, type, subject, message } = input
  const id = newId()
  await ctx.db.transaction().execute(async trx => {
    const inner = within(ctx, trx)
    await startCooldown(inner, userId)
    const ticket = { type, subject, message, priority: type === 'support' ? input.priority : DEFAULT_PRIORITY }
    const now = ctx.now()
    await trx
      .insertInto('support_ticket')
      .values({ id, user_id: userId, ...ticket, status: FIRST_STATUS[type], created_at: now, updated_at: now })
      .execute()
    const writer = await writerOf(inner, userId)
    // Both under the writer's id: what is about a person goes with their account.
    await sendMessage(inner, { channel: 'email', to: ctx.settings.supportEmail, userId, ...staffEmail(ticket, writer) })
    await sendMessage(inner, { channel: 'email', to: writer.email, userId, ...confirmationEmail(ticket, writer) })
  })
  tellStaff(ctx, 'tickets')
  return id
}

/** Of submissions at once, one moves the time on; the others wait for its row and then find it moved. */
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
