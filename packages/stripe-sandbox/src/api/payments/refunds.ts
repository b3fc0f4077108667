import { Hono } from 'hono'
import { z } from 'zod'
import type { Row } from '../../books/kinds.ts'
import type { Work } from '../../books/work.ts'
import { refundCharge } from '../../payments/refunding.ts'
import { type Api, endpoint, retrieval } from '../../request/endpoint.ts'
import { invalid } from '../../request/faults.ts'
import { listKind } from '../../request/listing.ts'
import { cents, created, expand, mergedMetadata, metadata, paging, text } from '../../request/params.ts'

const create = z.strictObject({
  payment_intent: text.optional(),
  charge: text.optional(),
  amount: cents.refine(amount => amount > 0, 'amount').optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
  expand,
})

/** `/v1/refunds`. */
export function refunds(api: Api): Hono {
  const app = new Hono()
  app.post('/', endpoint(api, create, createRefund))
  app.get(
    '/',
    endpoint(
      api,
      z.strictObject({ ...paging, created, charge: text.optional(), payment_intent: text.optional() }),
      (work, params) => listKind(work, 'refund', '/v1/refunds', params, [params.charge, params.payment_intent]),
    ),
  )
  app.get('/:id', retrieval(api, 'refund'))
  app.post(
    '/:id',
    endpoint(api, z.strictObject({ metadata: metadata.optional(), expand }), async (work, params, id) => {
      const refund = await work.retrieve('refund', id)
      work.change(refund, { metadata: mergedMetadata(refund.data.metadata ?? {}, params.metadata) })
      work.emit('refund.updated', refund.data)
      return refund.data
    }),
  )
  return app
}

/** Refunds at most the rest of the charge. Concurrent refunds cannot exceed the rest, because both change the charge. */
async function createRefund(work: Work, params: z.infer<typeof create>) {
  const charge = await refundedCharge(work, params)
  await refuseDisputed(work, charge)
  const left = charge.data.amount_captured - charge.data.amount_refunded
  if (left === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  const amount = params.amount ?? left
  if (amount > left) {
    const message = `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`
    throw invalid(message, { param: 'amount' })
  }
  const { reason, metadata } = params
  return refundCharge(work, charge, { amount, reason, metadata }).data
}

/**
 * Refuses a refund of disputed money that the bank took or is about to take. An inquiry takes no money, and a won dispute frees the charge.
 */
async function refuseDisputed(work: Work, charge: Row<'charge'>): Promise<void> {
  if (!charge.data.disputed) return
  const { data } = await work.store.list('dispute', { refs: [charge.id], match: {}, limit: 100 })
  if (data.every(({ is_charge_refundable }) => is_charge_refundable)) return
  const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`
  throw invalid(message, { code: 'charge_disputed', param: 'charge' })
}

async function refundedCharge(work: Work, { payment_intent, charge }: z.infer<typeof create>): Promise<Row<'charge'>> {
  if (!payment_intent && !charge) {
    const message = 'One of the following params should be provided for this request: payment_intent or charge.'
    throw invalid(message, { code: 'parameter_missing', param: 'payment_intent' })
  }
  await work.load([payment_intent, charge], { deep: true })
  const named = charge ? work.get('charge', charge, 'charge') : undefined
  if (!payment_intent) return paid(named)
  const intent = work.get('payment_intent', payment_intent, 'payment_intent')
  if (named && named.data.payment_intent !== intent.id) {
    throw invalid(`Charge ${named.id} does not belong to PaymentIntent ${intent.id}.`, { param: 'charge' })
  }
  return paid(named ?? work.find('charge', intent.data.latest_charge), intent.id)
}

function paid(charge: Row<'charge'> | undefined, intent?: string): Row<'charge'> {
  if (charge?.data.paid) return charge
  const noun = intent ? `PaymentIntent (${intent})` : `charge (${charge?.id})`
  throw invalid(`This ${noun} does not have a successful charge to refund.`, {
    code: 'payment_intent_unexpected_state',
  })
}

const dollars = (amount: number) => `$${(amount / 100).toFixed(2)}`
