import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type Stripe from 'stripe'
import { type Bench, perform, type Work } from '../books/work.ts'
import { type CardErrors, type CardFields, readCard } from '../payments/cards.ts'
import { payInvoice } from '../subscriptions/paying-invoices.ts'
import { dollars, EMPTY, notePage, type Page, page, payByCard, type Typed } from './parts.ts'
import { type PageEnv, show, typedFields } from './showing.ts'
import { billWord, dayOf } from './words.ts'

type Result = { errors?: CardErrors; failure?: string } | undefined
type Outcome = { invoice: Stripe.Invoice; result: Result } | undefined

/** `/dev/stripe/invoice/{id}`: shows an invoice, and takes a payment by any card while the invoice is open. */
export function invoiceRoutes(bench: Bench): Hono<PageEnv> {
  const app = new Hono<PageEnv>()
  app.get('/:id', async c => answer(c, await atInvoice(bench, c.req.param('id'), async () => ({}))))
  app.post('/:id', async c => {
    const fields = await typedFields(c)
    const outcome = await atInvoice(bench, c.req.param('id'), async (work, invoice) => {
      const read = readCard(fields, work.now)
      if ('errors' in read) return { errors: read.errors }
      const decline = await payInvoice(work, invoice, read.card)
      return decline && { failure: decline.message }
    })
    if (outcome && !outcome.result) return c.redirect(c.req.path, 303)
    return answer(c, outcome, fields)
  })
  return app
}

type Act = (work: Work, invoice: NonNullable<ReturnType<typeof found>>) => Promise<Result>
const found = (work: Work, id: string) => work.find('invoice', id)

/** Acts on an invoice if it is open. `act` returns undefined when the action paid the invoice. */
async function atInvoice(bench: Bench, id: string, act: Act): Promise<Outcome> {
  let outcome: Outcome
  await perform(bench, {}, async work => {
    outcome = undefined
    await work.load([id])
    const invoice = found(work, id)
    if (invoice) {
      const result = invoice.data.status === 'open' ? await act(work, invoice) : {}
      outcome = { invoice: invoice.data, result }
    }
    return { status: 200, body: {} }
  })
  return outcome
}

function answer(c: Context<PageEnv>, outcome: Outcome, fields?: CardFields): Response | Promise<Response> {
  if (!outcome) return show(c, notePage('Bill not found', 'There is no bill at this address.', null), 404)
  const { invoice, result = {} } = outcome
  const typed = fields && result.errors ? { fields, errors: result.errors } : EMPTY
  const status = result.errors ? 422 : result.failure ? 402 : 200
  return show(c, invoicePage(invoice, typed, result.failure), status)
}

function invoicePage(invoice: Stripe.Invoice, typed: Typed, failure: string | undefined): Page {
  const total = dollars(invoice.amount_due)
  const isOpen = invoice.status === 'open'
  return page(
    `Bill ${invoice.number}`,
    html`<main class="two">
      <section aria-labelledby="bill">
        <h1 id="bill">Bill ${invoice.number}</h1>
        <p class="amount">${total} <small>${billWord(invoice)}</small></p>
        <p class="hint">Of ${dayOf(invoice.created)}${invoice.customer_email ? `, for ${invoice.customer_email}` : ''}.</p>
        <ul class="lines">
          ${invoice.lines.data.map(
            line => html`<li><span>${line.description}</span><span>${dollars(line.amount)}</span></li>`,
          )}
        </ul>
      </section>
      ${isOpen ? payByCard(typed, total, failure) : ''}
    </main>`,
  )
}
