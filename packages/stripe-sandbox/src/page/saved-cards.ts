import { html } from 'hono/html'
import type Stripe from 'stripe'
import type { Row } from '../books/kinds.ts'
import type { Work } from '../books/work.ts'
import type { Card } from '../payments/cards.ts'
import { listKind } from '../request/listing.ts'
import type { Content } from './parts.ts'
import { brandName } from './words.ts'

const MOST = 10

/** The cards that a session's customer agreed to be offered again, newest first. */
export async function savedCards(work: Work, session: Stripe.Checkout.Session): Promise<Stripe.PaymentMethod[]> {
  if (typeof session.customer !== 'string' || session.mode !== 'payment') return []
  const shown = { allow_redisplay: 'always' }
  return (await listKind(work, 'payment_method', '', { limit: MOST }, [session.customer], shown)).data
}

/** The saved card that a form names, if it belongs to the session's customer. */
export async function savedCard(
  work: Work,
  { data }: Row<'checkout.session'>,
  id: unknown,
): Promise<{ card: Card; methodId: string } | undefined> {
  if (typeof id !== 'string' || !(await savedCards(work, data)).some(card => card.id === id)) return undefined
  const { card } = (await work.retrieve('payment_method', id)).hidden
  return card && { card, methodId: id }
}

/** A button for each saved card. @param total as shown on the buttons. */
export const savedCardForms = (cards: Stripe.PaymentMethod[], total: string): Content[] =>
  cards.map(
    ({ id, card }) => html`<form method="post" class="saved">
      <input type="hidden" name="saved" value="${id}" />
      <button type="submit">Pay ${total} with ${brandName(card?.brand)} ending in ${card?.last4}</button>
    </form>`,
  )

/** The box by which a customer agrees that the typed card is offered again. */
export const saveBox = html`<label class="box">
  <input type="checkbox" name="save" value="yes" />
  Save this card for the next purchase
</label>`
