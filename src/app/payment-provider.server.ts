import type { Gateway } from '#adapters/payments/gateway.ts'
import type { Payments } from '#adapters/payments/port.ts'
import { createStripeSandbox, type StripeSandbox } from '#adapters/payments/sandbox/sandbox.server.ts'
import { createStripePayments } from '#adapters/payments/stripe.server.ts'
import type { Fetch } from '#platform/client/transport.ts'
import { openDatabase, type Pool } from '#platform/db/database.server.ts'
import { migrate } from '#platform/db/migrate.server.ts'
import type { Env } from '#platform/env.ts'

export type PaymentProvider = {
  payments: Payments
  /** The second gateway: none is contracted, so the checkout flags it as not configured. Its adapter is put in here. */
  gateway: Gateway | undefined
  /** Demo mode only: the Stripe-compatible sandbox, with its payment page and its deliveries of webhooks. */
  sandbox: StripeSandbox | undefined
  start: () => Promise<void>
  stop: () => Promise<void>
}

type Surroundings = { pool: Pool; origin: string; now: () => Date; fetch: Fetch }

const SANDBOX_KEY = 'sk_test_redoubt_sandbox'
const SANDBOX_WEBHOOK_SECRET = 'whsec_redoubt_sandbox'

/**
 * Stripe by its SDK. With keys it speaks to Stripe; in demo mode without keys the same SDK and the same adapter speak to the sandbox.
 * @param surroundings.fetch our own front door, where the sandbox delivers its webhooks.
 */
export function createPaymentProvider(env: Env, { pool, origin, now, fetch }: Surroundings): PaymentProvider {
  if (env.STRIPE_SECRET_KEY) {
    const payments = createStripePayments({
      secretKey: env.STRIPE_SECRET_KEY,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
      now,
    })
    return { payments, gateway: undefined, sandbox: undefined, start: async () => {}, stop: async () => {} }
  }
  // A provider keeps its books apart: what the shop's database loses, a sandbox with its own database remembers.
  const own = env.SANDBOX_DATABASE_URL ? openDatabase(env.SANDBOX_DATABASE_URL, env.DATABASE_POOL) : undefined
  const sandbox = createStripeSandbox({
    pool: own?.pool ?? pool,
    origin,
    now,
    fetch,
    secretKey: SANDBOX_KEY,
    webhookSecret: SANDBOX_WEBHOOK_SECRET,
    webhookUrl: `${origin}/api/webhooks/stripe`,
  })
  const payments = createStripePayments({
    secretKey: SANDBOX_KEY,
    webhookSecret: SANDBOX_WEBHOOK_SECRET,
    now,
    fetch: sandbox.fetch,
  })
  return {
    payments,
    gateway: undefined,
    sandbox,
    async start() {
      if (own) await migrate(own.db)
      sandbox.start()
    },
    async stop() {
      await sandbox.stop()
      await own?.db.destroy()
    },
  }
}
