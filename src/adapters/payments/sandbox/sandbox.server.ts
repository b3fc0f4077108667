import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Fetch } from '#platform/client/transport.ts'
import { DatabaseAway } from '#platform/db/away.server.ts'
import type { Pool } from '#platform/db/database.server.ts'
import { WEBHOOK_EVENTS } from '../stripe/webhooks.server.ts'
import { billingPortalSessions } from './api/billing-portal.server.ts'
import { prices, products } from './api/catalogue.server.ts'
import { charges } from './api/charges.server.ts'
import { checkoutSessions } from './api/checkout-sessions.server.ts'
import { customers } from './api/customers.server.ts'
import { disputes } from './api/disputes.server.ts'
import { type Api, unknownUrl } from './api/endpoint.server.ts'
import { events } from './api/events.server.ts'
import { files } from './api/files.server.ts'
import { invoicePayments } from './api/invoice-payments.server.ts'
import { invoices } from './api/invoices.server.ts'
import { paymentIntents } from './api/payment-intents.server.ts'
import { paymentMethods } from './api/payment-methods.server.ts'
import { refunds } from './api/refunds.server.ts'
import { subscriptionSchedules } from './api/subscription-schedules.server.ts'
import { subscriptions } from './api/subscriptions.server.ts'
import { deliverBatch } from './deliveries.server.ts'
import { runDue } from './due.server.ts'
import { Fault } from './faults.ts'
import { createLoop } from './loop.server.ts'
import { pageRoutes } from './page/routes.server.ts'
import { createStore } from './store.server.ts'
import { createTrouble, type Trouble } from './trouble.server.ts'

const POLL_MS = 1_000
const MAX_BATCHES = 40
const MAX_BODY_BYTES = 512 * 1024

export type StripeSandboxConfig = {
  pool: Pool
  /** The public origin of the shop, without a trailing slash. The hosted pages are under `/dev/stripe`. */
  origin: string
  /** The URL for webhooks, called by `fetch`: in-process or over the network. */
  webhookUrl: string
  webhookSecret: string
  /** The only accepted API key, `sk_test_…`. */
  secretKey: string
  fetch: Fetch
  now: () => Date
  /** Events that the endpoint is subscribed to. All other events are only listed. */
  webhookEvents?: readonly string[]
  /** Receives internal errors, in requests and in the background. */
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

/** DatabaseAway is ignored because the shop reports that error itself. */
const warn = (error: unknown) => error instanceof DatabaseAway || process.emitWarning(error as Error)

/** A Stripe without a network: the API for Stripe's SDK, stored in PostgreSQL (docs/decisions/0004-stripe-sandbox.md). */
export function createStripeSandbox(config: StripeSandboxConfig): StripeSandbox {
  const { pool, now, origin, secretKey } = config
  const onError = config.onError ?? warn
  const delivered = new Set<string>(config.webhookEvents ?? WEBHOOK_EVENTS)
  const store = createStore(pool)
  const { trouble, through, manner } = createTrouble()
  const loop = createLoop(run, POLL_MS, onError)
  const pagesUrl = `${origin}/dev/stripe`
  const bench = { store, now, isDelivered: (type: string) => delivered.has(type), kick: loop.kick, pagesUrl }
  const api = routes({ ...bench, secretKey, onError })

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

/** Limits body sizes. Paths are listed, because a mounted `*` would apply to the whole shop. */
function limited(api: Hono): Hono {
  const app = new Hono()
  for (const path of ['/v1/*', '/dev/stripe/*']) app.use(path, bodyLimit({ maxSize: MAX_BODY_BYTES }))
  return app.route('/', api)
}

function routes(api: Api): Hono {
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
  app.route('/v1/billing_portal/sessions', billingPortalSessions(api))
  app.route('/v1/events', events(api))
  app.all('/v1/*', unknownUrl(api))
  return app
}
