import type { Pool } from '#platform/db/database.server.ts'
import type { Outcome, Step } from './halts.ts'
import type { Shopper } from './shopper.ts'

/** A shopper whose request is killed at a step. */
export type Cut = { step: Step; outcome: Outcome; shopper: Shopper }

/** In execution order. The response to a single statement may be lost before or after its effect. */
export const BUYING: [Step, Outcome][] = [
  ['code held', 'undone'],
  ['order inserted', 'undone'],
  ['stock held', 'undone'],
  ['session created', 'undone'],
  ['session created', 'unheard'],
  ['session noted', 'undone'],
  ['session noted', 'unheard'],
  ['card taken', 'undone'],
  ['card taken', 'unheard'],
  ['webhook noted', 'undone'],
  ['webhook noted', 'unheard'],
  ['order marked paid', 'undone'],
  ['code spent', 'undone'],
  ['credits issued', 'undone'],
  ['message written', 'undone'],
  ['job written', 'undone'],
  ['stock taken', 'undone'],
  ['membership kept', 'undone'],
]
export const REFUNDING: [Step, Outcome][] = [
  ['entry removed', 'undone'],
  ['credits taken back', 'undone'],
  ['refund decided', 'undone'],
  ['refund asked', 'undone'],
  ['refund asked', 'unheard'],
  ['answer noted', 'undone'],
]

/** A value in the step's row that identifies this shopper. */
export async function markOf(pool: Pool, { step, shopper: { user, goods, page } }: Cut): Promise<string> {
  if (step === 'stock held' || step === 'stock taken') return goods!.variantId
  if (step === 'session created' || step === 'card taken' || step === 'webhook noted') return user.email
  if (step === 'job written' || step === 'refund decided' || step === 'answer noted') return page!.orderId
  if (step !== 'refund asked') return user.userId
  const payment = 'select payment_intent_id as id from customer_order where id = $1'
  return (await pool.query(payment, [page!.orderId])).rows[0].id
}
