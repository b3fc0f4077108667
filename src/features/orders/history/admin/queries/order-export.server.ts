import { csvLine } from '#kernel/api/csv.server.ts'
import type { Context } from '#kernel/context.ts'
import { type Cents, toDollars } from '#kernel/values/money.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { entriesOf, unitCentsOf } from '../../../checkout/rules.ts'
import { lineName } from '../../line-name.ts'
import { type KnownOrder, referenceOf } from '../../stored-order.server.ts'
import type { StaffOrderFilters } from '../contract.ts'
import { pageOfOrders, SORTS } from './staff-orders.server.ts'

/** Batch size in orders. The first batch is small, so that the first line is sent at once. */
const FIRST_BATCH = 50
const BATCH = 500

const money = (cents: Cents) => toDollars(cents).toFixed(2)

/** The file's columns with their values. Amounts are in dollars with two decimals. */
const COLUMNS: [string, (order: KnownOrder) => string | number | null][] = [
  ['order', referenceOf],
  ['id', order => order.id],
  ['created', order => order.createdAt.toISOString()],
  ['paid', order => order.paidAt?.toISOString() ?? ''],
  ['status', order => order.standing],
  ['payment_status', order => order.status],
  ['mode', order => order.mode],
  ['email', order => order.email],
  ['name', order => order.shipTo?.name ?? ''],
  ['address', order => [order.shipTo?.line1, order.shipTo?.line2].filter(Boolean).join(', ')],
  ['city', order => order.shipTo?.city ?? ''],
  ['state', order => order.shipTo?.state ?? ''],
  ['postal_code', order => order.shipTo?.postalCode ?? ''],
  ['country', order => order.shipTo?.country ?? ''],
  ['pieces', order => order.lines.reduce((sum, line) => sum + line.quantity, 0)],
  [
    'items',
    order => order.lines.map(line => `${line.quantity} × ${lineName(line)} @ ${money(unitCentsOf(line))}`).join('; '),
  ],
  ['tiers', order => TIERS.filter(tier => order.lines.some(line => line.tier === tier)).join(' ')],
  ['credits', order => TIERS.reduce((sum, tier) => sum + entriesOf(order.lines)[tier], 0)],
  ['codes', order => order.codes.join(' ')],
  ['subtotal', order => money(order.price.subtotal)],
  ['discount', order => money(order.price.discount)],
  ['fee', order => money(order.price.fee.amount)],
  ['fee_client_share', order => money(order.price.fee.clientShare)],
  ['fee_platform_share', order => money(order.price.fee.platformShare)],
  ['shipping', order => money(order.price.shipping)],
  ['tax', order => money(order.price.tax)],
  ['tax_state', order => order.taxState],
  ['total', order => money(order.price.total)],
  ['refunded', order => money(order.refundedCents)],
  ['payment_method', order => order.paymentMethod],
  ['payment_id', order => order.paymentIntentId ?? order.subscriptionId],
  ['carrier', order => order.carrier],
  ['tracking_number', order => order.trackingNumber],
]

/** The last line of an incomplete file. */
export const BROKEN_OFF = 'The export broke off here. Please download it again.'

/**
 * Streams orders as CSV lines, read in batches. Memory use is constant for any number of orders. An order placed during the export neither
 * shifts nor repeats another. An error in between ends the file with an explanatory line.
 */
export async function* orderLines(ctx: Context, filters: StaffOrderFilters): AsyncGenerator<string> {
  yield csvLine(COLUMNS.map(([name]) => name))
  try {
    let cursor: string | undefined
    for (let limit = FIRST_BATCH; ; limit = BATCH) {
      const orders = await pageOfOrders(ctx, { ...filters, limit, ...(cursor && { cursor }) })
      for (const order of orders) yield csvLine(COLUMNS.map(([, cellOf]) => cellOf(order)))
      if (orders.length < limit) return
      cursor = SORTS[filters.sort].cursorAfter(orders.at(-1)!)
    }
  } catch (error) {
    ctx.log.error({ err: error }, 'the export of orders broke off')
    yield csvLine([BROKEN_OFF])
  }
}
