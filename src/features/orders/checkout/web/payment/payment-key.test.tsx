// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { button, press, show, withPage } from '#ui/testing/in-browser.tsx'
import { forgetPayment, usePayment } from './use-payment.ts'

withPage()

const CARD = { smsConsent: false, pushConsent: false, cardId: 'pm_1' }
const quoted = { quote: undefined, replace: () => {}, refetch: async () => {}, dropCode: () => {} }

function Pay() {
  const { busy, start } = usePayment(quoted as unknown as Parameters<typeof usePayment>[0], undefined)
  return (
    <button type="button" onClick={() => start(CARD)}>
      {busy ? 'Paying' : 'Pay'}
    </button>
  )
}

let keys: (string | null)[] = []
let answer: { status: number; code: string }
beforeEach(() => {
  keys = []
  forgetPayment()
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    keys.push(new Request(input, init).headers.get('idempotency-key'))
    const { status, code } = answer
    return Response.json({ status, code, detail: code }, { status })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** @returns the keys of one press. */
async function keysOfPress(status: number, code: string): Promise<(string | null)[]> {
  answer = { status, code }
  keys = []
  await press('Pay')
  await waitFor(() => expect(button('Pay')).toBeTruthy())
  return keys
}

it('a press asks under the key of the last one until a result or a refusal, and never under two keys [B-10.105]', async () => {
  show(<Pay />)
  const [key, ...repeats] = await keysOfPress(500, 'internal')
  expect(repeats).toEqual([key, key])
  expect(await keysOfPress(409, 'idempotency_running')).toEqual([key])
  expect(await keysOfPress(409, 'idempotency_committed')).toEqual([key])
  expect(await keysOfPress(401, 'NotAuthorizedException')).toEqual([key])
  expect(await keysOfPress(402, 'card_declined')).toEqual([key])
  const [other] = await keysOfPress(500, 'internal')
  expect(other).not.toBe(key)
})
