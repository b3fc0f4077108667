import { createHmac } from 'node:crypto'
import Stripe from 'stripe'
import { expect, it } from 'vitest'
import { createStripePayments } from '../stripe-payments.server.ts'

const SECRET = 'whsec_of_the_shop'
const NOW = new Date('2026-11-28T12:00:00Z')
const SECONDS = +NOW / 1000
const stripe = new Stripe('sk_test_x')
const payments = createStripePayments({ secretKey: 'sk_test_x', webhookSecret: SECRET, now: () => NOW })
const object = { id: 'cs_1' }
const body = JSON.stringify({
  id: 'evt_1',
  type: 'refund.created',
  livemode: false,
  created: SECONDS,
  data: { object },
  note: 'é🙂',
})

const sign = (timestamp: string | number, { text = body, secret = SECRET } = {}) =>
  createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex')
const right = sign(SECONDS)
const wrong = sign(SECONDS, { secret: 'whsec_old' })
const long = String(SECONDS)

/** Headers, and whether they sign the body now. */
const HEADERS: [header: string, isRight: boolean][] = [
  [stripe.webhooks.generateTestHeaderString({ payload: body, secret: SECRET, timestamp: SECONDS }), true],
  [`t=${SECONDS},v1=${wrong},v1=${right}`, true],
  [`v1=${right},v0=1,t=${SECONDS}`, true],
  [`t=1,t=${SECONDS},v1=${right}`, true],
  [`t=${SECONDS}.5,v1=${right}`, true],
  [`t=${SECONDS - 300},v1=${sign(SECONDS - 300)}`, true],
  [`t=${SECONDS + 9000},v1=${sign(SECONDS + 9000)}`, true],
  [`t=${SECONDS},v1=${right}=00`, true],
  [`t=${SECONDS - 301},v1=${sign(SECONDS - 301)}`, false],
  [`t=${SECONDS},t=1,v1=${right}`, false],
  [`t=${SECONDS},v1=${wrong}`, false],
  [`t=${SECONDS},v1=${sign(SECONDS, { text: `${body} ` })}`, false],
  [`t=${SECONDS},v0=${right}`, false],
  [`t=${SECONDS}, v1=${right}`, false],
  [`t=${SECONDS},v1=${right.toUpperCase()}`, false],
  [`t=${SECONDS},v1=${right.slice(1)}`, false],
  [`t=${SECONDS},v1=${right}0`, false],
  [`t=0${long},v1=${sign(`0${long}`)}`, false],
  [`v1=${right}`, false],
  [`t=${SECONDS}`, false],
  ['', false],
]

const isTaken = (verify: () => boolean) => {
  try {
    return verify()
  } catch {
    return false
  }
}

it.each(HEADERS)('the check over pieces agrees with the SDK about %s', (header, isRight) => {
  expect(isTaken(() => payments.verifyWebhook(body, header).id === 'evt_1')).toBe(isRight)
  const bytes = Buffer.from(body)
  for (const length of [1, 7, bytes.length]) {
    const over = isTaken(() => {
      const check = payments.beginSignature(header)
      for (let at = 0; at < bytes.length; at += length) check.add(bytes.subarray(at, at + length))
      return check.isRight()
    })
    expect(over, `pieces of ${length}`).toBe(isRight)
  }
})
