import { byId, defineRoute, newApi, staff, z } from '#kernel/api/api.server.ts'
import { retryFailedMessage, retryJob } from './commands.server.ts'
import { Operations } from './contract.ts'
import { operationsOf } from './queries.server.ts'

const read = defineRoute('get', '/admin/operations', staff('operations.read'), {
  summary: 'Get the state of processes, database, queues, failed jobs and messages, backup, audit and log of draws',
  answers: Operations,
})

const jobAgain = defineRoute('post', '/admin/operations/jobs/{id}/retry', staff('operations.change'), {
  summary: 'Retry a failed job',
  params: byId,
  answers: z.object({ queued: z.literal(true) }),
})

const messageAgain = defineRoute('post', '/admin/operations/messages/{id}/retry', staff('operations.change'), {
  summary: 'Retry a message that the shop gave up sending',
  params: byId,
  answers: z.object({ queued: z.literal(true) }),
})

export const operationsApi = () =>
  newApi()
    .openapi(read, async c => c.json(await operationsOf(c.var.ctx), 200))
    .openapi(jobAgain, async c => {
      await retryJob(c.var.ctx, c.req.valid('param').id)
      return c.json({ queued: true as const }, 200)
    })
    .openapi(messageAgain, async c => {
      await retryFailedMessage(c.var.ctx, c.req.valid('param').id)
      return c.json({ queued: true as const }, 200)
    })

export type OperationsApi = ReturnType<typeof operationsApi>
