import { sql } from 'kysely'
import { readWaiting, type Waiting } from '#kernel/api/waiting.server.ts'
import type { Context } from '#kernel/context.ts'
import type { TicketType } from '../../rules.ts'
import { DUE } from './tickets.server.ts'

type Overdue = { id: string; subject: string; writer: string; dueAt: Date }

/** Tickets or inquiries whose answer is overdue, the longest overdue first. */
export const listOverdueTickets = (ctx: Context, type: TicketType): Promise<Waiting<Overdue>> =>
  readWaiting(
    ctx,
    sql<Overdue>`
      select t.id, t.subject, w.name as writer, t.answer_due_at as "dueAt"
      from support_ticket t join users w on w.id = t.user_id
      where t.type = ${type} and ${sql.raw(DUE)} < ${ctx.now()} order by ${sql.raw(DUE)}, t.id`,
  )
