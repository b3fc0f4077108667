// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/checkout" }
import { act, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { browserStorage } from '#kernel/client/storage/browser-storage.ts'
import { answerCalls, button, press, refusal, show, withPage } from '#ui/testing/in-browser.tsx'
import { forgetPayment, usePayment } from './use-payment.ts'

const QUOTED = { quote: undefined, replace() {}, refetch: async () => ({}) as never, dropCode() {} }
const OPEN = 'redoubt.checkout-payment'

function Pay() {
  const { start, problem } = usePayment(QUOTED, undefined)
  return (
    <>
      <button type="button" onClick={() => void start({ smsConsent: false, pushConsent: false })}>
        Pay
      </button>
      <p data-testid="problem">{problem}</p>
    </>
  )
}

type Options = { lost?: () => Response; onVerify?: () => void }

/** A server with an order for each key. @param options.lost the answer of the first order. */
function openCheckout({ lost, onVerify }: Options = {}) {
  const statuses: string[] = []
  const keys: string[] = []
  const calls = answerCalls({
    'POST /api/payments/checkout-session': ({ headers }) => {
      const key = headers.get('idempotency-key')!
      const isRepeated = keys.includes(key)
      if (!isRepeated) statuses[keys.push(key) - 1] = 'pending'
      const nth = keys.indexOf(key)
      if (lost && nth === 0) return lost()
      const order = { id: `cs_${nth}`, url: `https://pay.test/${nth}`, orderId: `o${nth}` }
      return Response.json(order, isRepeated ? { headers: { 'idempotency-replayed': 'true' } } : {})
    },
    'GET /api/payments/verify-session': ({ query }) => {
      onVerify?.()
      const nth = Number(query.session_id!.slice(3))
      if (statuses[nth] === 'unknown') return refusal(403, 'unknown', 'Not now.')
      return Response.json({ status: statuses[nth], orderId: `o${nth}`, reference: `RD-${nth}` })
    },
  })
  const went = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  show(<Pay />)
  return {
    statuses,
    keys,
    calls,
    /** Presses Pay. @returns the payment page. The shopper is back by the browser's Back button afterwards. */
    async pay() {
      went.mockClear()
      await press('Pay')
      await waitFor(() => expect(went).toHaveBeenCalled())
      await act(async () => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
      return went.mock.calls.map(([url]) => String(url)).join()
    },
    problem: () => button('Pay').parentElement!.querySelector('[data-testid=problem]')!.textContent,
  }
}

withPage()
beforeEach(() => forgetPayment())

describe('Pay', () => {
  it.each(['cancelled', 'failed'])('opens another order after the first one is %s [B-10.101]', async status => {
    const { statuses, keys, pay } = openCheckout()
    expect(await pay()).toBe('https://pay.test/0')
    statuses[0] = status
    expect(await pay()).toBe('https://pay.test/1')
    // The new order is kept as the first one was.
    expect(await pay()).toBe('https://pay.test/1')
    expect(keys).toHaveLength(2)
  })

  it.each(['pending', 'paid', 'unknown'])('keeps to an order that is %s [B-10.101]', async status => {
    const { statuses, keys, pay } = openCheckout()
    await pay()
    statuses[0] = status
    expect(await pay()).toBe('https://pay.test/0')
    expect(keys).toHaveLength(1)
  })

  it('asks about the order of a repeated answer only [B-10.101]', async () => {
    const { calls, pay } = openCheckout()
    await pay()
    expect(calls.map(({ call }) => call)).toEqual(['POST /api/payments/checkout-session'])
  })

  it('leaves a newer order of another tab in place [B-10.101]', async () => {
    const payment = () => JSON.parse(browserStorage.getItem(OPEN)!)
    const onVerify = () => browserStorage.setItem(OPEN, JSON.stringify({ ...payment(), key: 'of the other tab' }))
    const { statuses, keys, pay } = openCheckout({ onVerify })
    await pay()
    statuses[0] = 'cancelled'
    await pay()
    expect(keys[1]).toBe('of the other tab')
  })
})

describe('Pay, after a lost answer,', () => {
  const broken = () => new Response('<html>', { status: 200 })

  it.each([
    ['without JSON', broken],
    ['of a gateway', () => refusal(504, 'unknown', 'No answer.')],
  ])('repeats the request under its key, when the answer was %s [B-10.102]', async (_name, lost) => {
    const { keys, calls, problem } = openCheckout({ lost })
    await press('Pay')
    await waitFor(() => expect(problem()).not.toBe(''))
    const asked = calls.length
    await press('Pay')
    // The end of the second request: a try of it that comes later would ask the server of the next test.
    await waitFor(() => expect(problem()).not.toBe(''))
    expect(calls.length).toBeGreaterThan(asked)
    expect(keys).toHaveLength(1)
  })

  const committed = () => refusal(409, 'idempotency_committed', 'Your request was saved, but its answer was lost.')

  it('sends no second order by itself [B-10.102]', async () => {
    const { keys, problem } = openCheckout({ lost: committed })
    await press('Pay')
    await waitFor(() => expect(problem()).toContain('Your request was saved'))
    expect(keys).toHaveLength(1)
  })
})
