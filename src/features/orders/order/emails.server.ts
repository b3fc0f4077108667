import { html } from 'hono/html'
import type { Notice } from '#features/notifications/commands/notify.server.ts'
import { amounts, defineEmail, heading, link } from '#features/notifications/email.ts'
import { dayInWords } from '#kernel/values/format-moment.ts'
import { type Cents, formatMoney } from '#kernel/values/money.ts'
import { TIERS } from '#kernel/values/tiers.ts'
import { referenceOf } from './contract.ts'
import { soldName } from './line-name.ts'
import { entriesOf, unitCentsOf } from './money/prices.ts'
import type { KnownOrder, StoredOrder } from './stored-order.server.ts'

/** Order lines of the previews of e-mails: one piece was refunded, and one is late. */
export const PREVIEW_LINES = [
  {
    position: 1,
    productId: '11',
    variantId: '12',
    sku: 'TEE-L-COY',
    name: 'Range Tee',
    options: { Size: 'L', Colour: 'Coyote' },
    image: null,
    tier: 'Silver' as const,
    entries: 2,
    listCents: 3000,
    saleCents: null,
    quantity: 3,
    backordered: 1,
    discountCents: 500,
    refunded: 1,
  },
]

type Receipt = Pick<KnownOrder, 'id' | 'prefix' | 'number' | 'price' | 'shipBy'> & Pick<StoredOrder, 'lines'>

/** The receipt e-mail of a paid order: lines, parts of the price, earned credits and a link to the order. */
export const receiptEmail = defineEmail({
  preview: {
    id: '01',
    prefix: 'RD',
    number: 1007,
    shipBy: '2026-03-04',
    lines: PREVIEW_LINES,
    price: {
      subtotal: 9000,
      discount: 500,
      fee: { amount: 500, clientShare: 350, platformShare: 150 },
      shipping: 700,
      tax: 400,
      total: 10100,
    },
  },
  write: ({ origin, settings }, order: Receipt) => {
    const earned = earnedOf(order)
    return {
      subject: `Your ${settings.brand.name} order ${referenceOf(order)}`,
      body: [
        heading('Thank you for your order'),
        html`<p>Your reference is <strong>${referenceOf(order)}</strong>.</p>`,
        amounts(
          order.lines.map(line => [
            `${line.quantity} × ${soldName(line)}`,
            formatMoney(unitCentsOf(line) * line.quantity),
          ]),
          partsOf(order),
        ),
        ...(order.shipBy ? [`Your parcel leaves us by ${dayInWords(order.shipBy, 'weekday')}.`] : []),
        ...(earned
          ? [
              html`<p>Credits earned: <strong>${earned}</strong>. ${link(`${origin}/giveaways`, 'Spend them on giveaways')}</p>`,
            ]
          : []),
      ],
      action: { label: 'See your order', url: `${origin}/orders/${order.id}` },
    }
  },
  unproven: 'no words',
})

/** Push notice to the buyer's browsers when an order is paid. The receipt always goes by e-mail as well. */
export function paidNotice(order: StoredOrder): Notice {
  const earned = earnedOf(order)
  const body = `Your order ${referenceOf(order)} is paid.${earned ? ` Credits earned: ${earned}.` : ''}`
  const data = { type: 'order', orderId: order.id } as const
  return { kind: 'order_update', onceKey: `paid:${order.id}`, push: { title: 'Order confirmed', body, data } }
}

function partsOf({ price }: Receipt): [string, string][] {
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
function earnedOf(order: Pick<StoredOrder, 'lines'>): string {
  const earned = entriesOf(order.lines)
  return TIERS.filter(tier => earned[tier] > 0)
    .map(tier => `${earned[tier]} ${tier}`)
    .join(', ')
}

/** E-mail to the payer of a lost order: the shop refunded the payment because the order was gone before settlement. */
export const lostOrderEmail = defineEmail({
  preview: { cents: 10100 },
  write: ({ origin }, { cents }: { cents: Cents }) => ({
    subject: 'Your payment was refunded',
    body: [
      heading('Your payment was refunded'),
      `You paid ${formatMoney(cents)}, and a fault on our side lost your order.`,
      'We have refunded the whole amount to your card. Your bank shows it within 5 to 10 days.',
      html`<p>We are sorry. You can order again at ${link(`${origin}/store`)}.</p>`,
    ],
  }),
  unproven: 'no words',
})
