import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { type PaperBrand, readPaperBrand } from '#kernel/pdf/paper-brand.server.ts'
import { type Column, openSheet, type Sheet } from '#kernel/pdf/sheet.server.ts'
import { addressLinesOf } from '#kernel/shipping/address-lines.ts'
import { dayInWords, formatMoment } from '#kernel/values/format-moment.ts'
import { type Cents, formatMoney } from '#kernel/values/money.ts'
import { refusals } from '#platform/errors.ts'
import { ORDER_ERRORS, referenceOf } from '../../order/contract.ts'
import { unitCentsOf } from '../../order/money/prices.ts'
import { isCancelAsked } from '../../order/order-actions.ts'
import { piecesToSend } from '../../order/pieces-to-send.ts'
import { shownState } from '../../order/standing.ts'
import { type KnownOrder, selectOrders } from '../../order/stored-order.server.ts'

const refuse = refusals(ORDER_ERRORS)

/**
 * The orders of packing slips, in the order of the ids.
 * @throws order_not_found when one of them does not exist
 */
export async function readSlipOrders(ctx: Context, ids: readonly string[]): Promise<KnownOrder[]> {
  const orders = await selectOrders(ctx, sql`o.id = any(${[...ids]}::uuid[])`)
  const found = new Map(orders.map(order => [order.id, order]))
  return [...new Set(ids)].map(id => {
    const order = found.get(id)
    if (!order) throw refuse('order_not_found')
    return order
  })
}

const COLUMNS = {
  sku: { x: 0, width: 120 },
  item: { x: 128, width: 230 },
  pieces: { x: 366, width: 50, align: 'right' },
  amount: { x: 422, width: 94, align: 'right' },
} as const satisfies Record<string, Column>
const SUMS = { name: { x: 246, width: 170, align: 'right' }, amount: COLUMNS.amount } as const satisfies Record<
  string,
  Column
>
const LABEL = { face: 'figure', size: 8.5, tone: 'muted', spacing: 0.7 } as const
const SIZE = 9.5
const NOTE = 8.5

/** A slip for each order, on pages of its own, as one PDF. @param hasPrices false for a gift: no slip says what was paid */
export async function packingSlipsPdf(
  ctx: Context,
  orders: readonly KnownOrder[],
  { hasPrices }: { hasPrices: boolean },
): Promise<Buffer> {
  const brand: PaperBrand = await readPaperBrand(ctx)
  const title = orders.length === 1 ? `Packing slip ${referenceOf(orders[0]!)}` : 'Packing slips'
  const sheet = await openSheet({ title, author: brand.name, brand, at: ctx.now() })
  for (const order of orders) {
    sheet.beginPage()
    drawSlip(sheet, order, hasPrices)
    // A hundred slips in one turn would hold up every other request.
    await setImmediate()
  }
  return sheet.close()
}

function drawSlip(sheet: Sheet, order: KnownOrder, hasPrices: boolean) {
  sheet.text(`Packing slip ${referenceOf(order)}`, { x: 0, width: 516 }, { face: 'figure', size: 24 })
  sheet.down(42)
  sheet.row([
    block(sheet, 'Ship to', order.shipTo ? addressLinesOf(order.shipTo) : ['No address yet'], { x: 0, width: 250 }),
    block(sheet, 'Ordered', [formatMoment(order.createdAt)], { x: 266, width: 150 }),
    ...(order.shipBy ? [block(sheet, 'Leaves by', [dayInWords(order.shipBy, 'weekday')], { x: 426, width: 90 })] : []),
  ])
  sheet.down(18)
  const stop = stopOf(order)
  if (stop) return void sheet.text(stop, { x: 0, width: 516 }, { face: 'strong', size: 14 })
  const heads = () => {
    sheet.text('SKU', COLUMNS.sku, LABEL)
    sheet.text('ITEM', COLUMNS.item, LABEL)
    sheet.text('PIECES', COLUMNS.pieces, LABEL)
    if (hasPrices) sheet.text('PRICE', COLUMNS.amount, LABEL)
    sheet.down(13)
    sheet.rule('strong')
    sheet.down(7)
  }
  heads()
  for (const line of order.lines) drawLine(sheet, line, { hasPrices, heads })
  if (hasPrices) drawSums(sheet, order)
}

const WITH_GOODS: readonly string[] = ['paid', 'packed', 'shipped', 'delivered']

/** Says why the goods of an order stay in the shop; null where they leave or have left. A slip that shows goods gets them sent. */
function stopOf(order: KnownOrder): string | null {
  if (isCancelAsked(order)) return 'Do not send: the buyer asked to cancel this order.'
  if (order.disputeBlock) return 'Do not send: the payment of this order is disputed.'
  if (!WITH_GOODS.includes(order.standing))
    return `Do not send: this order is ${shownState(order.standing).replace('_', ' ')}.`
  const hasGoods = order.mode === 'payment' && order.lines.some(line => line.refunded < line.quantity)
  return hasGoods ? null : 'This order has nothing to send.'
}

/** A small heading with lines below. @returns the height. */
function block(sheet: Sheet, heading: string, words: readonly string[], column: Column): number {
  const label = sheet.text(heading.toUpperCase(), column, LABEL)
  return words.reduce((y, line) => y + sheet.text(line, column, { size: SIZE, dy: y }), label + 3)
}

type Line = KnownOrder['lines'][number]

/** Pieces that were refunded are not in the parcel. */
function drawLine(sheet: Sheet, line: Line, { hasPrices, heads }: { hasPrices: boolean; heads: () => void }) {
  const { now, later } = piecesToSend(line)
  if (now + later === 0) return
  const sku = line.sku ?? '–'
  const notes = [...Object.values(line.options), later > 0 ? `${later} sent later` : ''].filter(Boolean).join(' · ')
  const name = sheet.heightOf(line.name, COLUMNS.item, { face: 'strong', size: SIZE })
  const height = Math.max(
    sheet.heightOf(sku, COLUMNS.sku, { size: SIZE }),
    name + (notes ? sheet.heightOf(notes, COLUMNS.item, { size: NOTE }) : 0),
  )
  sheet.keepTogether(height + 14, heads)
  sheet.text(sku, COLUMNS.sku, { size: SIZE })
  sheet.text(line.name, COLUMNS.item, { face: 'strong', size: SIZE })
  if (notes) sheet.text(notes, COLUMNS.item, { size: NOTE, tone: 'muted', dy: name })
  sheet.text(String(now), COLUMNS.pieces, { face: 'strong', size: 12 })
  if (hasPrices) sheet.text(formatMoney(unitCentsOf(line) * (now + later)), COLUMNS.amount, { size: SIZE })
  sheet.down(height + 6)
  sheet.rule('hairline')
  sheet.down(7)
}

/** The sums of the whole order as it was paid, as on its receipt. */
function drawSums(sheet: Sheet, { price }: KnownOrder) {
  const rows: [string, Cents][] = [
    ['Subtotal', price.subtotal],
    ...(price.discount > 0 ? ([['Discount', -price.discount]] as [string, Cents][]) : []),
    ['Merchant Platform Fee', price.fee.amount],
    ['Shipping', price.shipping],
    ['Tax', price.tax],
    ['Total', price.total],
  ]
  sheet.keepTogether(rows.length * 16 + 12)
  sheet.down(8)
  for (const [name, cents] of rows) {
    const face = name === 'Total' ? 'strong' : 'text'
    sheet.text(name, SUMS.name, { size: SIZE, face })
    sheet.text(formatMoney(cents), SUMS.amount, { size: SIZE, face })
    sheet.down(16)
  }
}
