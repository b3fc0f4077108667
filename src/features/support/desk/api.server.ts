import { recordRoutes } from '#features/audit-log/commands/record-routes.server.ts'
import { staff } from '#kernel/api/api.server.ts'
import { byId, defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { readAfter } from '#kernel/api/read-after.server.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { cannedReplies, listReplies } from './commands/canned-replies.server.ts'
import { addNote, answerTicket, changeTicket } from './commands/change-ticket.server.ts'
import type { DeskInquiry, DeskTicket } from './contract.ts'
import * as shapes from './contract.ts'
import { DESK_ERRORS } from './contract.ts'
import { listAgents, listTickets, readThread, readTicketCounts } from './queries/tickets.server.ts'

type Edit = { status?: unknown; assignedTo?: unknown }

/** The message for a change of a ticket or an inquiry. */
const done = (noun: 'Ticket' | 'Inquiry', { status }: Edit) =>
  `${noun} ${status === undefined ? 'assignment' : 'status'} updated`

/** The API of the support desk. */
export const supportDeskApi = () =>
  newApi(
    defineRoute('get', '/admin/support/tickets', staff('tickets.read'), {
      summary: 'List support tickets, page by page, filtered or searched by words or writer',
      query: shapes.TicketListQuery,
      answers: shapes.TicketList,
      handler: async ({ ctx, query }) => {
        const { rows, nextCursor } = await listTickets(ctx, 'support', query)
        return { success: true as const, tickets: rows.map(withoutType) as DeskTicket[], nextCursor }
      },
    }),

    defineRoute('get', '/admin/support/inquiries', staff('tickets.read'), {
      summary: 'List general inquiries, page by page, filtered or searched by words or writer',
      query: shapes.InquiryListQuery,
      answers: shapes.InquiryList,
      handler: async ({ ctx, query }) => {
        const { rows, nextCursor } = await listTickets(ctx, 'general', query)
        return { success: true as const, inquiries: rows.map(withoutType) as DeskInquiry[], nextCursor }
      },
    }),

    defineRoute('patch', '/admin/support/tickets/{id}', staff('tickets.change'), {
      summary: 'Set the status or assignee of a support ticket; a null assignee means unassigned',
      params: byId,
      body: shapes.TicketChange,
      answers: shapes.Changed,
      refuses: [DESK_ERRORS, pick(COMMON_ERRORS, 'version_conflict')],
      handler: async ({ ctx, params, body }) => {
        const version = await changeTicket(ctx, { ...body, type: 'support', id: params.id })
        return { success: true as const, message: done('Ticket', body), version }
      },
    }),

    defineRoute('patch', '/admin/support/inquiries/{id}', staff('tickets.change'), {
      summary: 'Set the status or assignee of a general inquiry; a null assignee means unassigned',
      params: byId,
      body: shapes.InquiryChange,
      answers: shapes.Changed,
      refuses: [DESK_ERRORS, pick(COMMON_ERRORS, 'version_conflict')],
      handler: async ({ ctx, params, body }) => {
        const version = await changeTicket(ctx, { ...body, type: 'general', id: params.id })
        return { success: true as const, message: done('Inquiry', body), version }
      },
    }),

    defineRoute('get', '/admin/support/counts', staff('tickets.read'), {
      summary: 'Count tickets or inquiries by status, up to a limit',
      query: shapes.CountsQuery,
      answers: shapes.Counts,
      handler: ({ ctx, query }) => readTicketCounts(ctx, query.type),
    }),

    defineRoute('get', '/admin/support/agents', staff('tickets.read'), {
      summary: 'List the staff to whom tickets can be assigned: those who may read tickets',
      answers: shapes.Agents,
      handler: async ({ ctx }) => ({ agents: await listAgents(ctx) }),
    }),

    defineRoute('get', '/admin/support/threads/{id}', staff('tickets.read'), {
      summary: 'Get a ticket or an inquiry with all its messages, answers and notes',
      params: byId,
      answers: shapes.Thread,
      handler: ({ ctx, params }) => readThread(ctx, params.id),
    }),

    defineRoute('post', '/admin/support/threads/{id}/answers', staff('tickets.change'), {
      summary: 'Send an answer to the writer by e-mail; {firstName} and {subject} are filled in',
      params: byId,
      body: shapes.AnswerBody,
      answers: shapes.Thread,
      refuses: [pick(COMMON_ERRORS, 'version_conflict')],
      handler: call => readAfter(call, readThread, (ctx, id) => answerTicket(ctx, { id, ...call.body })),
    }),

    defineRoute('post', '/admin/support/threads/{id}/notes', staff('tickets.change'), {
      summary: 'Add an internal note to a ticket or an inquiry',
      params: byId,
      body: shapes.NoteBody,
      answers: shapes.Thread,
      refuses: [pick(COMMON_ERRORS, 'version_conflict')],
      handler: call => readAfter(call, readThread, (ctx, id) => addNote(ctx, { id, ...call.body })),
    }),

    defineRoute('get', '/admin/support/replies', staff('tickets.read'), {
      summary: 'List canned replies by name',
      answers: shapes.CannedReplies,
      handler: async ({ ctx }) => ({ replies: await listReplies(ctx) }),
    }),

    ...recordRoutes('/admin/support/replies', 'tickets.change', {
      noun: 'a canned reply',
      summary: 'Create a canned reply for all staff',
      body: shapes.ReplyBody,
      change: shapes.ReplyChange,
      refuses: [pick(DESK_ERRORS, 'reply_name_taken')],
      record: cannedReplies,
    }),
  )

export type SupportDeskApi = ReturnType<typeof supportDeskApi>

/** Each list holds one kind, so rows leave `type` out. */
const withoutType = <T extends { type: unknown }>({ type: _, ...row }: T) => row
