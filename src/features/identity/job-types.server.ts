import { z } from 'zod'
import { defineJob } from '#platform/jobs/jobs.server.ts'

/** `holder` is the browser that asked; the code is bound to it. */
export const SEND_RESET_CODE = defineJob('send-reset-code', { email: z.string(), holder: z.string().optional() })
export const RESEAL_SIGNING_KEYS = defineJob('reseal-signing-keys')
export const RESEAL_AUTHENTICATORS = defineJob('reseal-authenticators')
