import type { Row } from '../books/kinds.ts'
import type { Work } from '../books/work.ts'
import type { Card, Decline } from '../payments/cards.ts'
import { invalid } from '../request/faults.ts'
import { collectInvoice, loadInvoice } from './billing.ts'
import { goOn } from './renewing.ts'
import { ownTime } from './subscribing.ts'

/**
 * Pays an open invoice now, outside the automatic attempts. A past-due subscription becomes active.
 * @param card replaces the card on file.
 * @returns the decline, or undefined when the invoice is paid.
 * @throws Fault when the invoice is not open.
 */
export async function payInvoice(work: Work, invoice: Row<'invoice'>, card?: Card): Promise<Decline | undefined> {
  const subscription = await subscriptionOf(work, invoice)
  if (invoice.data.status === 'paid') throw invalid('Invoice is already paid')
  if (invoice.data.status !== 'open') throw invalid(`This invoice is ${invoice.data.status} and cannot be paid.`)
  const seconds = ownTime(work, subscription)
  const decline = collectInvoice(work, subscription, invoice, { seconds, isAutomatic: false, card })
  if (decline) {
    work.emit('invoice.payment_failed', invoice.data, seconds)
    return decline
  }
  // Payment of an ended subscription's invoice does not restart the subscription.
  const { latest_invoice, status } = subscription.data
  if (latest_invoice === invoice.id && status === 'past_due') goOn(work, subscription, seconds)
  return undefined
}

/** Writes off an open invoice. @throws Fault when the invoice is not open. */
export async function voidInvoice(work: Work, invoice: Row<'invoice'>): Promise<void> {
  const seconds = ownTime(work, await subscriptionOf(work, invoice))
  if (invoice.data.status !== 'open') throw invalid(`This invoice is ${invoice.data.status} and cannot be voided.`)
  const status_transitions = { ...invoice.data.status_transitions, voided_at: seconds }
  const unpaid = { auto_advance: false, next_payment_attempt: null, amount_remaining: 0 }
  work.change(invoice, { ...unpaid, status: 'void', status_transitions })
  work.emit('invoice.voided', invoice.data, seconds)
}

async function subscriptionOf(work: Work, invoice: Row<'invoice'>): Promise<Row<'subscription'>> {
  await loadInvoice(work, invoice.id)
  const id = String(invoice.data.parent?.subscription_details?.subscription)
  await work.load([id], { deep: true })
  return work.get('subscription', id)
}
