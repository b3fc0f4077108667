import { defineJob } from '#platform/jobs/jobs.server.ts'

export const SEAL_GIVEAWAY_SEEDS = defineJob('seal-giveaway-seeds')
