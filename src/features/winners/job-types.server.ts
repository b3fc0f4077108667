import { defineJob } from '#platform/jobs/jobs.server.ts'

export const RESEAL_TAX_FORMS = defineJob('reseal-tax-forms')
