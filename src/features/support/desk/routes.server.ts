import { answers, createRoute, jsonBody, staff, z } from '#kernel/api/api.server.ts'
import * as shapes from './contract.ts'

const params = z.object({ id: z.uuid() })
const success = z.object({ success: z.literal(true) })

export const tickets = createRoute({
  ...staff('tickets.read'),
  method: 'get',
  path: '/admin/support/tickets',
  summary: 'Support tickets page by page, narrowed down, found by words or writer',
  request: { query: shapes.TicketListQuery },
  responses: answers(shapes.TicketList),
})

export const inquiries = createRoute({
  ...staff('tickets.read'),
  method: 'get',
  path: '/admin/support/inquiries',
  summary: 'General inquiries page by page, narrowed down, found by words or writer',
  request: { query: shapes.InquiryListQuery },
  responses: answers(shapes.InquiryList),
})

export const changeTicket = createRoute({
  ...staff('tickets.change'),
  method: 'patch',
  path: '/admin/support/tickets/{id}',
  summary: 'Sets the status of a support ticket, or whose it is; null is nobody’s',
  request: { params, ...jsonBody(shapes.TicketChange) },
  responses: answers(shapes.Changed),
})

export const changeInquiry = createRoute({
  ...staff('tickets.change'),
  method: 'patch',
  path: '/admin/support/inquiries/{id}',
  summary: 'Sets the status of a general inquiry, or whose it is; null is nobody’s',
  request: { params, ...jsonBody(shapes.InquiryChange) },
  responses: answers(shapes.Changed),
})

export const counts = createRoute({
  ...staff('tickets.read'),
  method: 'get',
  path: '/admin/support/counts',
  summary: 'How many tickets or inquiries stand where, counted up to a limit',
  request: { query: shapes.CountsQuery },
  responses: answers(shapes.Counts),
})

export const agents = createRoute({
  ...staff('tickets.read'),
  method: 'get',
  path: '/admin/support/agents',
  summary: 'Whom tickets can be assigned to: staff who may read them',
  responses: answers(shapes.Agents),
})

export const thread = createRoute({
  ...staff('tickets.read'),
  method: 'get',
  path: '/admin/support/threads/{id}',
  summary: 'A ticket or an inquiry with all that was written about it, notes included',
  request: { params },
  responses: answers(shapes.Thread),
})

export const answer = createRoute({
  ...staff('tickets.change'),
  method: 'post',
  path: '/admin/support/threads/{id}/answers',
  summary: 'Answers its writer by e-mail; {firstName} and {subject} are filled in',
  request: { params, ...jsonBody(shapes.AnswerBody) },
  responses: answers(shapes.Thread),
})

export const note = createRoute({
  ...staff('tickets.change'),
  method: 'post',
  path: '/admin/support/threads/{id}/notes',
  summary: 'Adds a note to colleagues',
  request: { params, ...jsonBody(shapes.NoteBody) },
  responses: answers(shapes.Thread),
})

export const replies = createRoute({
  ...staff('tickets.read'),
  method: 'get',
  path: '/admin/support/replies',
  summary: 'Canned replies, by name',
  responses: answers(shapes.CannedReplies),
})

export const makeReply = createRoute({
  ...staff('tickets.change'),
  method: 'post',
  path: '/admin/support/replies',
  summary: 'Keeps a reply ready for all staff',
  request: jsonBody(shapes.ReplyBody),
  responses: answers(success.extend({ id: z.string() })),
})

export const changeReply = createRoute({
  ...staff('tickets.change'),
  method: 'patch',
  path: '/admin/support/replies/{id}',
  summary: 'Changes a canned reply',
  request: { params, ...jsonBody(shapes.ReplyChange) },
  responses: answers(success),
})

export const deleteReply = createRoute({
  ...staff('tickets.change'),
  method: 'delete',
  path: '/admin/support/replies/{id}',
  summary: 'Deletes a canned reply',
  request: { params },
  responses: answers(success),
})
