import { createStripeSandbox, type StripeSandbox } from '@redoubt/stripe-sandbox'
import { createStripePayments, STRIPE_ERRORS } from '#adapters/payments/stripe/stripe-payments.server.ts'
import { WEBHOOK_EVENTS } from '#adapters/payments/stripe/webhooks.server.ts'
import type { Fetch } from '#kernel/client/calls/transport.ts'
import type { PaymentProvider, Providers } from '#kernel/ports/payment-providers.ts'
import type { Settings } from '#kernel/settings.ts'
import { DatabaseAway } from '#platform/db/connections/away.server.ts'
import { openDatabase, type Pool } from '#platform/db/database.server.ts'
import { migrate } from '#platform/db/migrations/migrate.server.ts'
import type { Env } from '#platform/env.ts'

/** The error tables of all providers, for the routes that open a payment. */
export const PROVIDERS_REFUSE = [STRIPE_ERRORS]

export type PaymentProviders = Connection & {
  /** The first is the default of the checkout. */
  providers: Providers['providers']
}

type Connection = {
  /** Demo mode only: the Stripe-compatible sandbox, with its payment page and webhook deliveries. */
  sandbox: StripeSandbox | undefined
  start: () => Promise<void>
  stop: () => Promise<void>
}

type Surroundings = {
  pool: Pool
  origin: string
  now: () => Date
  fetch: Fetch
  brand: () => Settings['brand']
}

/**
 * The payment providers of this environment: a further one is one more line.
 * @param surroundings.fetch the shop's in-process entry point, to which the sandbox delivers webhooks.
 */
export function createPaymentProviders(env: Env, surroundings: Surroundings): PaymentProviders {
  const { stripe, ...connection } = connectStripe(env, surroundings)
  return { ...connection, providers: [stripe] }
}

const SANDBOX_KEY = 'sk_test_redoubt_sandbox'
const SANDBOX_WEBHOOK_SECRET = 'whsec_redoubt_sandbox'

/** DatabaseAway is ignored because the shop reports that error itself. */
const warn = (error: unknown) => error instanceof DatabaseAway || process.emitWarning(error as Error)

/** Stripe by its SDK. With keys the SDK calls Stripe; in demo mode without keys the SDK and adapter call the sandbox. */
function connectStripe(
  env: Env,
  { pool, origin, now, fetch, brand }: Surroundings,
): Connection & { stripe: PaymentProvider } {
  if (env.STRIPE_SECRET_KEY) {
    const stripe = createStripePayments({
      secretKey: env.STRIPE_SECRET_KEY,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
      now,
    })
    return { stripe, sandbox: undefined, start: async () => {}, stop: async () => {} }
  }
  // A real provider has its own database. With a database of its own the sandbox remembers data that the shop's database loses.
  const own = env.SANDBOX_DATABASE_URL ? openDatabase(env.SANDBOX_DATABASE_URL, env.DATABASE_POOL) : undefined
  const sandbox = createStripeSandbox({
    pool: own?.pool ?? pool,
    origin,
    accountName: () => brand().name,
    now,
    fetch,
    secretKey: SANDBOX_KEY,
    webhookSecret: SANDBOX_WEBHOOK_SECRET,
    webhookUrl: `${origin}/api/webhooks/stripe`,
    webhookEvents: WEBHOOK_EVENTS,
    onError: warn,
  })
  const stripe = createStripePayments({
    secretKey: SANDBOX_KEY,
    webhookSecret: SANDBOX_WEBHOOK_SECRET,
    now,
    fetch: sandbox.fetch,
  })
  return {
    stripe,
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
