import { type ApiContext, access, actorOf, answers, createRoute, jsonBody, newApi, z } from '#kernel/api/api.server.ts'
import { submitTicket, writeMore } from './commands.server.ts'
import {
  MORE_TAKEN,
  MoreBody,
  MoreTaken,
  MyTickets,
  MyTicketsQuery,
  SUBMITTED,
  Submission,
  Submitted,
} from './contract.ts'
import { ticketsOf } from './queries.server.ts'
import type { TicketType } from './rules.ts'

const submitSupportTicket = createRoute({
  ...access('user'),
  method: 'post',
  path: '/support/tickets',
  summary: 'Asks the staff for help with one’s own affairs; once in 60 seconds, together with inquiries',
  request: jsonBody(Submission),
  responses: answers(Submitted),
})

const submitInquiry = createRoute({
  ...access('user'),
  method: 'post',
  path: '/support/inquiries',
  summary: 'Asks the staff anything else; once in 60 seconds, together with tickets',
  request: jsonBody(Submission),
  responses: answers(Submitted),
})

const readMyTickets = createRoute({
  ...access('user'),
  method: 'get',
  path: '/my/tickets',
  summary: 'What one wrote to the staff, newest first, and how far it is',
  request: { query: MyTicketsQuery },
  responses: answers(MyTickets),
})

const writeMoreAbout = createRoute({
  // A user in a conversation writes more often than a user with a new question.
  ...access('user', { points: 10, seconds: 60 }),
  method: 'post',
  path: '/my/tickets/{id}/messages',
  summary: 'Writes more about a ticket of one’s own; what was closed is open again',
  request: { params: z.object({ id: z.uuid() }), ...jsonBody(MoreBody) },
  responses: answers(MoreTaken),
})

async function submit({ ctx }: ApiContext['var'], type: TicketType, submission: Submission): Promise<Submitted> {
  const { subject, message, priority } = submission
  const id = await submitTicket(ctx, { userId: actorOf(ctx).userId, type, subject, message, priority })
  return { success: true, message: SUBMITTED, id }
}

export const supportApi = () =>
  newApi()
    .openapi(submitSupportTicket, async c => c.json(await submit(c.var, 'support', c.req.valid('json')), 200))
    .openapi(submitInquiry, async c => c.json(await submit(c.var, 'general', c.req.valid('json')), 200))
    .openapi(readMyTickets, async c => {
      const { ctx } = c.var
      return c.json(await ticketsOf(ctx, actorOf(ctx).userId, c.req.valid('query')), 200)
    })
    .openapi(writeMoreAbout, async c => {
      const { ctx } = c.var
      const { message } = c.req.valid('json')
      await writeMore(ctx, { userId: actorOf(ctx).userId, ticketId: c.req.valid('param').id, message })
      return c.json({ success: true as const, message: MORE_TAKEN }, 200)
    })

export type SupportApi = ReturnType<typeof supportApi>
