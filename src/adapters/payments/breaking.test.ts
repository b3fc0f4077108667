import { expect, it, onTestFinished, vi } from 'vitest'
import type { PaymentProvider } from '#kernel/ports/payment-providers.ts'
import { PaymentError } from '#kernel/ports/payments.ts'
import { createBreaker } from '#platform/breaker.server.ts'
import { isProviderAway, withBreaker } from './breaking.server.ts'

const PAUSE_MS = 60

/** A provider stub whose responses the test controls. */
function providerOf(answer: () => Promise<unknown>) {
  let asked = 0
  const readRefund = () => {
    asked += 1
    return answer()
  }
  const changes: boolean[] = []
  const breaker = createBreaker({
    provider: 'Stripe',
    isAway: isProviderAway,
    failures: 3,
    pauseMs: PAUSE_MS,
    onChange: (_, isOpen) => changes.push(isOpen),
  })
  const payments = withBreaker({ readRefund } as unknown as PaymentProvider, breaker, 40)
  const read = () =>
    payments.readRefund('re_1').then(
      () => 'answered',
      error => (error as PaymentError).kind,
    )
  return { read, breaker, changes, asked: () => asked }
}

it('stops a hanging call, makes no call after three failures, and tries once again after a pause', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let isAway = true
  const at = providerOf(() => (isAway ? new Promise(() => {}) : Promise.resolve({})))
  for (let call = 0; call < 3; call++) expect(await at.read()).toBe('unreachable')
  expect(at.breaker.outage()).toMatchObject({ provider: 'Stripe' })
  for (let call = 0; call < 50; call++) expect(await at.read()).toBe('unreachable')
  expect(at.asked()).toBe(3)
  isAway = false
  vi.setSystemTime(Date.now() + PAUSE_MS)
  expect(await at.read()).toBe('answered')
  expect(at.asked()).toBe(4)
  expect(at.breaker.outage()).toBeNull()
  expect(at.changes).toEqual([true, false])
})

it('tries a provider again 4 s after it was left alone, so that checkouts go on within 5 s of its return', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const breaker = createBreaker({ provider: 'Stripe', isAway: () => true })
  const fail = () => breaker.run(() => Promise.reject(new Error('away'))).catch(() => 'refused')
  for (let call = 0; call < 5; call++) await fail()
  vi.setSystemTime(Date.now() + 4000)
  expect(await breaker.run(() => Promise.resolve('answered'))).toBe('answered')
})

it('keeps calling a provider that refuses single requests', async () => {
  const at = providerOf(() => Promise.reject(new PaymentError('declined', 'no')))
  for (let call = 0; call < 10; call++) expect(await at.read()).toBe('declined')
  expect(at.asked()).toBe(10)
  expect(at.breaker.outage()).toBeNull()
})
