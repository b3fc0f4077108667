import { access, actorOf, callerId, perMinute } from '#kernel/api/api.server.ts'
import { byId, defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import type { Context } from '#kernel/context.ts'
import { COMMON_ERRORS, pick } from '#platform/errors.ts'
import { submitTicket, writeMore } from './commands.server.ts'
import {
  MORE_TAKEN,
  MoreBody,
  MoreTaken,
  MyTickets,
  MyTicketsQuery,
  SUBMITTED,
  SUPPORT_ERRORS,
  Submission,
  Submitted,
} from './contract.ts'
import { listTickets } from './desk/queries/own-tickets.server.ts'
import type { TicketType } from './rules.ts'

async function submit(ctx: Context, type: TicketType, submission: Submission): Promise<Submitted> {
  const { subject, message, priority } = submission
  const id = await submitTicket(ctx, { userId: actorOf(ctx).userId, type, subject, message, priority })
  return { success: true, message: SUBMITTED, id }
}

export const supportApi = () =>
  newApi(
    defineRoute('post', '/support/tickets', access('user'), {
      summary:
        'Create a support ticket about the caller’s affairs; once in 60 seconds, counted together with inquiries',
      body: Submission,
      answers: Submitted,
      refuses: [SUPPORT_ERRORS],
      handler: ({ ctx, body }) => submit(ctx, 'support', body),
    }),

    defineRoute('post', '/support/inquiries', access('user'), {
      summary: 'Create a general inquiry; once in 60 seconds, counted together with tickets',
      body: Submission,
      answers: Submitted,
      refuses: [SUPPORT_ERRORS],
      handler: ({ ctx, body }) => submit(ctx, 'general', body),
    }),

    defineRoute('get', '/my/tickets', access('user'), {
      summary: 'List the caller’s tickets and inquiries with their status, newest first',
      query: MyTicketsQuery,
      answers: MyTickets,
      handler: ({ ctx, query }) => listTickets(ctx, callerId(ctx), query),
    }),

    // A user in a conversation writes more often than a user with a new question.
    defineRoute('post', '/my/tickets/{id}/messages', access('user', perMinute(10)), {
      summary: 'Add a message to the caller’s ticket; a closed ticket reopens',
      params: byId,
      body: MoreBody,
      answers: MoreTaken,
      refuses: [pick(COMMON_ERRORS, 'version_conflict')],
      handler: async ({ ctx, params, body: { message } }) => {
        await writeMore(ctx, { userId: actorOf(ctx).userId, ticketId: params.id, message })
        return { success: true as const, message: MORE_TAKEN }
      },
    }),
  )

export type SupportApi = ReturnType<typeof supportApi>
