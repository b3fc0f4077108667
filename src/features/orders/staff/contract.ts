import { z } from 'zod'
import { shopDay } from '#platform/shop-day-input.ts'
import { TIERS } from '#platform/tiers.ts'
import { DISPUTE_HOLDS, FULFILMENTS, ORDER_STATUSES, PAYMENT_STATUSES } from '../fulfilment/standing.ts'

/** What staff look for: how an order stands, or what of it waits for them. */
export const ORDER_FILTERS = [
  ...ORDER_STATUSES,
  /** Paid goods that wait to be packed. */
  'to_pack',
  /** A part was paid back. */
  'partly_refunded',
  /** A refund that the bank refused. */
  'refund_failed',
  /** Something of it is sent later. */
  'backordered',
  /** Its payment is disputed at the bank, or was lost. */
  'disputed',
] as const
export type OrderFilter = (typeof ORDER_FILTERS)[number]

export const ORDER_SORTS = ['newest', 'oldest', 'highest', 'lowest'] as const

const filters = {
  status: z.enum(ORDER_FILTERS).optional(),
  /** Order number, e-mail, name, tracking number or an id of the payment provider. */
  q: z.string().trim().max(200).optional(),
  /** Days of the shop (Mountain time), both included. */
  from: shopDay.optional(),
  to: shopDay.optional(),
  tier: z.enum(TIERS).optional(),
  /** Two letters of the shipping address. */
  state: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, 'Two letters, such as UT.')
    .optional(),
  method: z.enum(['stripe', 'gateway', 'none']).optional(),
  sort: z.enum(ORDER_SORTS).default('newest'),
}

export const StaffOrderFilters = z.strictObject(filters)
export type StaffOrderFilters = z.infer<typeof StaffOrderFilters>

export const StaffOrderQuery = z.strictObject({
  ...filters,
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: z.string().max(200).optional(),
})
export type StaffOrderQuery = z.infer<typeof StaffOrderQuery>

export const StaffOrderRow = z.object({
  id: z.string(),
  /** `RD-100001` */
  reference: z.string(),
  status: z.enum(ORDER_STATUSES),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  fulfilment: z.enum(FULFILMENTS),
  mode: z.enum(['payment', 'subscription']),
  date: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  userId: z.string(),
  email: z.string(),
  /** On the parcel; null when no address was on file. */
  name: z.string().nullable(),
  /** Two letters of the shipping address. */
  state: z.string().nullable(),
  paymentMethod: z.string(),
  total: z.number(),
  refunded: z.number(),
  pieces: z.int(),
  names: z.array(z.string()),
  tiers: z.array(z.enum(TIERS)),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  /** Pieces that are sent later. */
  backordered: z.int(),
  dispute: z.enum(DISPUTE_HOLDS).nullable(),
  /** A refund of it failed and waits for staff. */
  refundFailed: z.boolean(),
})
export type StaffOrderRow = z.infer<typeof StaffOrderRow>

export const StaffOrderList = z
  .object({ orders: z.array(StaffOrderRow), nextCursor: z.string().nullable() })
  .meta({ id: 'StaffOrderList' })

/** Counting ends here; a count of it means so many or more, to be shown as `1,000+`. */
export const COUNTED = 1000

export const OrderCounts = z
  .object({
    counts: z.record(z.enum(ORDER_FILTERS), z.int()),
    /** The highest count that is told. */
    limit: z.int(),
  })
  .meta({ id: 'OrderCounts' })
