import { html } from 'hono/html'
import type Stripe from 'stripe'
import { backLink, dollars, EMPTY, type Page, page, payByCard } from './parts.ts'

/** The payment page of an open session. @param failure why the card was declined, when the session has no URL to return to. */
export function payPage(
  session: Stripe.Checkout.Session,
  lines: Stripe.LineItem[],
  typed = EMPTY,
  failure?: string,
): Page {
  const total = dollars(session.amount_total)
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
        ${payByCard(typed, total, failure)}
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
