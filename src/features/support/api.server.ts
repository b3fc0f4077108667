import {
  type ApiContext,
  access,
  actorOf,
  byId,
  callerId,
  defineRoute,
  newApi,
  perMinute,
} from '#kernel/api/api.server.ts'
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
import { ticketsOf } from './desk/queries/own-tickets.server.ts'
import type { TicketType } from './rules.ts'

const submitSupportTicket = defineRoute('post', '/support/tickets', access('user'), {
  summary: 'Create a support ticket about the caller’s affairs; once in 60 seconds, counted together with inquiries',
  body: Submission,
  answers: Submitted,
})

const submitInquiry = defineRoute('post', '/support/inquiries', access('user'), {
  summary: 'Create a general inquiry; once in 60 seconds, counted together with tickets',
  body: Submission,
  answers: Submitted,
})

const readMyTickets = defineRoute('get', '/my/tickets', access('user'), {
  summary: 'List the caller’s tickets and inquiries with their status, newest first',
  query: MyTicketsQuery,
  answers: MyTickets,
})

// A user in a conversation writes more often than a user with a new question.
const writeMoreAbout = defineRoute('post', '/my/tickets/{id}/messages', access('user', perMinute(10)), {
  summary: 'Add a message to the caller’s ticket; a closed ticket reopens',
  params: byId,
  body: MoreBody,
  answers: MoreTaken,
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
    .openapi(readMyTickets, async c => c.json(await ticketsOf(c.var.ctx, callerId(c), c.req.valid('query')), 200))
    .openapi(writeMoreAbout, async c => {
      const { ctx } = c.var
      const { message } = c.req.valid('json')
      await writeMore(ctx, { userId: actorOf(ctx).userId, ticketId: c.req.valid('param').id, message })
      return c.json({ success: true as const, message: MORE_TAKEN }, 200)
    })

export type SupportApi = ReturnType<typeof supportApi>
