import { checkoutOnly } from '#adapters/payments/checkout-only.server.ts'
import { type Checkout, type NewCheckout, PaymentError, type Refund } from '#kernel/ports/payments.ts'

/** A second gateway with sessions in memory that fulfils the port's contract. `pay` acts as its hosted page. */
export function openSecondGateway() {
  const sessions = new Map<string, Checkout>()
  const byKey = new Map<string, string>()
  const refunds = new Map<string, Refund>()

  function sessionOf(id: string): Checkout {
    const session = sessions.get(id)
    if (!session) throw new PaymentError('not_found', `No session ${id}.`)
    return session
  }
  function open({ idempotencyKey, lines, mode, orderId }: NewCheckout): string {
    const id = `gw_${sessions.size + 1}`
    byKey.set(idempotencyKey, id)
    const amountCents = lines.reduce((sum, line) => sum + line.amountCents * line.quantity, 0)
    const none = {
      mark: null,
      email: null,
      paymentIntentId: null,
      subscriptionId: null,
      customerId: null,
      createdAt: new Date(),
    }
    sessions.set(id, {
      id,
      mode,
      orderId,
      amountCents,
      ...none,
      currency: 'usd',
      status: 'open',
      paymentStatus: 'unpaid',
    })
    return id
  }

  const gateway = checkoutOnly({
    name: 'Bastion Pay',
    async createCheckout(input) {
      const id = byKey.get(input.idempotencyKey) ?? open(input)
      return { id, url: `https://pay.bastion.test/${id}?back=${encodeURIComponent(input.successUrl)}` }
    },
    readCheckout: async id => ({ ...sessionOf(id) }),
    async expireCheckout(id) {
      const session = sessionOf(id)
      if (session.status !== 'open') throw new PaymentError('invalid', 'The session is paid or closed.')
      session.status = 'expired'
    },
    async refund({ paymentIntentId, amountCents: wantedCents, idempotencyKey }) {
      const made = refunds.get(idempotencyKey)
      if (made) return made
      const paid = [...sessions.values()].find(session => session.paymentIntentId === paymentIntentId)?.amountCents ?? 0
      const back = [...refunds.values()].filter(other => other.paymentIntentId === paymentIntentId)
      const left = back.reduce((rest, other) => rest - other.amountCents, paid)
      if (paid > 0 && left === 0)
        throw new PaymentError('invalid', 'Nothing is left of the payment.', { code: 'charge_already_refunded' })
      const amountCents = wantedCents ?? left
      if (amountCents > left) throw new PaymentError('invalid', 'More than is left of the payment.')
      const id = `gwr_${refunds.size + 1}`
      const now = new Date()
      const refund = {
        id,
        status: 'succeeded',
        amountCents,
        paymentIntentId,
        createdAt: now,
        failureReason: null,
      } as const
      refunds.set(idempotencyKey, refund)
      return refund
    },
    async readRefund(id) {
      const refund = [...refunds.values()].find(other => other.id === id)
      if (!refund) throw new PaymentError('not_found', `No refund ${id}.`)
      return refund
    },
  })

  /** Pays on the hosted page. */
  function pay(id: string, paid: Partial<Checkout> = {}) {
    Object.assign(sessionOf(id), { status: 'complete', paymentStatus: 'paid', paymentIntentId: `gwp_${id}`, ...paid })
  }

  /** Cents that the gateway has refunded of a session's payment. */
  const paidBack = (id: string): number =>
    [...refunds.values()]
      .filter(refund => refund.paymentIntentId === `gwp_${id}`)
      .reduce((sum, refund) => sum + refund.amountCents, 0)

  return { gateway, sessions, pay, paidBack }
}
