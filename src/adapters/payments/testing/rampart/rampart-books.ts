import {
  type Charge,
  type Checkout,
  type Dispute,
  type Invoice,
  type Listing,
  type NewCheckout,
  type Page,
  PaymentError,
  type Refund,
  type Subscription,
} from '#kernel/ports/payments.ts'

const PAGE = 2

/** The objects of one kind, oldest first. */
export class Objects<Item extends { id: string; createdAt: Date }> {
  readonly items: Item[] = []

  add(item: Item): Item {
    this.items.push(item)
    return item
  }

  read(id: string | null): Item {
    const item = this.items.find(other => other.id === id)
    if (!item) throw new PaymentError('not_found', `Rampart knows no ${id}.`)
    return item
  }

  /** Pages are short, so that a test follows cursors. */
  page({ since, until, after }: Partial<Listing>, fits: (item: Item) => boolean = () => true): Page<Item> {
    const isIn = (item: Item) => (!since || item.createdAt >= since) && (!until || item.createdAt < until) && fits(item)
    const newestFirst = this.items.filter(isIn).reverse()
    const start = after ? newestFirst.findIndex(({ id }) => id === after) + 1 : 0
    const items = newestFirst.slice(start, start + PAGE)
    return { items, next: newestFirst.length > start + PAGE ? items.at(-1)!.id : null }
  }
}

type Opened = Checkout & { order: NewCheckout }

/** What Rampart knows, and the actions of payers, of time and of the bank. */
export class RampartBooks {
  readonly checkouts = new Objects<Opened>()
  readonly charges = new Objects<Charge & { paymentIntentId: string }>()
  readonly refunds = new Objects<Refund>()
  readonly subscriptions = new Objects<Subscription & { createdAt: Date }>()
  readonly invoices = new Objects<Invoice>()
  readonly disputes = new Objects<Dispute>()
  readonly #now: () => Date
  #count = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Fields of each object. */
  begun(kind: string) {
    this.#count += 1
    return { id: `rp_${kind}_${this.#count}`, createdAt: this.#now() }
  }

  /** A shopper pays on the hosted page. */
  pay(sessionId: string): void {
    const checkout = this.checkouts.read(sessionId)
    const paid = { status: 'complete', paymentStatus: 'paid' } as const
    if (checkout.order.mode === 'payment') {
      const { paymentIntentId } = this.charge(checkout.amountCents, { orderId: checkout.orderId })
      Object.assign(checkout, { ...paid, paymentIntentId })
    } else {
      const { id, customerId } = this.#subscribe(checkout, checkout.order.interval)
      Object.assign(checkout, { ...paid, subscriptionId: id, customerId })
    }
  }

  charge(amountCents: number, of: Partial<Omit<Charge, 'paymentIntentId'>> = {}) {
    return this.charges.add({
      ...{ subscriptionId: null, invoiceId: null, customerId: null, orderId: null },
      ...{ ...this.begun('charge'), paymentIntentId: this.begun('payment').id, amountCents, refundedCents: 0 },
      ...{ currency: 'usd', isPaid: true, ...of },
    })
  }

  #subscribe({ amountCents, orderId }: Checkout, interval: 'month' | 'year'): Subscription {
    const at = this.#now()
    const subscription = this.subscriptions.add({
      ...{ ...this.begun('subscription'), customerId: this.begun('customer').id, status: 'active' },
      ...{ orderId, amountCents, interval, startedAt: at, periodStart: at, periodEnd: after(at, interval) },
      ...{ cancelAtPeriodEnd: false, canceledAt: null, endedAt: null, latestInvoiceId: null, nextPlan: null },
    })
    this.#bill(subscription, 'first')
    return subscription
  }

  /** A period ends and the card pays the next one. @returns the id of its invoice. */
  renew(subscriptionId: string): string {
    const subscription = this.subscriptions.read(subscriptionId)
    const { periodEnd, interval } = subscription
    Object.assign(subscription, { periodStart: periodEnd, periodEnd: after(periodEnd, interval) })
    return this.#bill(subscription, 'renewal')
  }

  #bill(subscription: Subscription, reason: Invoice['reason']): string {
    const { id: subscriptionId, customerId, amountCents, periodStart, periodEnd } = subscription
    const begun = this.begun('invoice')
    const of = { subscriptionId, customerId, invoiceId: begun.id }
    const { paymentIntentId } = this.charge(amountCents, {
      ...of,
      orderId: reason === 'first' ? subscription.orderId : null,
    })
    this.invoices.add({
      ...{ ...begun, subscriptionId, customerId, status: 'paid', reason, periodStart, periodEnd, paymentIntentId },
      ...{ amountDueCents: amountCents, amountPaidCents: amountCents, attemptCount: 1, nextAttemptAt: null },
      ...{ paidAt: begun.createdAt, hostedUrl: null },
    })
    subscription.latestInvoiceId = begun.id
    return begun.id
  }

  /** A cardholder disputes a payment at the bank, which takes the money. */
  dispute(paymentIntentId: string): Dispute {
    const { orderId, amountCents } = this.charges.items.find(charge => charge.paymentIntentId === paymentIntentId)!
    const movement = { ...this.begun('movement'), amountCents: -amountCents, feeCents: 0 }
    return this.disputes.add({
      ...{ ...this.begun('dispute'), paymentIntentId, orderId, amountCents, currency: 'usd', reason: 'fraudulent' },
      ...{ status: 'needs_response', isInquiry: false, dueBy: null, submissionCount: 0, movements: [movement] },
    })
  }
}

function after(start: Date, interval: 'month' | 'year'): Date {
  const end = new Date(start)
  end.setUTCMonth(end.getUTCMonth() + (interval === 'year' ? 12 : 1))
  return end
}
