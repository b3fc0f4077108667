import { recordRoutes } from '#features/audit-log/commands/record-routes.server.ts'
import { byId, defineRoute, newApi, staff } from '#kernel/api/api.server.ts'
import { readAfter } from '#kernel/api/read-after.server.ts'
import { cannedReplies, listReplies } from './commands/canned-replies.server.ts'
import { addNote, answerTicket, changeTicket } from './commands/change-ticket.server.ts'
import type { DeskInquiry, DeskTicket } from './contract.ts'
import * as shapes from './contract.ts'
import { listAgents, listTickets, threadOf, ticketCounts } from './queries/tickets.server.ts'

const tickets = defineRoute('get', '/admin/support/tickets', staff('tickets.read'), {
  summary: 'List support tickets, page by page, filtered or searched by words or writer',
  query: shapes.TicketListQuery,
  answers: shapes.TicketList,
})

const inquiries = defineRoute('get', '/admin/support/inquiries', staff('tickets.read'), {
  summary: 'List general inquiries, page by page, filtered or searched by words or writer',
  query: shapes.InquiryListQuery,
  answers: shapes.InquiryList,
})

const changeTicketRoute = defineRoute('patch', '/admin/support/tickets/{id}', staff('tickets.change'), {
  summary: 'Set the status or assignee of a support ticket; a null assignee means unassigned',
  params: byId,
  body: shapes.TicketChange,
  answers: shapes.Changed,
})

const changeInquiry = defineRoute('patch', '/admin/support/inquiries/{id}', staff('tickets.change'), {
  summary: 'Set the status or assignee of a general inquiry; a null assignee means unassigned',
  params: byId,
  body: shapes.InquiryChange,
  answers: shapes.Changed,
})

const counts = defineRoute('get', '/admin/support/counts', staff('tickets.read'), {
  summary: 'Count tickets or inquiries by status, up to a limit',
  query: shapes.CountsQuery,
  answers: shapes.Counts,
})

const agents = defineRoute('get', '/admin/support/agents', staff('tickets.read'), {
  summary: 'List the staff to whom tickets can be assigned: those who may read tickets',
  answers: shapes.Agents,
})

const thread = defineRoute('get', '/admin/support/threads/{id}', staff('tickets.read'), {
  summary: 'Get a ticket or an inquiry with all its messages, answers and notes',
  params: byId,
  answers: shapes.Thread,
})

const answer = defineRoute('post', '/admin/support/threads/{id}/answers', staff('tickets.change'), {
  summary: 'Send an answer to the writer by e-mail; {firstName} and {subject} are filled in',
  params: byId,
  body: shapes.AnswerBody,
  answers: shapes.Thread,
})

const note = defineRoute('post', '/admin/support/threads/{id}/notes', staff('tickets.change'), {
  summary: 'Add an internal note to a ticket or an inquiry',
  params: byId,
  body: shapes.NoteBody,
  answers: shapes.Thread,
})

const replies = defineRoute('get', '/admin/support/replies', staff('tickets.read'), {
  summary: 'List canned replies by name',
  answers: shapes.CannedReplies,
})

const reply = recordRoutes('/admin/support/replies', 'tickets.change', {
  noun: 'a canned reply',
  summary: 'Create a canned reply for all staff',
  body: shapes.ReplyBody,
  change: shapes.ReplyChange,
})

type Edit = { status?: unknown; assignedTo?: unknown }

/** The message for a change of a ticket or an inquiry. */
const done = (noun: 'Ticket' | 'Inquiry', { status }: Edit) =>
  `${noun} ${status === undefined ? 'assignment' : 'status'} updated`

/** The API of the support desk. */
export const supportDeskApi = () =>
  newApi()
    .openapi(tickets, async c => {
      const { rows, nextCursor } = await listTickets(c.var.ctx, 'support', c.req.valid('query'))
      return c.json({ success: true as const, tickets: rows.map(withoutType) as DeskTicket[], nextCursor }, 200)
    })
    .openapi(inquiries, async c => {
      const { rows, nextCursor } = await listTickets(c.var.ctx, 'general', c.req.valid('query'))
      return c.json({ success: true as const, inquiries: rows.map(withoutType) as DeskInquiry[], nextCursor }, 200)
    })
    .openapi(changeTicketRoute, async c => {
      const edit = c.req.valid('json')
      const version = await changeTicket(c.var.ctx, { ...edit, type: 'support', id: c.req.valid('param').id })
      return c.json({ success: true as const, message: done('Ticket', edit), version }, 200)
    })
    .openapi(changeInquiry, async c => {
      const edit = c.req.valid('json')
      const version = await changeTicket(c.var.ctx, { ...edit, type: 'general', id: c.req.valid('param').id })
      return c.json({ success: true as const, message: done('Inquiry', edit), version }, 200)
    })
    .openapi(counts, async c => c.json(await ticketCounts(c.var.ctx, c.req.valid('query').type), 200))
    .openapi(agents, async c => c.json({ agents: await listAgents(c.var.ctx) }, 200))
    .openapi(thread, async c => c.json(await threadOf(c.var.ctx, c.req.valid('param').id), 200))
    .openapi(answer, async c =>
      c.json(await readAfter(c, threadOf, (ctx, id) => answerTicket(ctx, { id, ...c.req.valid('json') })), 200),
    )
    .openapi(note, async c =>
      c.json(await readAfter(c, threadOf, (ctx, id) => addNote(ctx, { id, ...c.req.valid('json') })), 200),
    )
    .openapi(replies, async c => c.json({ replies: await listReplies(c.var.ctx) }, 200))
    .openapi(reply.create, c => cannedReplies.onCreate(c))
    .openapi(reply.change, c => cannedReplies.onChange(c))
    .openapi(reply.delete, c => cannedReplies.onDelete(c))

export type SupportDeskApi = ReturnType<typeof supportDeskApi>

/** Each list holds one kind, so rows leave `type` out. */
const withoutType = <T extends { type: unknown }>({ type: _, ...row }: T) => row
