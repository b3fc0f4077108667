import { type ApiContext, access, actorOf, answers, createRoute, jsonBody, newApi } from '#adapters/http/api.server.ts'
import { submitTicket } from './commands.server.ts'
import { MyTickets, MyTicketsQuery, SUBMITTED, Submission, Submitted } from './contract.ts'
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

export type SupportApi = ReturnType<typeof supportApi>
