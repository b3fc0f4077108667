import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WEBHOOK_SECRET } from '@redoubt/stripe-sandbox/testing'
import { expect, it } from 'vitest'
import { checkKeyOf } from '../../testing/contract/check-key.ts'
import { runContract } from '../../testing/contract/parts.ts'
import { testPayments } from '../../testing/test-payments.ts'

const shop = await testPayments()

/** `npm run stripe:check` compares Stripe itself with these lines. */
const LINES = join(import.meta.dirname, '../../testing/contract/lines.txt')

it('the sandbox keeps the whole contract of the adapter, line by line [B-7.45]', async () => {
  const { payments, stripe, pay, clock } = shop
  const lines: string[] = []
  const bench = { payments, stripe, pay, now: () => clock.now, webhookSecret: WEBHOOK_SECRET, wait: async () => {} }
  for await (const line of runContract(bench)) lines.push(line)
  expect(lines).toEqual((await readFile(LINES, 'utf8')).trim().split('\n'))
})

it.each(['sk_live_x', 'rk_live_x', 'pk_test_x', 'sk_test_', 'whsec_x'])(
  'the check refuses the key %s [B-7.45]',
  key => {
    expect(() => checkKeyOf({ STRIPE_CHECK_KEY: key })).toThrow(/test mode only/)
  },
)

it.each(['sk_test_x', 'rk_test_x'])('the check takes the key %s, and never the key of the shop [B-7.45]', key => {
  expect(checkKeyOf({ STRIPE_CHECK_KEY: key, STRIPE_SECRET_KEY: 'sk_live_x' })).toBe(key)
  expect(checkKeyOf({ STRIPE_SECRET_KEY: key })).toBeUndefined()
})
