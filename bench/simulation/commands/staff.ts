import type { RefundStep } from '#app/testing/money-model/plan.ts'
import type { Giveaway, Order, Run } from '../run-state.ts'
import { ask, outcomeOf } from './ask.ts'
import { forgetClaims } from './shopper.ts'

const SLOTS = 60

const bodyOf = ({ pieces, spentCredits, restock }: RefundStep) => ({
  ...(pieces && { lines: pieces.map(({ line, quantity }) => ({ position: line, quantity })) }),
  ...{ spentCredits, restock },
})

export async function preview(run: Run, { id }: Order, step: RefundStep): Promise<string> {
  const path = `/api/admin/orders/${id}/refunds/preview`
  return outcomeOf(await ask(run, { as: run.staff, path, json: bodyOf(step) }, 'preview'))
}

export async function refund(run: Run, order: Order, step: RefundStep): Promise<string> {
  const json = { ...bodyOf(step), reason: 'Asked' }
  // The entries that pay for the credits are withdrawn, also when the answer is lost.
  if (step.spentCredits === 'entries') forgetClaims(run, order)
  const answer = await ask(run, { as: run.staff, path: `/api/admin/orders/${order.id}/refunds`, json }, 'refund')
  if (answer?.status === 200 && !order.buyer.isDisputed) run.promises.refund.push({ orderId: order.id })
  return outcomeOf(answer)
}

export async function cancelByStaff(run: Run, { id }: Order): Promise<string> {
  const json = { reason: 'Asked' }
  return outcomeOf(await ask(run, { as: run.staff, path: `/api/admin/orders/${id}/cancel`, json }, 'cancelByStaff'))
}

export async function pack(run: Run, { id }: Order): Promise<string> {
  return outcomeOf(await ask(run, { as: run.staff, path: `/api/admin/orders/${id}/pack`, method: 'POST' }, 'pack'))
}

export async function ship(run: Run, { id }: Order): Promise<string> {
  const json = { carrier: 'UPS' }
  return outcomeOf(await ask(run, { as: run.staff, path: `/api/admin/orders/${id}/ship`, json }, 'ship'))
}

/** Pauses a code, or resumes it. */
export async function stopCode(run: Run, id: string, verb: 'pause' | 'resume'): Promise<string> {
  return outcomeOf(await ask(run, { as: run.staff, path: `/api/admin/codes/${id}/${verb}`, method: 'POST' }, verb))
}

export async function openGiveaway(run: Run): Promise<string> {
  const { machine, staff, giveaways } = run
  const title = `Pack ${giveaways.length + 1}`
  const startDate = new Date(+machine.clock.now() - 86_400_000).toISOString()
  const json = { title, description: 'Goods in a box.', tier: 'Bronze', totalSlots: SLOTS, startDate }
  const answer = await ask(run, { as: staff, path: '/api/giveaways', json }, 'open giveaway')
  if (answer?.status !== 200) return outcomeOf(answer)
  giveaways.push({ id: answer.json.id, title, slots: SLOTS, entries: 0, isFrozen: false })
  return 'ok'
}

/** Seals the list of a giveaway early. The draw follows by the clock. */
export async function freeze(run: Run, giveaway: Giveaway): Promise<string> {
  const json = { title: giveaway.title, reason: 'Drawn early.' }
  const answer = await ask(run, { as: run.staff, path: `/api/giveaways/${giveaway.id}/winner`, json }, 'freeze')
  if (!answer) return outcomeOf(answer)
  if (answer.status === 202) run.promises.freeze.push({ giveawayId: giveaway.id, round: answer.json.round })
  giveaway.isFrozen ||= answer.status === 202 || answer.tries > 1
  return outcomeOf(answer)
}
