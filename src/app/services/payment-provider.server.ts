import { createStripeSandbox, type StripeSandbox } from '@redoubt/stripe-sandbox'
import { WEBHOOK_EVENTS } from '#adapters/payments/stripe/webhooks.server.ts'
import { createStripePayments } from '#adapters/payments/stripe.server.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import type { Gateway } from '#kernel/ports/gateway.ts'
import type { Payments } from '#kernel/ports/payments.ts'
import { DatabaseAway } from '#platform/db/connections/away.server.ts'
import { openDatabase, type Pool } from '#platform/db/database.server.ts'
import { migrate } from '#platform/db/migrations/migrate.server.ts'
import type { Env } from '#platform/env.ts'

export type PaymentProvider = {
  payments: Payments
  /** The second gateway. None is contracted, so the checkout reports it as not configured. An adapter goes here. */
  gateway: Gateway | undefined
  /** Demo mode only: the Stripe-compatible sandbox, with its payment page and webhook deliveries. */
  sandbox: StripeSandbox | undefined
  start: () => Promise<void>
  stop: () => Promise<void>
}

type Surroundings = { pool: Pool; origin: string; now: () => Date; fetch: Fetch }

const SANDBOX_KEY = 'sk_test_redoubt_sandbox'
const SANDBOX_WEBHOOK_SECRET = 'whsec_redoubt_sandbox'

/** DatabaseAway is ignored because the shop reports that error itself. */
const warn = (error: unknown) => error instanceof DatabaseAway || process.emitWarning(error as Error)

/**
 * Stripe by its SDK. With keys the SDK calls Stripe; in demo mode without keys the SDK and adapter call the sandbox.
 * @param surroundings.fetch the shop's in-process entry point, to which the sandbox delivers webhooks.
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
  // A real provider has its own database. With a database of its own the sandbox remembers data that the shop's database loses.
  const own = env.SANDBOX_DATABASE_URL ? openDatabase(env.SANDBOX_DATABASE_URL, env.DATABASE_POOL) : undefined
  const sandbox = createStripeSandbox({
    pool: own?.pool ?? pool,
    origin,
    accountName: 'Redoubt',
    now,
    fetch,
    secretKey: SANDBOX_KEY,
    webhookSecret: SANDBOX_WEBHOOK_SECRET,
    webhookUrl: `${origin}/api/webhooks/stripe`,
    webhookEvents: WEBHOOK_EVENTS,
    onError: warn,
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
