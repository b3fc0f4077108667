// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://shop.test/checkout" }
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, press, refusal, show, withPage } from '#ui/testing/in-browser.tsx'
import { Acceptance, acceptsInRequest, useAcceptance } from './acceptance.tsx'
import { forgetPayment, usePayment } from './use-payment.ts'

function Checkout() {
  const acceptance = useAcceptance()
  const quoted = { quote: undefined, replace() {}, refetch: async () => ({}) as never, dropCode() {} }
  const { start, problem } = usePayment({ ...quoted, onRefused: acceptance.takeIn }, undefined)
  const consents = { smsConsent: false, pushConsent: false }
  return (
    <>
      <button type="button" onClick={() => void start({ ...consents, ...acceptsInRequest(acceptance.versions) })}>
        Pay
      </button>
      <p role="alert">{problem}</p>
      <Acceptance {...acceptance} />
    </>
  )
}

const SESSION = { id: 'cs_1', url: 'https://pay.test/1', orderId: 'o1' }
const line = () => screen.getByText(/^By paying you accept our/).textContent
const isPress = ({ call }: { call: string }) => call === 'POST /api/payments/checkout-session'

withPage()
beforeEach(() => forgetPayment())

it('the line beside the button names a text that was published after the page was opened, and the next press accepts it [B-10.111]', async () => {
  const went = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const calls = answerCalls({
    'GET /api/legal/versions': { versions: { terms: 3, privacy: 2 } },
    'POST /api/payments/checkout-session': ({ json }) =>
      (json as { accepts: { terms: number } }).accepts.terms === 4
        ? Response.json(SESSION)
        : refusal(409, 'texts_changed', 'We published a new version of our Terms.', {
            versions: { terms: 4, privacy: 2 },
          }),
  })
  show(<Checkout />)
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(line()).toBe('By paying you accept our Terms and Privacy Policy.')
  await press('Pay')
  await waitFor(() => expect(line()).toBe('By paying you accept our Terms (new: version 4) and Privacy Policy.'))
  expect(screen.getByRole('alert').textContent).toBe('We published a new version of our Terms.')
  expect(went).not.toHaveBeenCalled()
  await press('Pay')
  await waitFor(() => expect(went).toHaveBeenCalledWith('https://pay.test/1'))
  const presses = calls.filter(isPress).map(({ json }) => (json as { accepts: object }).accepts)
  expect(presses).toEqual([
    { terms: 3, privacy: 2 },
    { terms: 4, privacy: 2 },
  ])
})

it('a press before the versions are known names none [B-10.111]', () => {
  expect(acceptsInRequest({ terms: null, privacy: null })).toEqual({})
  expect(acceptsInRequest({ terms: 3, privacy: null })).toEqual({ accepts: { terms: 3 } })
})
