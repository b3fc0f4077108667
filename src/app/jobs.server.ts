import type { Context } from '#adapters/context.ts'
import { defineNotificationJobs } from '#features/notifications/jobs.server.ts'

/** Every feature's jobs. What must run backwards through the order of features is registered here. */
export function defineJobs(system: Context): void {
  defineNotificationJobs(system)
}
