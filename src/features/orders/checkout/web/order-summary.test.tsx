// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/checkout" }
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show, withPage } from '#ui/testing/in-browser.tsx'
import type { ShownQuote } from '../../order/web/orders-client.ts'
import { OrderSummary } from './order-summary.tsx'

const WHY = 'We send nothing to Alaska.'
const LINE = {
  ...{ productId: 'p', variantId: 'v', name: 'Sticker', tier: 'Bronze', image: '/a', options: {}, quantity: 1 },
  ...{ price: 5, salesPrice: null, entries: 1, total: 5 },
}
const quoteWith = (notices: object[]) =>
  ({
    ...{ lines: [LINE], notices, mode: 'payment', interval: null, entries: { Bronze: 1 }, discounts: [] },
    ...{ subtotal: 5, discount: 0, fee: 0.25, shipping: 0, tax: 0, total: 5.25, shippingMethods: [] },
  }) as unknown as ShownQuote

withPage()

it.each([
  [[], true],
  [[{ code: 'not_shipped', message: WHY }], false],
])('the summary of an order with the notices %j names a total: %s [B-41.9]', async (notices, isTold) => {
  await show(<OrderSummary quote={quoteWith(notices)} changes={[]} reduced={[]} busy={false} />)
  expect(screen.queryAllByText(WHY)).toHaveLength(notices.length)
  expect(document.body.textContent?.includes('$5.25')).toBe(isTold)
})
