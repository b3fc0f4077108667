import { expect, it } from 'vitest'
import { fileText, repositoryFiles } from '../testing/source/repository-files.ts'

/** A product price without its fee is a price that no shopper can pay, so one place writes them: src/features/cart/prices. */
const SOURCE = 'src/features/cart/prices/'
const files = repositoryFiles('src').filter(
  file => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file) && !file.startsWith(SOURCE),
)

/** Prices in these files are parts of a breakdown that has the fee as a line of its own. */
const BREAKDOWNS = [
  'src/features/orders/checkout/web/summary-line.tsx',
  'src/features/orders/order/emails.server.ts',
  'src/features/orders/fulfilment/packing/packing-slips.server.ts',
  'src/features/orders/history/admin/queries/staff-orders.server.ts',
  'src/features/orders/order/web/order-lines.tsx',
  'src/features/orders/receipts/receipt.server.ts',
  'src/features/orders/refunds/admin/refund-dialog.tsx',
]

/** Prices in these files are those of memberships, which have no fee. */
const MEMBERSHIPS = ['src/app/services/settings-ports.server.ts', 'src/features/membership/emails.server.ts']

/** The listed price of a piece, by each of its names. */
const PRICE = String.raw`(?:[\w.]+\.(?:price|salesPrice)\b(?!\.)|\b(?:price|salesPrice|paidCents|(?:sale)?[pP]riceCents|listCents|saleCents)\b(?!\.)|unit(?:Price|Cents)Of\()`
const WRITTEN = new RegExp(
  [
    // formatMoney(toCents(product.price)), money(line.price)
    String.raw`\b(?:formatMoney|money)\([^\n'"]*?${PRICE}`,
    // `$${product.price}`, product.price.toFixed(2)
    String.raw`\$\$\{[^}]*${PRICE}`,
    String.raw`${PRICE}\)?\.toFixed\(`,
  ].join('|'),
)

it('a product price is written by the one source of shown prices only [B-15.8]', () => {
  const known = [...BREAKDOWNS, ...MEMBERSHIPS]
  expect(files.filter(file => WRITTEN.test(fileText(file)) && !known.includes(file))).toEqual([])
  expect(known.filter(file => !WRITTEN.test(fileText(file)))).toEqual([])
  for (const written of [
    'formatMoney(toCents(product.salesPrice ?? product.price))',
    'formatMoney(toCents(unitPriceOf(item)) * item.quantity)',
    'formatMoney(priceCents)',
    '(product.salesPrice ?? product.price).toFixed(2)',
  ])
    expect(WRITTEN.test(written), written).toBe(true)
  for (const other of ['formatMoney(order.price.total)', 'formatMoney(toCents(plan.total))'])
    expect(WRITTEN.test(other), other).toBe(false)
})

it('the bare figure of a price is drawn inside the price with its fee only [B-15.8]', () => {
  const drawn = files.filter(file => /ui\/money\/price\.tsx'/.test(fileText(file)))
  expect(drawn.filter(file => !file.startsWith('src/features/dev-gallery/'))).toEqual([])
})
