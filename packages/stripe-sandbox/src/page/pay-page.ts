import { html } from 'hono/html'
import type Stripe from 'stripe'
import { backLink, dollars, EMPTY, type Page, page, payByCard } from './parts.ts'
import { saveBox, savedCardForms } from './saved-cards.ts'

/** What the payment page shows of a session. */
export type ShownSession = {
  session: Stripe.Checkout.Session
  lines: Stripe.LineItem[]
  /** Saved cards of the session's customer. */
  cards: Stripe.PaymentMethod[]
}

/** The payment page of an open session. @param failure why the card was declined, when the session has no URL to return to. */
export function payPage({ session, lines, cards }: ShownSession, typed = EMPTY, failure?: string): Page {
  const total = dollars(session.amount_total)
  const savesCards = session.saved_payment_method_options?.payment_method_save === 'enabled'
  const recurring = lines.find(line => line.price?.recurring)?.price?.recurring
  return page(
    `Pay ${total}`,
    html`<main class="two">
        <section aria-labelledby="summary">
          <h1 id="summary">Your order</h1>
          <p class="amount">${total} ${recurring ? html`<small>every ${recurring.interval}</small>` : ''}</p>
          <ul class="lines">
            ${lines.map(lineOf)}
          </ul>
        </section>
        ${payByCard(typed, total, failure, savedCardForms(cards, total), savesCards ? saveBox : '')}
      </main>
      ${backLink(session.cancel_url)}`,
  )
}

const lineOf = (line: Stripe.LineItem) => html`<li>
  <span>
    ${line.description}
    ${line.quantity === 1 ? '' : html`<br /><small>${line.quantity} × ${dollars(line.price?.unit_amount ?? 0)}</small>`}
  </span>
  <span>${dollars(line.amount_total)}</span>
</li>`
