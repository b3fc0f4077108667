import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { ShownSubscription } from '../../web/membership-client.ts'
import { MembershipPanel } from './membership-panel.tsx'

const running: ShownSubscription = {
  id: 'sub_1',
  subscriptionId: 'sub_1',
  userId: 'user-1',
  status: 'active',
  plan: 'monthly',
  amount: 24.99,
  total: 24.99,
  interval: 'month',
  startDate: '2026-03-02T12:00:00.000Z',
  nextBillingDate: '2026-04-02T12:00:00.000Z',
  lastBillingDate: '2026-03-02T12:00:00.000Z',
  cancelledDate: null,
  endDate: null,
  benefitsActive: true,
  autoEntryEnabled: true,
  bonusEntries: 0,
  monthlyCreditIssued: '2026-03-02T12:00:00.000Z',
  paymentMethod: 'stripe',
  hasPortal: true,
  lastPayment: { amount: 24.99, date: '2026-03-02T12:00:00.000Z' },
  failedPayment: null,
  nextPlan: null,
  endedUnpaid: false,
}

const shown = (change: Partial<ShownSubscription> = {}) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MembershipPanel subscription={{ ...running, ...change }} />
    </QueryClientProvider>,
  )

it('says "Premium Active" for an active membership, with its price and next bill [B-6.3]', () => {
  const html = shown()
  for (const text of ['Premium Active', '$24.99', 'Next billing date', 'April 2, 2026']) expect(html).toContain(text)
  expect(html).not.toContain('Failed to process')
})

it('says "Failed to process recurring billing" while the card fails, and no longer that it is active [B-8.22]', () => {
  const html = shown({ status: 'past_due', benefitsActive: false })
  expect(html).toContain('Failed to process recurring billing')
  expect(html).not.toContain('Premium Active')
})

it('says how long the benefits of a cancelled membership last, and that no bill follows [B-4.29]', () => {
  const cancelledDate = '2026-03-10T12:00:00.000Z'
  const html = shown({ status: 'cancelled', cancelledDate, nextBillingDate: null, endDate: running.nextBillingDate })
  for (const text of ['Cancelled', 'Benefits until', 'April 2, 2026', 'Nothing more is billed'])
    expect(html).toContain(text)
  expect(html).not.toContain('Next billing date')
})
