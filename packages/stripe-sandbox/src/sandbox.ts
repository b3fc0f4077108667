import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { billingPortalSessions } from './api/billing/billing-portal.ts'
import { prices, products } from './api/billing/catalogue.ts'
import { invoicePayments } from './api/billing/invoice-payments.ts'
import { invoices } from './api/billing/invoices.ts'
import { subscriptionSchedules } from './api/billing/subscription-schedules.ts'
import { subscriptions } from './api/billing/subscriptions.ts'
import { events } from './api/events.ts'
import { charges } from './api/payments/charges.ts'
import { checkoutSessions } from './api/payments/checkout-sessions.ts'
import { customers } from './api/payments/customers.ts'
import { disputes } from './api/payments/disputes.ts'
import { files } from './api/payments/files.ts'
import { paymentIntents } from './api/payments/payment-intents.ts'
import { paymentMethodConfigurations, type Wallet } from './api/payments/payment-method-configurations.ts'
import { paymentMethods } from './api/payments/payment-methods.ts'
import { refunds } from './api/payments/refunds.ts'
import { deliverBatch } from './background/deliveries.ts'
import { runDue } from './background/due.ts'
import { createLoop } from './background/loop.ts'
import { createStore } from './books/store.ts'
import { EVENT_TYPES, type EventType } from './event-types.ts'
import { pageRoutes } from './page/routes.ts'
import { type Api, unknownUrl } from './request/endpoint.ts'
import { Fault } from './request/faults.ts'
import type { Fetch, Queryable } from './surroundings.ts'
import { createTrouble, type Trouble } from './trouble.ts'

const POLL_MS = 1_000
const MAX_BATCHES = 40
const MAX_BODY_BYTES = 512 * 1024

export type StripeSandboxConfig = {
  /** A PostgreSQL with the tables of `schema.sql`. */
  pool: Queryable
  /** The public origin of the application, without a trailing slash. The hosted pages are under `/dev/stripe`. */
  origin: string
  /** The account's current name, on pages, invoices and charges. */
  accountName: () => string
  /** The URL for webhooks, called by `fetch`: in-process or over the network. */
  webhookUrl: string
  webhookSecret: string
  /** The only accepted API key, `sk_test_…`. */
  secretKey: string
  fetch: Fetch
  now: () => Date
  /** Events that the endpoint is subscribed to; all others are only listed. Default: every event. */
  webhookEvents?: readonly EventType[]
  /** What the account switched on beside cards. The pages take cards only. Default: none. */
  wallets?: readonly Wallet[]
  /** Receives internal errors, in requests and in the background. Default: a warning of the process. */
  onError?: (error: unknown) => void
}

export type StripeSandbox = {
  /** `/v1/*` and `/dev/stripe/*`, mounted at the root. */
  app: Hono
  /** The API without a network, for the Stripe SDK's fetch client. */
  fetch: Fetch
  /** For tests: makes calls and webhooks fail. */
  trouble: Trouble
  /** Sends every due webhook. @returns the number of attempted deliveries. */
  deliverDue: (now: Date) => Promise<number>
  /** Runs due steps: expires sessions, renews and ends subscriptions. @returns the number of steps. */
  runDue: () => Promise<number>
  /** Starts the loop that delivers and runs due steps, every second and after each change. */
  start: () => void
  /** Waits for running work. */
  stop: () => Promise<void>
}

const warn = (error: unknown) => process.emitWarning(error as Error)

/** A Stripe without a network: the API for Stripe's SDK, the hosted pages and the webhooks, stored in PostgreSQL. */
export function createStripeSandbox(config: StripeSandboxConfig): StripeSandbox {
  const { pool, now, origin, secretKey, accountName } = config
  const onError = config.onError ?? warn
  const delivered = new Set<string>(config.webhookEvents ?? EVENT_TYPES)
  const store = createStore(pool)
  const { trouble, through, manner } = createTrouble()
  const loop = createLoop(run, POLL_MS, onError)
  const pagesUrl = `${origin}/dev/stripe`
  const isDelivered = (type: string) => delivered.has(type)
  const bench = { store, now, isDelivered, kick: loop.kick, pagesUrl, accountName }
  const api = routes({ ...bench, secretKey, onError, wallets: config.wallets ?? [] })

  async function run(isTick: boolean) {
    await deliverDue(now())
    if (isTick) await runDue(bench)
  }

  async function deliverDue(at: Date): Promise<number> {
    let tried = 0
    if (manner().areHeld) return tried
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const result = await deliverBatch({ ...config, manner: manner() }, at)
      tried += result.tried
      if (!result.isFull) break
    }
    return tried
  }

  return {
    app: limited(api),
    fetch: through(async (input, init) => api.fetch(new Request(input, init))),
    trouble,
    deliverDue,
    runDue: () => runDue(bench),
    start() {
      store.forgetOldKeys(now()).catch(onError)
      loop.start()
    },
    stop: loop.stop,
  }
}

/** Limits body sizes. Paths are listed, because a mounted `*` would apply to the whole application. */
function limited(api: Hono): Hono {
  const app = new Hono()
  for (const path of ['/v1/*', '/dev/stripe/*']) app.use(path, bodyLimit({ maxSize: MAX_BODY_BYTES }))
  return app.route('/', api)
}

function routes(api: Api & { wallets: readonly Wallet[] }): Hono {
  const app = new Hono()
  app.onError((error, c) => {
    if (error instanceof Fault) return c.json({ error: error.body }, error.status as 400)
    api.onError(error)
    return c.text('Something went wrong. Please try again.', 500)
  })
  app.route('/dev/stripe', pageRoutes(api))
  app.route('/v1/checkout/sessions', checkoutSessions(api))
  app.route('/v1/payment_intents', paymentIntents(api))
  app.route('/v1/charges', charges(api))
  app.route('/v1/refunds', refunds(api))
  app.route('/v1/disputes', disputes(api))
  app.route('/v1/files', files(api))
  app.route('/v1/customers', customers(api))
  app.route('/v1/products', products(api))
  app.route('/v1/prices', prices(api))
  app.route('/v1/subscriptions', subscriptions(api))
  app.route('/v1/subscription_schedules', subscriptionSchedules(api))
  app.route('/v1/invoices', invoices(api))
  app.route('/v1/invoice_payments', invoicePayments(api))
  app.route('/v1/payment_methods', paymentMethods(api))
  app.route('/v1/payment_method_configurations', paymentMethodConfigurations(api))
  app.route('/v1/billing_portal/sessions', billingPortalSessions(api))
  app.route('/v1/events', events(api))
  app.all('/v1/*', unknownUrl(api))
  return app
}
