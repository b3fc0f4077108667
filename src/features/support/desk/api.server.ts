import { newApi } from '#kernel/api/api.server.ts'
import { addNote, answerTicket } from './commands/answer-ticket.server.ts'
import { cannedReplies } from './commands/canned-replies.server.ts'
import { changeTicket } from './commands/change-ticket.server.ts'
import type { DeskInquiry, DeskTicket } from './contract.ts'
import { listReplies } from './queries/canned-replies.server.ts'
import { listAgents, threadOf } from './queries/threads.server.ts'
import { listTickets, ticketCounts } from './queries/tickets.server.ts'
import * as routes from './routes.server.ts'

type Edit = { status?: unknown; assignedTo?: unknown }

/** The message for a change of a ticket or an inquiry. */
const done = (noun: 'Ticket' | 'Inquiry', { status }: Edit) =>
  `${noun} ${status === undefined ? 'assignment' : 'status'} updated`

/** The API of the support desk. */
export const supportDeskApi = () =>
  newApi()
    .openapi(routes.tickets, async c => {
      const { rows, nextCursor } = await listTickets(c.var.ctx, 'support', c.req.valid('query'))
      return c.json({ success: true as const, tickets: rows.map(withoutType) as DeskTicket[], nextCursor }, 200)
    })
    .openapi(routes.inquiries, async c => {
      const { rows, nextCursor } = await listTickets(c.var.ctx, 'general', c.req.valid('query'))
      return c.json({ success: true as const, inquiries: rows.map(withoutType) as DeskInquiry[], nextCursor }, 200)
    })
    .openapi(routes.changeTicket, async c => {
      const edit = c.req.valid('json')
      const version = await changeTicket(c.var.ctx, { ...edit, type: 'support', id: c.req.valid('param').id })
      return c.json({ success: true as const, message: done('Ticket', edit), version }, 200)
    })
    .openapi(routes.changeInquiry, async c => {
      const edit = c.req.valid('json')
      const version = await changeTicket(c.var.ctx, { ...edit, type: 'general', id: c.req.valid('param').id })
      return c.json({ success: true as const, message: done('Inquiry', edit), version }, 200)
    })
    .openapi(routes.counts, async c => c.json(await ticketCounts(c.var.ctx, c.req.valid('query').type), 200))
    .openapi(routes.agents, async c => c.json({ agents: await listAgents(c.var.ctx) }, 200))
    .openapi(routes.thread, async c => c.json(await threadOf(c.var.ctx, c.req.valid('param').id), 200))
    .openapi(routes.answer, async c => {
      const { id } = c.req.valid('param')
      await answerTicket(c.var.ctx, { id, ...c.req.valid('json') })
      return c.json(await threadOf(c.var.ctx, id), 200)
    })
    .openapi(routes.note, async c => {
      const { id } = c.req.valid('param')
      await addNote(c.var.ctx, { id, ...c.req.valid('json') })
      return c.json(await threadOf(c.var.ctx, id), 200)
    })
    .openapi(routes.replies, async c => c.json({ replies: await listReplies(c.var.ctx) }, 200))
    .openapi(routes.makeReply, async c =>
      c.json({ success: true as const, id: await cannedReplies.create(c.var.ctx, c.req.valid('json')) }, 200),
    )
    .openapi(routes.changeReply, async c => {
      await cannedReplies.change(c.var.ctx, { id: c.req.valid('param').id, ...c.req.valid('json') })
      return c.json({ success: true as const }, 200)
    })
    .openapi(routes.deleteReply, async c => {
      await cannedReplies.delete(c.var.ctx, c.req.valid('param').id)
      return c.json({ success: true as const }, 200)
    })

export type SupportDeskApi = ReturnType<typeof supportDeskApi>

/** Each list holds one kind, so rows leave `type` out. */
const withoutType = <T extends { type: unknown }>({ type: _, ...row }: T) => row
