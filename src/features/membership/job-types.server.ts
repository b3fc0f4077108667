import { z } from 'zod'
import { defineJob } from '#platform/jobs/jobs.server.ts'

/** `subscriptionId` is the provider's. */
export const READ_MEMBERSHIP = defineJob('read-membership', { userId: z.uuid(), subscriptionId: z.string() })
export const REFUND_SECOND_MEMBERSHIP = defineJob('refund-second-membership', { orderId: z.uuid() })
export const ISSUE_MONTHLY_BENEFITS = defineJob('issue-monthly-benefits')
/** Handled by giveaways, which come later in the order of features. */
export const MEMBERSHIP_BEGAN = defineJob('membership-began', { userId: z.uuid() })
