import { z } from 'zod'
import { defineJob } from '#platform/jobs/jobs.server.ts'

/** A webhook that was stored but not yet handled. `eventId` is the provider's. */
export const PAYMENT_EVENT = defineJob('payment-event', { eventId: z.string() })
/** `all` also asks about orders whose next check is not due. */
export const RECONCILE_ORDERS = defineJob('reconcile-orders', { all: z.boolean().optional() })
export const SEND_REFUND = defineJob('send-refund', { refundId: z.uuid() })
/** A payment held for checking that two persons decided to pay back. */
export const REFUND_PAYMENT_ON_HOLD = defineJob('refund-reviewed-payment', { orderId: z.uuid(), reason: z.string() })
export const GIVE_BACK_LOST = defineJob('give-back-lost', { orderId: z.uuid() })
/** A customer at a payment provider, whose account is deleted. */
export const FORGET_CUSTOMER = defineJob('forget-customer', { customerId: z.string(), provider: z.string() })
export const NOTE_PAYMENT = defineJob('note-payment', { orderId: z.uuid() })
export const TAKE_BACK_REFERRAL = defineJob('take-back-referral', { orderId: z.uuid() })

/** Handled by memberships, which come later in the order of features. `subscriptionId` and `objectId` are the provider's. */
export const ACTIVATE_MEMBERSHIP = defineJob('activate-membership', { userId: z.uuid(), subscriptionId: z.string() })
export const MEMBERSHIP_EVENT = defineJob('membership-event', { type: z.string(), objectId: z.string() })
export const END_SUBSCRIPTION = defineJob('end-subscription', { subscriptionId: z.string() })

/** Handled by insights. */
export const RECORD_SALE = defineJob('record-sale', { orderId: z.uuid() })
export const WITHDRAW_SALE = defineJob('withdraw-sale', { orderId: z.uuid() })

/** Handled by disputes: a dispute that two persons decided to accept. */
export const ACCEPT_DISPUTE = defineJob('accept-dispute', { disputeId: z.uuid() })
/** Handled by disputes. `providerId` is the dispute's id at the provider. */
export const READ_DISPUTE = defineJob('read-dispute', { providerId: z.string() })

/** Handled by reconciliation. */
export const RECONCILE_PAYMENTS = defineJob('reconcile-payments')
