import type { TransactionContext } from '#kernel/context.ts'
import { HOUR_MS } from '#kernel/values/durations.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { DemoReply, DemoTicket } from '../../../db/demo/demo-types.ts'
import { answerDueAt } from './desk/rules.ts'

type Writer = { userId: string; email: string; isSubscriber: boolean }

/**
 * Inserts demo tickets, conversations and canned replies. Sends no messages.
 * @param desk `agent` is the id of the staff member who answered.
 */
export async function seedDesk(
  tx: TransactionContext,
  desk: { tickets: readonly DemoTicket[]; replies: readonly DemoReply[]; writers: readonly Writer[]; agent: string },
): Promise<void> {
  const now = tx.now()
  const before = (hours: number) => new Date(+now - hours * HOUR_MS)
  for (const ticket of desk.tickets) {
    const writer = desk.writers.find(({ email }) => email === ticket.from)
    if (!writer) throw new Error(`Nobody of the demo has the e-mail ${ticket.from}.`)
    const id = newId()
    const posts = ticket.posts.map(post => ({ ...post, at: before(ticket.hoursAgo - post.hoursAfter) }))
    const last = posts.findLast(({ kind }) => kind !== 'note')
    const isWaiting = ticket.status !== 'closed' && last?.by !== 'staff'
    const wroteAt = last?.at ?? before(ticket.hoursAgo)
    await tx.db
      .insertInto('support_ticket')
      .values({
        id,
        user_id: writer.userId,
        type: ticket.kind,
        subject: ticket.subject,
        message: ticket.message,
        priority: ticket.priority,
        status: ticket.status,
        assigned_to: posts.some(({ by }) => by === 'staff') ? desk.agent : null,
        answer_due_at: isWaiting
          ? answerDueAt({ priority: ticket.priority, isMember: writer.isSubscriber }, wroteAt)
          : null,
        created_at: before(ticket.hoursAgo),
        updated_at: posts.at(-1)?.at ?? before(ticket.hoursAgo),
      })
      .execute()
    if (posts.length === 0) continue
    await tx.db
      .insertInto('support_post')
      .values(
        posts.map(({ by, kind, body, at }) => ({
          id: newId(),
          ticket_id: id,
          kind,
          author_id: by === 'staff' ? desk.agent : writer.userId,
          body,
          created_at: at,
        })),
      )
      .execute()
  }
  const replies = desk.replies.map(reply => ({ id: newId(), ...reply, created_at: now, updated_at: now }))
  await tx.db.insertInto('canned_reply').values(replies).execute()
}
