import { z } from 'zod'
import { model } from '#kernel/api/openapi/model.ts'
import { conflict, type ErrorTable } from '#platform/errors.ts'

export const OPERATIONS_ERRORS = {
  job_not_failed: conflict('This job is no longer failed. Another press or a process took it.'),
  message_not_failed: conflict(
    'This message cannot be sent again: it was sent, belongs to a campaign, or its text was deleted.',
  ),
} as const satisfies ErrorTable

const moment = z.iso.datetime()

const Process = z.object({
  instance: z.string(),
  role: z.enum(['all', 'web', 'worker']),
  release: z.string(),
  startedAt: moment,
  beatAt: moment,
  /** False when the last beat is older than three intervals. */
  isAlive: z.boolean(),
  /** 0 well; 1 lists are refused; 2 all but essential calls are refused. */
  overload: z.int(),
  /** Providers that this process leaves alone. Another process may still ask them. */
  outages: z.array(z.object({ provider: z.string(), since: moment })),
})
export type Process = z.infer<typeof Process>

const Queue = z.object({ queue: z.string(), due: z.int(), oldestSeconds: z.number(), failed: z.int() })
const FailedJob = z.object({ id: z.string(), queue: z.string(), at: moment, error: z.string() })
const FailedMessage = z.object({
  id: z.string(),
  channel: z.string(),
  /** An address in parts, `p…@example.com`. */
  to: z.string(),
  subject: z.string(),
  at: moment,
  error: z.string(),
  mayRetry: z.boolean(),
})
const Backup = z.object({ kind: z.string(), at: moment, error: z.string().nullable() })

/** What an owner sees of the running shop. */
export const Operations = model('Operations', {
  at: moment,
  processes: z.array(Process),
  database: z.object({ version: z.string(), bytes: z.number(), connections: z.int(), maxConnections: z.int() }),
  queues: z.array(Queue),
  failedJobs: z.array(FailedJob),
  messages: z.array(z.object({ channel: z.string(), due: z.int(), oldestSeconds: z.number() })),
  failedMessages: z.array(FailedMessage),
  /** The last run that ended well, and the last that did not since then; null without one. */
  backup: z.object({ last: Backup.nullable(), verifiedAt: moment.nullable() }),
  audit: z.object({ at: moment, faults: z.int() }).nullable(),
  log: z.object({
    size: z.int(),
    publishedSize: z.int(),
    publishedAt: moment.nullable(),
    waiting: z.int(),
    overdueDraws: z.int(),
    /** Witnesses that saw another log. */
    conflicts: z.int(),
  }),
})
export type Operations = z.infer<typeof Operations>
