import { type Context, Hono } from 'hono'
import { type Bench, perform, type Work } from '../books/work.ts'
import { decideDispute, escalateDispute, isOpenDispute, openDispute } from '../payments/disputing.ts'
import { Fault } from '../request/faults.ts'
import { bodyOf } from './showing.ts'

/**
 * The bank's actions for demos and tests. `POST /dev/stripe/dispute` with `payment_intent` (and `amount`, `reason`, `inquiry`)
 * disputes a payment. `POST /dev/stripe/dispute/{id}` with `outcome` `won`, `lost` or `escalated` decides or escalates the dispute.
 */
export function disputeRoutes(bench: Bench): Hono {
  const app = new Hono()
  app.post('/', async c => {
    const body = await bodyOf(c)
    return answering(bench, c, async work => {
      const charge = await chargeOf(work, text(body.payment_intent))
      const amount = body.amount === undefined ? charge.data.amount : Number(body.amount)
      if (!Number.isInteger(amount) || amount < 1 || amount > charge.data.amount) {
        throw refusal(`amount must be a whole number of cents from 1 to ${charge.data.amount}.`)
      }
      const reason = text(body.reason) || 'fraudulent'
      const isInquiry = body.inquiry === true || body.inquiry === 'true'
      return openDispute(work, charge, { amount, reason, isInquiry }).data
    })
  })
  app.post('/:id', async c => {
    const outcome = text((await bodyOf(c)).outcome)
    return answering(bench, c, async work => {
      await work.load([c.req.param('id')])
      const dispute = work.get('dispute', c.req.param('id'))
      if (!isOpenDispute(dispute)) throw refusal('This dispute is already closed.')
      if (outcome === 'won' || outcome === 'lost') decideDispute(work, dispute, outcome)
      else if (outcome === 'escalated' && dispute.data.status.startsWith('warning_')) escalateDispute(work, dispute)
      else throw refusal('outcome must be won, lost or, of an inquiry, escalated.')
      return dispute.data
    })
  })
  return app
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const refusal = (message: string) => new Fault(400, { type: 'invalid_request_error', message })

async function chargeOf(work: Work, intentId: string) {
  await work.load([intentId], { deep: true })
  const intent = work.find('payment_intent', intentId)
  const charge = work.find('charge', intent?.data.latest_charge)
  if (!charge?.data.paid) throw refusal('payment_intent must name a payment that succeeded.')
  return charge
}

async function answering(bench: Bench, c: Context, decide: (work: Work) => Promise<object>): Promise<Response> {
  const { body } = await perform(bench, {}, async work => ({ status: 200, body: await decide(work) }))
  return c.json(body)
}
