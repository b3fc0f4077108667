import type { Context } from '#kernel/context.ts'
import { postalLinesOf } from '#kernel/settings.ts'
import { addressLinesOf } from '#kernel/shipping/address-lines.ts'
import { formatMoment } from '#kernel/values/format-moment.ts'
import { formatMoney, toCents } from '#kernel/values/money.ts'
import { TIERS, type Tier } from '#kernel/values/tiers.ts'
import { refusals } from '#platform/errors.ts'
import type { Order } from '../order/contract.ts'
import { readOrder } from '../order/queries/order-answer.server.ts'
import { RECEIPT_ERRORS, type Receipt } from './contract.ts'

const refuse = refusals(RECEIPT_ERRORS)

type Taxed = { tax_state: string | null; tax_rate: number | null }

const money = (dollars: number) => formatMoney(toCents(dollars) || 0)
const moment = (iso: string) => formatMoment(new Date(iso))

/**
 * The receipt of an order, for its buyer and for staff.
 * @returns the receipt and the order's last change. The receipt stays equal until the next change.
 * @throws order_not_found; Unauthorized for another user's order; receipt_not_yet before the payment.
 */
export async function readReceipt(ctx: Context, id: string): Promise<{ receipt: Receipt; changedAt: Date }> {
  const order = await readOrder(ctx, id)
  if (order.paymentStatus !== 'paid') throw refuse('receipt_not_yet')
  const taxed = await ctx.db
    .selectFrom('customer_order')
    .select(['tax_state', 'tax_rate'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const moments = [order.date, ...order.events.map(({ at }) => at), ...order.refunds.map(({ date }) => date)]
  return { receipt: inWords(ctx, order, taxed), changedAt: new Date(moments.toSorted().at(-1)!) }
}

function inWords(ctx: Context, order: Order, taxed: Taxed): Receipt {
  const { settings } = ctx
  return {
    number: order.reference,
    seller: [...postalLinesOf(settings), settings.supportEmail],
    buyer: [...new Set([order.shipTo?.name ?? '', order.email])].filter(Boolean),
    shipTo: order.mode === 'payment' && order.shipTo ? addressLinesOf(order.shipTo) : [],
    facts: factsOf(ctx, order),
    lines: order.lines.map(lineOf),
    parts: partsOf(order, taxed),
    total: money(order.total),
    ...refundsOf(order),
    credits: creditsOf(order),
  }
}

/** A provider that is no longer configured keeps its id. */
function methodOf({ payments }: Context, { paymentMethod }: Order): string {
  if (paymentMethod === 'none') return 'Nothing was left to pay'
  if (paymentMethod === 'gateway') return 'Gateway'
  return payments.providers.find(({ id }) => id === paymentMethod)?.name ?? paymentMethod
}

function factsOf(ctx: Context, order: Order): Receipt['facts'] {
  const paid = order.events.find(({ kind }) => kind === 'paid')
  const codes = order.codes.join(', ')
  return [
    { name: 'Ordered', value: moment(order.date) },
    ...(paid ? [{ name: 'Paid', value: moment(paid.at) }] : []),
    { name: 'Payment', value: methodOf(ctx, order) },
    ...(codes ? [{ name: 'Codes used', value: codes }] : []),
  ]
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function lineOf(line: Order['lines'][number]): Receipt['lines'][number] {
  const notes = [
    ...Object.entries(line.options).map(([name, value]) => `${capitalized(name)}: ${value}`),
    line.sku ? `SKU ${line.sku}` : '',
    line.refunded > 0 ? `${line.refunded} of ${line.quantity} refunded` : '',
    line.backordered > 0 ? `${line.backordered} sent later` : '',
  ]
  return {
    name: line.name,
    notes: notes.filter(Boolean),
    quantity: String(line.quantity),
    unit: money(line.salesPrice ?? line.price),
    was: line.salesPrice === null ? null : money(line.price),
    amount: money(line.total),
    discount: line.discount > 0 ? money(-line.discount) : null,
  }
}

/** The tax row names state and rate: "Tax (UT, 8.25%)". */
function partsOf(order: Order, { tax_state, tax_rate }: Taxed): Receipt['parts'] {
  const percent = tax_rate === null ? '' : `${Number((tax_rate * 100).toFixed(4))}%`
  const basis = [tax_state, percent].filter(Boolean).join(', ')
  return [
    { name: 'Subtotal', amount: money(order.subtotal) },
    ...(order.discount > 0 ? [{ name: 'Discount', amount: money(-order.discount) }] : []),
    { name: 'Merchant Platform Fee', amount: money(order.fee.amount) },
    { name: 'Shipping', amount: money(order.shipping) },
    { name: basis ? `Tax (${basis})` : 'Tax', amount: money(order.tax) },
  ]
}

/** Refunds without those that the bank refused. */
function refundsOf(order: Order): Pick<Receipt, 'refunds' | 'kept'> {
  const good = order.refunds.filter(({ status }) => status !== 'failed')
  if (good.length === 0) return { refunds: [], kept: null }
  const back = good.reduce((sum, { amount }) => sum + toCents(amount), 0)
  const refunds = good.map(({ status, date, amount }) => ({
    name: `Refund of ${moment(date)}${status === 'succeeded' ? '' : ', on its way'}`,
    amount: money(-amount),
  }))
  return { refunds, kept: formatMoney(toCents(order.total) - back) }
}

function creditsOf(order: Order): Receipt['credits'] {
  const takenBack = (tier: Tier) => order.refunds.reduce((sum, { credits }) => sum + credits[tier], 0)
  const told = (name: string, amountOf: (tier: Tier) => number) => {
    const words = TIERS.filter(tier => amountOf(tier) > 0).map(tier => `${amountOf(tier)} ${tier}`)
    return words.length > 0 ? [{ name, value: words.join(', ') }] : []
  }
  return [...told('Credits earned', tier => order.entries[tier]), ...told('Credits taken back', takenBack)]
}
