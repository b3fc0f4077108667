import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ORIGIN, openTestSandbox, SECRET_KEY, WEBHOOK_SECRET } from '@redoubt/stripe-sandbox/testing'
import Stripe from 'stripe'
import { createStripePayments } from '#adapters/payments/stripe/stripe-payments.server.ts'
import { WEBHOOK_EVENTS } from '#adapters/payments/stripe/webhooks.server.ts'
import type { Bench } from '#adapters/payments/testing/contract/bench.ts'
import { checkKeyOf, KEY_NAME } from '#adapters/payments/testing/contract/check-key.ts'
import { runContract } from '#adapters/payments/testing/contract/parts.ts'
import { startPostgres } from '#platform/db/connections/embedded-postgres.server.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { openBrowser, payByBrowser } from './pay-by-browser.ts'

/**
 * `npm run stripe:check`: runs the adapter's whole contract with a key of Stripe's test mode, or on the sandbox without one, and compares
 * each line with the stored lines of the sandbox. A line that differs is marked, with the stored line below it.
 */
const ROOT = join(import.meta.dirname, '../..')
const LINES = join(ROOT, 'src/adapters/payments/testing/contract/lines.txt')
const POLL_MS = 2000
const say = (line: string) => process.stdout.write(`${line}\n`)

/** @returns whether every line is as stored. */
async function compare(bench: Bench): Promise<boolean> {
  const stored = (await readFile(LINES, 'utf8')).trim().split('\n')
  let differing = 0
  let at = 0
  for await (const line of runContract(bench)) {
    const isSame = line === stored[at]
    say(`${isSame ? ' ' : '!'} ${line}`)
    if (!isSame) say(`  stored: ${stored[at] ?? 'no line'}`)
    if (!isSame) differing++
    at++
  }
  say(`${at} lines, ${differing} differ${at < stored.length ? `, ${stored.length - at} missing` : ''}.`)
  return differing === 0 && at === stored.length
}

async function checkStripe(secretKey: string): Promise<boolean> {
  const browser = await openBrowser()
  try {
    return await compare({
      payments: createStripePayments({ secretKey, webhookSecret: WEBHOOK_SECRET }),
      stripe: new Stripe(secretKey, { telemetry: false }),
      webhookSecret: WEBHOOK_SECRET,
      now: () => new Date(),
      pay: (url, card) => payByBrowser(browser, url, card, ORIGIN),
      wait: () => new Promise(done => setTimeout(done, POLL_MS)),
    })
  } finally {
    await browser.close()
  }
}

async function checkSandbox(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-stripe-check-'))
  const postgres = await startPostgres(join(folder, 'pg'), ['-c', 'fsync=off'])
  const { db, pool } = openDatabase(postgres.url, 5)
  try {
    await pool.query(await readFile(join(ROOT, 'packages/stripe-sandbox/schema.sql'), 'utf8'))
    const { clock, sandbox, stripe, pay } = openTestSandbox(pool, WEBHOOK_EVENTS)
    const now = () => clock.now
    const config = { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, fetch: sandbox.fetch, now }
    const payments = createStripePayments(config)
    return await compare({ payments, stripe, pay, now, webhookSecret: WEBHOOK_SECRET, wait: async () => {} })
  } finally {
    await db.destroy()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

try {
  const key = checkKeyOf(process.env)
  say(key ? `Stripe's test mode, with ${KEY_NAME}:` : `The sandbox; ${KEY_NAME} names a key of Stripe's test mode:`)
  process.exitCode = (await (key ? checkStripe(key) : checkSandbox())) ? 0 : 1
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
