// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/admin" }
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { WAITS } from '#features/proposals/contract.ts'
import { CreditsDialog } from '#features/users/credits/credits-dialog.tsx'
import { answerCalls, press, show, signIn, type, withPage, withToasts } from '#ui/testing/in-browser.tsx'
import type { ShownOrder } from '../../order/web/orders-client.ts'
import type { RefundPreview } from '../contract.ts'
import { RefundDialog } from './refund-dialog.tsx'

withPage()
const said = withToasts()
beforeEach(() => signIn('manager'))

const PROPOSED = { proposal: { id: 'proposal-1', kind: 'refund_order', title: 'Refund the order' }, message: WAITS }
const none = { subtotal: 6000, discount: 0, fee: { amount: 0, clientShare: 0, platformShare: 0 }, shipping: 0, tax: 0 }
const PREVIEW: RefundPreview = {
  parts: { ...none, amount: 6000 },
  ...{ lines: [], credits: [], spentOn: [], restocked: 0, takesTwoPersons: true },
}
const LINE = { position: 0, name: 'Tent', options: {}, quantity: 1, refunded: 0, price: 6000, salesPrice: null }
const ORDER = { id: 'order-1', reference: 'RD-7', mode: 'payment', fulfilment: 'delivered', lines: [LINE] }

it('staff see that a large refund waits for a second person, before and after they ask for it [B-34.14]', async () => {
  const calls = answerCalls({
    'POST /api/admin/orders/order-1/refunds/preview': PREVIEW,
    'POST /api/admin/orders/order-1/refunds': PROPOSED,
  })
  const onClose = vi.fn()
  show(<RefundDialog order={ORDER as unknown as ShownOrder} onClose={onClose} />)
  await screen.findByText(WAITS)
  type(/^Reason, for staff/, 'It was worn')
  type(/^Type .* to confirm/, 'RD-7')
  await press('Refund $6,000.00')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(said).toEqual([`Proposed. ${WAITS}`])
  expect(calls.at(-1)).toMatchObject({
    call: 'POST /api/admin/orders/order-1/refunds',
    json: { reason: 'It was worn' },
  })
})

it('staff see that a large grant of credits waits for a second person [B-34.15]', async () => {
  answerCalls({ 'POST /api/admin/credits/grant': PROPOSED })
  const onClose = vi.fn()
  const credits = { total: 0, bronze: 0, silver: 0, gold: 0, platinum: 0 }
  show(<CreditsDialog step="grant" person={{ email: 'sam@example.com', name: 'Sam', credits }} onClose={onClose} />)
  type(/^Amount/, '900')
  type(/^Reason, for the record/, 'A contest')
  await press('Give credits')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(said).toEqual([`Proposed. ${WAITS}`])
})
