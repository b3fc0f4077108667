import { expect, it } from 'vitest'
import { createStripePayments } from '../stripe-payments.server.ts'

/** An adapter whose calls get the next of these statuses; undefined for no answer. */
function withAnswers(...statuses: (number | undefined)[]) {
  const asked: string[] = []
  const payments = createStripePayments({
    secretKey: 'rk_test_x',
    webhookSecret: 'whsec_x',
    maxNetworkRetries: 0,
    fetch: async input => {
      asked.push(new URL(input instanceof Request ? input.url : input).pathname)
      const status = statuses.shift()
      if (status === undefined) throw new TypeError('fetch failed')
      const error = { type: 'invalid_request_error', message: 'Refused.' }
      return Response.json(status === 200 ? { object: 'list', data: [], has_more: false } : { error }, { status })
    },
  })
  return { payments, asked }
}

it.each([
  ['accepted', 200, true],
  ['refused', 401, false],
  ['restricted without the permission', 403, false],
  ['not answered', undefined, true],
  ['answered by a fault', 500, true],
])('a key that is %s [B-7.44]', async (_, status, isConfigured) => {
  expect(await withAnswers(status).payments.isConfigured!()).toBe(isConfigured)
})

it('Stripe is asked about the key once, however many ask at the same time', async () => {
  const { payments, asked } = withAnswers(200, 200)
  await Promise.all(Array.from({ length: 10 }, () => payments.isConfigured!()))
  await payments.isConfigured!()
  expect(asked).toEqual(['/v1/checkout/sessions'])
})

it('a checkout that Stripe refuses or accepts changes the answer at once [B-7.44]', async () => {
  const { payments } = withAnswers(200, 401, 200)
  expect(await payments.isConfigured!()).toBe(true)
  await expect(payments.readCheckout('cs_test_1')).rejects.toMatchObject({ kind: 'not_configured' })
  expect(await payments.isConfigured!()).toBe(false)
  await payments.listCheckouts({ since: new Date(0) })
  expect(await payments.isConfigured!()).toBe(true)
})
