import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import type Stripe from 'stripe'
import { runDue } from '../background/due.ts'
import { type Bench, perform, type Work } from '../books/work.ts'
import { linesOf } from '../objects/session.ts'
import { type CardErrors, type CardFields, readCard } from '../payments/cards.ts'
import { expireSession, paySession } from '../payments/checkout.ts'
import { disputeRoutes } from './dispute-routes.ts'
import { invoiceRoutes } from './invoice-routes.ts'
import { notePage } from './parts.ts'
import { payPage, type ShownSession } from './pay-page.ts'
import { portalRoutes } from './portal-routes.ts'
import { savedCard, savedCards } from './saved-cards.ts'
import { bodyOf, type PageEnv, show, typedFields } from './showing.ts'

const STYLE = readFileSync(join(import.meta.dirname, 'pay-page.css'), 'utf8')
const DAY_SECONDS = 86_400
const MAX_DAYS = 400

/** The state of a session after a request to its page. */
type Outcome =
  | ({ is: 'open' | 'paid' | 'expired' } & ShownSession)
  | ({ is: 'declined'; message: string } & ShownSession)
  | ({ is: 'wrong'; errors: CardErrors } & ShownSession)
  | { is: 'unknown' }

/** The hosted pages, and the controls that advance subscriptions' time and dispute payments; all under `/dev/stripe`. */
export function pageRoutes(bench: Bench): Hono<PageEnv> {
  const app = new Hono<PageEnv>()
  app.use(async (c, next) => {
    c.set('accountName', bench.accountName())
    await next()
  })
  app.get('/pay-page.css', c =>
    c.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=300' }),
  )
  app.get('/pay/:id', async c => {
    const outcome = await atSession(bench, c.req.param('id'), () => ({ is: 'open' }))
    return answer(c, outcome)
  })
  app.post('/pay/:id', async c => {
    const fields = await typedFields(c)
    const { save, saved } = await bodyOf(c)
    const outcome = await atSession(bench, c.req.param('id'), async (work, session) => {
      const chosen = await savedCard(work, session, saved)
      const read = chosen ?? readCard(fields, work.now)
      if ('errors' in read) return { is: 'wrong', errors: read.errors }
      const decline = paySession(work, session, { isSaved: save === 'yes', ...read })
      return decline ? { is: 'declined', message: decline.message } : { is: 'paid' }
    })
    return answer(c, outcome, fields)
  })
  app.route('/portal', portalRoutes(bench))
  app.route('/invoice', invoiceRoutes(bench))
  app.route('/dispute', disputeRoutes(bench))
  app.post('/advance', async c => {
    const { days } = await bodyOf(c)
    const count = Number(days)
    if (!Number.isInteger(count) || count < 1 || count > MAX_DAYS) {
      return c.json({ error: { message: `days must be a whole number from 1 to ${MAX_DAYS}.` } }, 400)
    }
    const subscriptions = await bench.store.advance(count * DAY_SECONDS)
    const steps = await runDue(bench)
    return c.json({ days: count, subscriptions, steps })
  })
  return app
}

type Result = { is: 'open' | 'paid' } | { is: 'declined'; message: string } | { is: 'wrong'; errors: CardErrors }
type Act = (work: Work, session: NonNullable<ReturnType<typeof openSession>>) => Result | Promise<Result>

const openSession = (work: Work, id: string) => work.find('checkout.session', id)

/** Acts on a session if it is open. Of concurrent requests the first one acts; the others see its result. */
async function atSession(bench: Bench, id: string, act: Act): Promise<Outcome> {
  let outcome: Outcome = { is: 'unknown' }
  await perform(bench, {}, async work => {
    await work.load([id], { deep: true })
    const session = openSession(work, id)
    outcome = { is: 'unknown' }
    if (session) {
      const isLate = session.data.status === 'open' && session.data.expires_at <= work.seconds
      if (isLate) expireSession(work, session)
      const { status } = session.data
      const result = status === 'open' ? await act(work, session) : { is: status === 'complete' ? 'paid' : 'expired' }
      // A declined payment leaves the session open.
      const cards = session.data.status === 'open' ? await savedCards(work, session.data) : []
      outcome = { ...result, session: session.data, lines: linesOf(session.hidden), cards } as Outcome
    }
    return { status: 200, body: {} }
  })
  return outcome
}

function answer(c: Context<PageEnv>, outcome: Outcome, typed?: CardFields): Response | Promise<Response> {
  if (outcome.is === 'unknown') {
    return show(c, notePage('Payment not found', 'There is no payment at this address.', null), 404)
  }
  const { session } = outcome
  const isPost = typed !== undefined
  if (outcome.is === 'paid') {
    const target = successUrl(session)
    if (isPost) return c.redirect(target, 303)
    return show(
      c,
      notePage('Already paid', 'This order is paid. Nothing more will be charged.', target),
      200,
      targetsOf(session),
    )
  }
  if (outcome.is === 'expired') {
    const sentence = 'The time to pay is over and nothing was charged. Your cart is still in the store.'
    return show(c, notePage('This payment has expired', sentence, session.cancel_url), 410, targetsOf(session))
  }
  if (outcome.is === 'declined') {
    if (session.cancel_url) return c.redirect(failedUrl(session.cancel_url, session.id), 303)
    return show(c, payPage(outcome, { fields: typed!, errors: {} }, outcome.message), 402, targetsOf(session))
  }
  if (outcome.is === 'wrong')
    return show(c, payPage(outcome, { fields: typed!, errors: outcome.errors }), 422, targetsOf(session))
  return show(c, payPage(outcome), 200, targetsOf(session))
}

const targetsOf = (session: Stripe.Checkout.Session) => [session.success_url, session.cancel_url]

const successUrl = (session: Stripe.Checkout.Session) =>
  (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)

/** After a decline the shopper returns to the store's screen for failed payments. The session stays open for another attempt. */
function failedUrl(cancelUrl: string, id: string): string {
  const url = new URL(cancelUrl)
  url.searchParams.set('status', 'failed')
  url.searchParams.set('session_id', id)
  return url.href
}
