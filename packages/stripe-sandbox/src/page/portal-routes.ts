import { type Context, Hono } from 'hono'
import type { Row } from '../books/kinds.ts'
import { type Bench, perform, type Work } from '../books/work.ts'
import { type CardErrors, type CardFields, readCard } from '../payments/cards.ts'
import { payInvoice } from '../subscriptions/paying-invoices.ts'
import { changeCard } from '../subscriptions/saving-cards.ts'
import { releaseSchedule } from '../subscriptions/scheduling.ts'
import { cancelAtPeriodEnd, endSubscription, ownTime } from '../subscriptions/subscribing.ts'
import { notePage } from './parts.ts'
import { type Portal, portalPage } from './portal-page.ts'
import { bodyOf, type PageEnv, show } from './showing.ts'

/** A session expires unless opened within 5 minutes, and an hour after the first opening. */
const OPEN_WITHIN_SECONDS = 5 * 60
const GOOD_FOR_SECONDS = 60 * 60
const SHOWN_BILLS = 24

const NOTICES: Record<string, string> = {
  card: 'Your card was changed.',
  cancel: 'Your membership will end with its period.',
  resume: 'Your membership goes on.',
  end: 'Your membership has ended.',
  pay: 'Your bill is paid. Thank you.',
}

type Outcome =
  | { is: 'unknown' }
  | { is: 'done' }
  | { is: 'expired'; portal: Portal }
  | { is: 'shown'; portal: Portal; errors?: CardErrors; failure?: string }

/** The result of an action: undefined on success. */
type Result = { errors?: CardErrors; failure?: string } | undefined

type Open = { work: Work; customer: Row<'customer'>; subscription: Row<'subscription'> | undefined }

/** `/dev/stripe/portal/{session}`: the stand-in for Stripe's billing portal. */
export function portalRoutes(bench: Bench): Hono<PageEnv> {
  const app = new Hono<PageEnv>()
  app.get('/:id', async c => {
    const outcome = await atPortal(bench, c.req.param('id'), async () => ({}))
    return answer(c, outcome, { notice: NOTICES[c.req.query('done') ?? ''] })
  })
  app.post('/:id', async c => {
    const body = await bodyOf(c)
    const text = (name: string) => (typeof body[name] === 'string' ? body[name].slice(0, 200) : '')
    const fields = { number: text('number'), exp: text('exp'), cvc: text('cvc'), name: text('name') }
    const action = text('action')
    const outcome = await atPortal(bench, c.req.param('id'), open => act(open, action, fields, text('invoice')))
    if (outcome.is === 'done') return c.redirect(`${c.req.path}?done=${encodeURIComponent(action)}`, 303)
    return answer(c, outcome, { fields })
  })
  return app
}

async function act(open: Open, action: string, fields: CardFields, invoiceId: string): Promise<Result> {
  const { work, customer, subscription } = open
  const running = subscription?.data.status === 'canceled' ? undefined : subscription
  if (action === 'card') {
    const read = readCard(fields, work.now)
    if ('errors' in read) return { errors: read.errors }
    changeCard(work, customer, running, read.card)
    return undefined
  }
  if (action === 'pay') return payBill(work, customer, invoiceId)
  if (!running) return {}
  const seconds = ownTime(work, running)
  const isOwing = running.data.status === 'past_due'
  if (action === 'end' && isOwing) {
    await work.load([running.data.latest_invoice as string | null])
    endSubscription(work, running, 'cancellation_requested', seconds)
    return undefined
  }
  if (action !== 'resume' && (action !== 'cancel' || isOwing)) return {}
  const schedule = work.find('subscription_schedule', running.data.schedule)
  if (schedule) releaseSchedule(work, schedule, running, seconds)
  cancelAtPeriodEnd(work, running, action === 'cancel')
  work.emit('customer.subscription.updated', running.data, seconds)
  return undefined
}

async function payBill(work: Work, customer: Row<'customer'>, id: string): Promise<Result> {
  await work.load([id])
  const invoice = work.find('invoice', id)
  // A concurrent request paid the invoice, or the invoice belongs to another customer: the page shows the current state.
  if (invoice?.data.customer !== customer.id || invoice.data.status !== 'open') return {}
  const decline = await payInvoice(work, invoice)
  return decline && { failure: `${decline.message} The bill is not paid.` }
}

/** Acts on an open session. `act` returns undefined after a change; the browser is then redirected to reload the page. */
async function atPortal(bench: Bench, id: string, act: (open: Open) => Promise<Result>): Promise<Outcome> {
  let outcome: Outcome = { is: 'unknown' }
  await perform(bench, {}, async work => {
    outcome = { is: 'unknown' }
    await work.load([id], { deep: true })
    const session = work.find('billing_portal.session', id)
    const customer = work.find('customer', session?.data.customer)
    if (session && customer) {
      const { openedAt } = session.hidden
      const good = openedAt === undefined ? session.data.created + OPEN_WITHIN_SECONDS : openedAt + GOOD_FOR_SECONDS
      const isOpen = work.seconds < good
      if (isOpen && openedAt === undefined) work.change(session, {}, { hidden: { openedAt: work.seconds } })
      const subscription = await subscriptionOf(work, customer.id)
      const result = isOpen ? await act({ work, customer, subscription }) : {}
      if (result) {
        const portal = await portalOf(work, session, subscription)
        outcome = isOpen ? { is: 'shown', portal, ...result } : { is: 'expired', portal }
      } else outcome = { is: 'done' }
    }
    return { status: 200, body: {} }
  })
  return outcome
}

async function subscriptionOf(work: Work, customer: string): Promise<Row<'subscription'> | undefined> {
  const { data } = await work.store.list('subscription', { refs: [customer], match: {}, limit: 20 })
  const shown = data.find(({ status }) => status !== 'canceled') ?? data[0]
  await work.load([shown?.id], { deep: true })
  return work.find('subscription', shown?.id)
}

async function portalOf(
  work: Work,
  session: Row<'billing_portal.session'>,
  subscription: Row<'subscription'> | undefined,
): Promise<Portal> {
  const filter = { refs: [session.data.customer], match: {}, limit: SHOWN_BILLS }
  const listed = (await work.store.list('invoice', filter)).data
  // Prefers the loaded invoice, because a payment attempt just changed it.
  const invoices = listed.map(invoice => work.find('invoice', invoice.id)?.data ?? invoice)
  const planName = subscription?.hidden.planName ?? 'Membership'
  return {
    session: session.data,
    subscription: subscription?.data,
    planName,
    card: subscription?.hidden.card,
    invoices,
  }
}

type Given = { notice?: string | undefined; fields?: CardFields }

function answer(c: Context<PageEnv>, outcome: Outcome, { notice, fields }: Given): Response | Promise<Response> {
  if (outcome.is === 'unknown' || outcome.is === 'done') {
    return show(c, notePage('Page not found', 'There is nothing at this address.', null), 404)
  }
  const { session } = outcome.portal
  if (outcome.is === 'expired') {
    const sentence = 'Open it again from your membership in the store.'
    return show(c, notePage('This page has expired', sentence, session.return_url), 410)
  }
  const { portal, errors, failure } = outcome
  const typed = errors && fields ? { typed: { fields, errors } } : {}
  const status = errors ? 422 : failure ? 402 : 200
  return show(c, portalPage(portal, { ...typed, notice, failure }), status)
}
