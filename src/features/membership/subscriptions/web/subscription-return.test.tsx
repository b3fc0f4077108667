// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/dashboard" }
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cart } from '#features/cart/browser/cart.ts'
import { answerCalls, press, show, withPage } from '#ui/testing/in-browser.tsx'
import { SubscriptionReturn } from './subscription-return.tsx'

withPage()
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-02T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('the return to a membership says after a minute that its payment is not confirmed, and checks again on demand [B-2.119]', async () => {
  const calls = answerCalls({
    'GET /api/payments/verify-session': { status: 'pending', orderId: 'o1', reference: 'RD-1' },
  })
  show(<SubscriptionReturn />, '/dashboard?status=success&session_id=cs_1')
  const holding = vi.spyOn(cart, 'setVerifying')
  await pass(50_000)
  expect(screen.getByText('Checking your payment')).toBeTruthy()
  expect(holding.mock.lastCall).not.toEqual([false])
  await pass(20_000)
  expect(holding.mock.lastCall).toEqual([false])
  expect(screen.getByText('Your payment is not confirmed yet')).toBeTruthy()
  const asked = calls.length
  await pass(30_000)
  expect(calls.length).toBe(asked)
  await press('Try again')
  expect(calls.length).toBe(asked + 1)
})
