import { defineJob } from '#platform/jobs/jobs.server.ts'

/** Tells those who wait for something that is in stock. Enqueued by the catalogue when stock returns, and each minute. */
export const TELL_STOCK_ALERTS = defineJob('tell-stock-alerts')
