import { z } from 'zod'
import { model } from '#kernel/api/openapi/model.ts'
import { PAGE_QUERY, searchWords } from '#kernel/api/page-query.ts'
import { shopDay } from '#kernel/values/shop-day-input.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import {
  DISPUTE_BLOCKS,
  FULFILMENTS,
  ON_HOLD,
  ORDER_STATUSES,
  PAYMENT_STATUSES,
  shownState,
} from '../../order/standing.ts'

/** Staff's filters: an order status, or work that waits for staff. */
export const ORDER_FILTERS = [
  ...ORDER_STATUSES.map(shownState),
  /** Paid goods that wait for packing. */
  'to_pack',
  /** Whose buyer asked to cancel. */
  'cancel_asked',
  /** Partly refunded. */
  'partly_refunded',
  /** With a refund that the bank refused. */
  'refund_failed',
  /** With pieces to be sent later. */
  'backordered',
  /** With a disputed or lost payment. */
  'disputed',
] as const
export type OrderFilter = (typeof ORDER_FILTERS)[number]
/** Staff's filter as a caller writes it. Links, saved filters and callers of the last release name the state on hold by its stored value. */
export const ORDER_FILTER_INPUT = z
  .enum([...ORDER_FILTERS, ON_HOLD])
  .transform((filter): OrderFilter => shownState(filter))

export const ORDER_SORTS = ['newest', 'oldest', 'highest', 'lowest'] as const
export type OrderSort = (typeof ORDER_SORTS)[number]

/** The order of a list that names none. Who packs begins with the order that has waited longest. */
export const sortOf = ({
  status,
  sort,
}: {
  status?: string | undefined
  sort?: OrderSort | '' | undefined
}): OrderSort => sort || (status === 'to_pack' ? 'oldest' : 'newest')

/** An id of a payment provider, as orders store it. */
export const PAYMENT_METHOD = /^[a-z_]{1,20}$/

const filters = {
  status: ORDER_FILTER_INPUT.optional(),
  /** Order number, e-mail, name, SKU, tracking number or a provider id. */
  q: searchWords(200),
  /** Days in the shop's time zone, both included. */
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
  /** The provider's id, or `none`. */
  method: z.string().regex(PAYMENT_METHOD).optional(),
  /** Left out: the orders to pack oldest first, all others newest first. */
  sort: z.enum(ORDER_SORTS).optional(),
}

export const StaffOrderFilters = z.strictObject(filters)
export type StaffOrderFilters = z.infer<typeof StaffOrderFilters>

export const StaffOrderQuery = z.strictObject({
  ...filters,
  ...PAGE_QUERY,
})
export type StaffOrderQuery = z.infer<typeof StaffOrderQuery>

export const StaffOrderRow = z.object({
  id: z.string(),
  /** `RD-100001` */
  reference: z.string(),
  status: z.enum(ORDER_STATUSES.map(shownState)),
  paymentStatus: z.enum(PAYMENT_STATUSES.map(shownState)),
  fulfilment: z.enum(FULFILMENTS),
  mode: z.enum(['payment', 'subscription']),
  date: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  userId: z.string(),
  email: z.string(),
  /** Name of the recipient; null without an address on file. */
  name: z.string().nullable(),
  /** Two letters of the shipping address. */
  state: z.string().nullable(),
  paymentMethod: z.string(),
  total: z.number(),
  refunded: z.number(),
  pieces: z.int(),
  names: z.array(z.string()),
  /** What is to be sent: a line's pieces now, and those that are short and follow later. */
  goods: z.array(
    z.object({
      sku: z.string().nullable(),
      name: z.string(),
      options: z.record(z.string(), z.string()),
      image: z.string().nullable(),
      pieces: z.int(),
      short: z.int(),
    }),
  ),
  tiers: z.array(z.enum(TIERS)),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  /** Pieces to be sent later. */
  backordered: z.int(),
  dispute: z.enum(DISPUTE_BLOCKS).nullable(),
  /** A failed refund waits for staff. */
  refundFailed: z.boolean(),
  /** Whether its goods can be packed now. */
  canPack: z.boolean(),
})
export type StaffOrderRow = z.infer<typeof StaffOrderRow>

export const StaffOrderList = model('StaffOrderList', {
  orders: z.array(StaffOrderRow),
  nextCursor: z.string().nullable(),
})

/** Counting stops here. A count of 1000 means 1000 or more, shown as `1,000+`. */
export const COUNTED = 1000

export const OrderCounts = model('OrderCounts', {
  counts: z.record(z.enum(ORDER_FILTERS), z.int()),
  /** The highest count returned. */
  limit: z.int(),
})
