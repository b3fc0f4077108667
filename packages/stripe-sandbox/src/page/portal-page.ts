import { html } from 'hono/html'
import type Stripe from 'stripe'
import type { Card } from '../payments/cards.ts'
import {
  backLink,
  type Content,
  cardFields,
  dollars,
  EMPTY,
  firstWrong,
  type Page,
  page,
  type Typed,
  testCards,
} from './parts.ts'
import { billWord, cardWords, dayOf } from './words.ts'

export type Portal = {
  session: Stripe.BillingPortal.Session
  /** The running subscription, else the latest one. */
  subscription: Stripe.Subscription | undefined
  planName: string
  card: Card | undefined
  invoices: Stripe.Invoice[]
}

type State = { typed?: Typed; notice?: string | undefined; failure?: string | undefined }

/** A customer's billing page: subscription, card and invoices. Every action is a plain form, without scripts. */
export function portalPage(portal: Portal, { typed = EMPTY, notice, failure }: State = {}): Page {
  const { session, subscription, card, invoices } = portal
  const isRunning = subscription !== undefined && subscription.status !== 'canceled'
  return page(
    'Your membership',
    html`<main class="two">
        <div class="stack">
          ${notice ? html`<p class="notice" role="status">${notice}</p>` : ''}
          ${failure ? html`<p class="error" role="alert">${failure}</p>` : ''}
          <section aria-labelledby="plan">
            <h1 id="plan">Your membership</h1>
            ${subscription ? planPart(portal, subscription) : html`<p>There is no membership yet.</p>`}
          </section>
          <section aria-labelledby="bills">
            <h2 id="bills">Bills</h2>
            ${
              invoices.length === 0
                ? html`<p class="hint">No bills so far.</p>`
                : html`<ul class="lines">
                  ${invoices.map(invoice => billLine(invoice, isRunning && invoice.status === 'open'))}
                </ul>`
            }
          </section>
        </div>
        ${
          isRunning
            ? html`<section class="form" aria-labelledby="card">
              <h2 id="card">Card</h2>
              ${card ? html`<p>${cardWords(card)}.</p>` : ''}
              ${firstWrong(typed) ? html`<p class="error" role="alert">Check the marked fields. Your card is as before.</p>` : ''}
              <form method="post" novalidate>
                <input type="hidden" name="action" value="card" />
                ${cardFields(typed)}
                <button type="submit">Use this card from now on</button>
              </form>
            </section>`
            : ''
        }
        ${isRunning ? testCards : ''}
      </main>
      ${backLink(session.return_url)}`,
  )
}

function planPart({ planName, invoices }: Portal, subscription: Stripe.Subscription): Content {
  const item = subscription.items.data[0]!
  const amount = dollars((item.price.unit_amount ?? 0) * (item.quantity ?? 1))
  return html`<p class="amount">${amount} <small>every ${item.price.recurring?.interval}</small></p>
    <p>${planName}. ${standing(subscription, invoices)}</p>
    ${subscription.status === 'canceled' ? '' : endForm(subscription, item.current_period_end)}`
}

function standing(subscription: Stripe.Subscription, invoices: Stripe.Invoice[]): string {
  const { current_period_end: end } = subscription.items.data[0]!
  const next = invoices.find(invoice => invoice.status === 'open')?.next_payment_attempt
  if (subscription.status === 'canceled') return `It ended on ${dayOf(subscription.ended_at ?? end)}.`
  if (subscription.status === 'past_due') {
    return `The last payment failed.${next ? ` It is tried again on ${dayOf(next)}.` : ''} Change the card or pay the bill now.`
  }
  if (subscription.cancel_at_period_end) return `It ends on ${dayOf(end)}, and nothing more is charged.`
  return `It renews on ${dayOf(end)}.`
}

function endForm(subscription: Stripe.Subscription, end: number): Content {
  // The period is unpaid, so the cancellation is immediate and cannot be reverted.
  if (subscription.status === 'past_due') {
    return html`<details>
      <summary>Cancel my membership</summary>
      <p>It ends at once, and the open bill is not charged any more. This cannot be undone.</p>
      <form method="post">
        <input type="hidden" name="action" value="end" />
        <button type="submit" class="quiet">End my membership now</button>
      </form>
    </details>`
  }
  const isLeaving = subscription.cancel_at_period_end
  return html`<form method="post">
    <input type="hidden" name="action" value="${isLeaving ? 'resume' : 'cancel'}" />
    <button type="submit" class="quiet">${isLeaving ? 'Keep my membership' : 'Cancel my membership'}</button>
    ${isLeaving ? '' : html`<p class="hint">It runs on until ${dayOf(end)}, and you can change your mind until then.</p>`}
  </form>`
}

const billLine = (invoice: Stripe.Invoice, isPayable: boolean) => html`<li>
  <span>
    <a href="${invoice.hosted_invoice_url ?? '#'}">${dayOf(invoice.created)}</a><br />
    <small>${invoice.lines.data[0]?.description ?? ''}</small>
  </span>
  <span>
    ${dollars(invoice.amount_due)}<br />
    <small>${billWord(invoice)}</small>
    ${
      isPayable
        ? html`<form method="post">
          <input type="hidden" name="action" value="pay" />
          <input type="hidden" name="invoice" value="${invoice.id}" />
          <button type="submit" class="quiet" aria-label="Pay ${dollars(invoice.amount_due)} now">Pay now</button>
        </form>`
        : ''
    }
  </span>
</li>`
