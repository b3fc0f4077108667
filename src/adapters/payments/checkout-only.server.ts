import type { HostedCheckout, PaymentProvider } from '#kernel/ports/payment-providers.ts'
import { PaymentError, WebhookError } from '#kernel/ports/payments.ts'
import { NO_SAVED_CARDS } from './no-saved-cards.server.ts'

const EMPTY = async () => ({ items: [], next: null })
const missing = async () => {
  throw new PaymentError('not_configured', 'This provider takes payments for goods only.')
}

const refuseWebhook = () => {
  throw new WebhookError('signature', 'This provider sends no webhooks.')
}

/**
 * Completes a provider of checkouts and refunds to the whole port. Its id is `gateway`: the balance lists the money of these orders apart,
 * because no list of the provider confirms it (view `book_gateway_money`). Its ids begin with `gw`.
 */
export const checkoutOnly = (provider: { name: string } & HostedCheckout): PaymentProvider => ({
  id: 'gateway',
  hint: 'Another way to pay by card.',
  company: provider.name,
  idPrefix: 'gw',
  signatureHeader: '',
  isWhole: false,
  ...NO_SAVED_CARDS,
  listCharges: EMPTY,
  listRefunds: EMPTY,
  listDisputes: EMPTY,
  listCheckouts: EMPTY,
  listSubscriptions: EMPTY,
  listInvoices: EMPTY,
  readDispute: missing,
  submitEvidence: missing,
  acceptDispute: missing,
  readSubscription: missing,
  cancelSubscription: missing,
  resumeSubscription: missing,
  changePlan: missing,
  previewPlanChange: missing,
  openBillingPortal: missing,
  readInvoice: missing,
  payInvoice: missing,
  voidInvoice: missing,
  beginSignature: refuseWebhook,
  verifyWebhook: refuseWebhook,
  ...provider,
})
