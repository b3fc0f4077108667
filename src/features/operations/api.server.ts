import { staff, z } from '#kernel/api/api.server.ts'
import { byId, defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { retryFailedMessage, retryJob } from './commands.server.ts'
import { OPERATIONS_ERRORS, Operations } from './contract.ts'
import { readOperations } from './queries.server.ts'

export const operationsApi = () =>
  newApi(
    defineRoute('get', '/admin/operations', staff('operations.read'), {
      summary: 'Get the state of processes, database, queues, failed jobs and messages, backup, audit and log of draws',
      answers: Operations,
      handler: ({ ctx }) => readOperations(ctx),
    }),

    defineRoute('post', '/admin/operations/jobs/{id}/retry', staff('operations.change'), {
      summary: 'Retry a failed job',
      params: byId,
      answers: z.object({ queued: z.literal(true) }),
      refuses: [OPERATIONS_ERRORS],
      handler: async ({ ctx, params }) => {
        await retryJob(ctx, params.id)
        return { queued: true as const }
      },
    }),

    defineRoute('post', '/admin/operations/messages/{id}/retry', staff('operations.change'), {
      summary: 'Retry a message that the shop gave up sending',
      params: byId,
      answers: z.object({ queued: z.literal(true) }),
      refuses: [OPERATIONS_ERRORS],
      handler: async ({ ctx, params }) => {
        await retryFailedMessage(ctx, params.id)
        return { queued: true as const }
      },
    }),
  )

export type OperationsApi = ReturnType<typeof operationsApi>
