import { z } from 'zod'
import { defineJob } from '#platform/jobs/jobs.server.ts'

/** `holder` is the browser that asked; the code is bound to it. */
export const SEND_RESET_CODE = defineJob('send-reset-code', { email: z.string(), holder: z.string().optional() })
/** `holder` is the browser that asked; the code works only there. */
export const SEND_EMAIL_CODE = defineJob('send-email-code', { email: z.string(), holder: z.string() })
/** Handled by giveaways, which come later in the order of features: mailed entries of the address belong to the account from now on. */
export const MAILBOX_PROVEN = defineJob('mailbox-proven', { userId: z.string() })
/** The job of the last release for a new account. This release handles it and enqueues none. */
export const ACCOUNT_CREATED = defineJob('account-created', { userId: z.string() })
/** Handled by giveaways: the default address names another state or country than before. */
export const RESIDENCE_CHANGED = defineJob('residence-changed', { userId: z.string() })
/** Looks at addresses on file that were written or changed since its last run. */
export const CHECK_ADDRESSES = defineJob('check-addresses')
export const RESEAL_SIGNING_KEYS = defineJob('reseal-signing-keys')
export const RESEAL_AUTHENTICATORS = defineJob('reseal-authenticators')
