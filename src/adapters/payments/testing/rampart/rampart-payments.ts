import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PaymentProvider } from '#kernel/ports/payment-providers.ts'
import { type NewCheckout, PaymentError, type Refund, WebhookError } from '#kernel/ports/payments.ts'
import { NO_SAVED_CARDS } from '../../no-saved-cards.server.ts'
import { RampartBooks } from './rampart-books.ts'

const FACTS = {
  id: 'rampart',
  name: 'Rampart Pay',
  hint: 'Card payment by Rampart.',
  company: 'Rampart',
  idPrefix: 'rp_',
  signatureHeader: 'rampart-signature',
  isWhole: true,
}
const SECRET = 'secret of the webhooks'
const signatureOf = (body: string) => createHmac('sha256', SECRET).update(body).digest('hex')

/** A made-up provider of orders and memberships, with its books in memory: what a second provider needs, and no more. */
export function createRampart(now: () => Date) {
  const books = new RampartBooks(now)
  const provider: PaymentProvider = {
    ...FACTS,
    ...NO_SAVED_CARDS,
    ...checkoutsOf(books),
    ...refundsOf(books),
    ...subscriptionsOf(books),
    ...disputesOf(books),
    listCharges: async listing => books.charges.page(listing),
    beginSignature(signature) {
      if (!/^[0-9a-f]{64}$/.test(signature)) throw new WebhookError('signature', 'The header is no signature.')
      const hmac = createHmac('sha256', SECRET)
      return { add: piece => void hmac.update(piece), isRight: () => hmac.digest('hex') === signature }
    },
    verifyWebhook(body, signature = '') {
      const ours = signatureOf(body)
      if (signature.length !== ours.length || !timingSafeEqual(Buffer.from(signature), Buffer.from(ours)))
        throw new WebhookError('signature', 'The signature is wrong.')
      const { id, type, objectId, at } = JSON.parse(body) as Record<'id' | 'type' | 'objectId' | 'at', string>
      return { id, type, objectId, createdAt: new Date(at), livemode: false }
    },
  }
  /** A webhook as Rampart sends it, to be posted to `/api/webhooks/rampart`. */
  function webhook(type: string, objectId: string) {
    const { id, createdAt } = books.begun('event')
    const body = JSON.stringify({ id, type, objectId, at: createdAt })
    return { method: 'POST', body, headers: { 'rampart-signature': signatureOf(body) } }
  }
  return { provider, books, webhook }
}

/** Repeats the first answer to a key. */
function keyed<Answer>() {
  const answers = new Map<string, Answer>()
  return (key: string, make: () => Answer): Answer => {
    const answer = answers.get(key) ?? make()
    answers.set(key, answer)
    return answer
  }
}

function checkoutsOf(books: RampartBooks) {
  const once = keyed<string>()
  const open = (order: NewCheckout) =>
    books.checkouts.add({
      ...{ ...books.begun('checkout'), order, mode: order.mode, orderId: order.orderId, status: 'open' },
      ...{ paymentStatus: 'unpaid', currency: 'usd', email: order.customerEmail, mark: order.metadata.mark ?? null },
      ...{ paymentIntentId: null, subscriptionId: null, customerId: null },
      amountCents: order.lines.reduce((sum, line) => sum + line.amountCents * line.quantity, 0),
    })
  return {
    async createCheckout(order) {
      const id = once(order.idempotencyKey, () => open(order).id)
      return { id, url: `https://pay.rampart.test/${id}` }
    },
    readCheckout: async id => ({ ...books.checkouts.read(id) }),
    async expireCheckout(id) {
      const checkout = books.checkouts.read(id)
      if (checkout.status !== 'open') throw new PaymentError('invalid', 'The page is paid or closed.')
      checkout.status = 'expired'
    },
    listCheckouts: async listing => books.checkouts.page(listing),
  } satisfies Partial<PaymentProvider>
}

function refundsOf(books: RampartBooks) {
  const once = keyed<Refund>()
  function make(paymentIntentId: string, wantedCents: number | undefined): Refund {
    const charge = books.charges.items.find(other => other.paymentIntentId === paymentIntentId)
    const left = charge ? charge.amountCents - charge.refundedCents : 0
    const amountCents = wantedCents ?? left
    if (charge && left === 0)
      throw new PaymentError('invalid', 'Nothing is left of the payment.', { code: 'charge_already_refunded' })
    if (!charge || amountCents > left) throw new PaymentError('invalid', 'More than is left of the payment.')
    charge.refundedCents += amountCents
    const of = { paymentIntentId, amountCents, status: 'succeeded', failureReason: null } as const
    return books.refunds.add({ ...books.begun('refund'), ...of })
  }
  return {
    refund: async ({ paymentIntentId, amountCents, idempotencyKey }) =>
      once(idempotencyKey, () => make(paymentIntentId, amountCents)),
    readRefund: async id => books.refunds.read(id),
    listRefunds: async listing => books.refunds.page(listing),
  } satisfies Partial<PaymentProvider>
}

function subscriptionsOf(books: RampartBooks) {
  const changed = (id: string, state: object) => ({ ...Object.assign(books.subscriptions.read(id), state) })
  const noPlans = async () => {
    throw new PaymentError('invalid', 'Rampart changes no plans.')
  }
  return {
    readSubscription: async id => ({ ...books.subscriptions.read(id) }),
    async cancelSubscription(id, { atPeriodEnd }) {
      const { createdAt: at } = books.begun('cancellation')
      return changed(id, {
        canceledAt: at,
        ...(atPeriodEnd ? { cancelAtPeriodEnd: true } : { status: 'canceled', endedAt: at }),
      })
    },
    resumeSubscription: async id => changed(id, { canceledAt: null, cancelAtPeriodEnd: false }),
    changePlan: noPlans,
    previewPlanChange: noPlans,
    openBillingPortal: async ({ customerId }) => ({ url: `https://pay.rampart.test/portal/${customerId}` }),
    readInvoice: async id => books.invoices.read(id),
    payInvoice: async id => books.invoices.read(id),
    voidInvoice: async id => books.invoices.read(id),
    listSubscriptions: async listing => books.subscriptions.page(listing),
    listInvoices: async ({ subscriptionId, ...listing }) =>
      books.invoices.page(listing, invoice => !subscriptionId || invoice.subscriptionId === subscriptionId),
  } satisfies Partial<PaymentProvider>
}

function disputesOf(books: RampartBooks) {
  const changed = (id: string, state: object) => ({ ...Object.assign(books.disputes.read(id), state) })
  return {
    readDispute: async id => ({ ...books.disputes.read(id) }),
    submitEvidence: async id => changed(id, { status: 'under_review', submissionCount: 1 }),
    acceptDispute: async id => changed(id, { status: 'lost' }),
    listDisputes: async ({ paymentIntentId, ...listing }) =>
      books.disputes.page(listing, dispute => !paymentIntentId || dispute.paymentIntentId === paymentIntentId),
  } satisfies Partial<PaymentProvider>
}
