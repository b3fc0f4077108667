import { html } from 'hono/html'
import type { Context } from '#adapters/context.ts'
import type { Notice } from '#features/notifications/commands/notify.server.ts'
import { letterPage } from '#features/notifications/letter.ts'
import type { Cents } from '#platform/money.ts'
import { TIERS } from '#platform/tiers.ts'
import { formatMoney } from '#ui/format-money.ts'
import { lineName } from './line-name.ts'
import { entriesOf, unitCentsOf } from './rules.ts'
import { referenceOf, type StoredOrder } from './stored-order.server.ts'

/** The receipt e-mail of a paid order: lines, parts of the price, earned credits and a link to the order. */
export function receiptOf(ctx: Context, order: StoredOrder): { subject: string; text: string; html: string } {
  const reference = referenceOf(order)
  const link = `${ctx.origin}/orders/${order.id}`
  const lines = order.lines.map(line => [
    `${line.quantity} × ${lineName(line)}`,
    formatMoney(unitCentsOf(line) * line.quantity),
  ])
  const parts = partsOf(order)
  const earned = earnedOf(order)
  const text = [
    `Thank you for your order ${reference}.`,
    '',
    ...[...lines, ...parts].map(([name, amount]) => `${name}: ${amount}`),
    '',
    ...(earned ? [`Credits earned: ${earned}. Spend them on giveaways: ${ctx.origin}/giveaways`, ''] : []),
    `Your order: ${link}`,
  ].join('\n')
  const row = ([name, amount]: string[]) =>
    html`<tr><td style="padding:4px 24px 4px 0">${name}</td><td align="right">${amount}</td></tr>`
  const body = html`<h1 style="font-size:22px">Thank you for your order</h1>
<p>Your reference is <strong>${reference}</strong>.</p>
<table style="border-collapse:collapse">${lines.map(row)}<tr><td colspan="2"><hr></td></tr>${parts.map(row)}</table>
${earned ? html`<p>Credits earned: <strong>${earned}</strong>. <a href="${ctx.origin}/giveaways">Spend them on giveaways</a></p>` : ''}
<p><a href="${link}">See your order</a></p>`
  return { subject: `Your Redoubt order ${reference}`, text, html: letterPage(body) }
}

/** Push notice to the buyer's browsers when an order is paid. The receipt always goes by e-mail as well. */
export function paidNotice(order: StoredOrder): Notice {
  const earned = earnedOf(order)
  const body = `Your order ${referenceOf(order)} is paid.${earned ? ` Credits earned: ${earned}.` : ''}`
  const data = { type: 'order', orderId: order.id } as const
  return { kind: 'order_update', onceKey: `paid:${order.id}`, push: { title: 'Order confirmed', body, data } }
}

function partsOf({ price }: StoredOrder): [string, string][] {
  const optional = (name: string, cents: Cents): [string, string][] => (cents === 0 ? [] : [[name, formatMoney(cents)]])
  return [
    ['Subtotal', formatMoney(price.subtotal)],
    ...optional('Discount', -price.discount),
    ...optional('Merchant Platform Fee', price.fee.amount),
    ['Shipping', formatMoney(price.shipping)],
    ['Tax', formatMoney(price.tax)],
    ['Total', formatMoney(price.total)],
  ]
}

/** `1 Bronze, 4 Silver`; empty for an order without credits. */
function earnedOf(order: StoredOrder): string {
  const earned = entriesOf(order.lines)
  return TIERS.filter(tier => earned[tier] > 0)
    .map(tier => `${earned[tier]} ${tier}`)
    .join(', ')
}

/** E-mail to the payer of a lost order: the shop refunded the payment because the order was gone before settlement. */
export function lostOrderLetter(ctx: Context, cents: Cents): { subject: string; text: string; html: string } {
  const amount = formatMoney(cents)
  const sentences = [
    `You paid ${amount}, and a fault on our side lost your order.`,
    'We have refunded the whole amount to your card. Your bank shows it within 5 to 10 days.',
    `We are sorry. You can order again at ${ctx.origin}/store.`,
  ]
  const body = html`<h1 style="font-size:22px">Your payment was refunded</h1>${sentences.map(text => html`<p>${text}</p>`)}`
  return { subject: 'Your payment was refunded', text: sentences.join('\n\n'), html: letterPage(body) }
}
