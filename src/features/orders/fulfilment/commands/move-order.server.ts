import { type RawBuilder, sql } from 'kysely'
import { recordChange } from '#adapters/change-record.server.ts'
import type { Context } from '#adapters/context.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/ids.server.ts'
import { ORDER_ERRORS, type Order } from '../../contract.ts'
import type { StoredDetail } from '../../queries/order-answer.server.ts'
import { type KnownOrder, referenceOf, storedOrder } from '../../stored-order.server.ts'
import { FULFILMENT_ERRORS } from '../contract.ts'
import type { OrderStanding } from '../standing.ts'

const refuse = refusals({ ...ORDER_ERRORS, ...FULFILMENT_ERRORS })

type Kind = Order['events'][number]['kind']
type NewEvent = {
  kind: Kind
  detail?: StoredDetail
  note?: string | null
  /** Written freely: it may name people, who can leave, so the record of changes, which stays, does not have it. */
  isFreeText?: boolean
}

/** Where the record of changes has other words than the time line. */
const ACTIONS: Partial<Record<Kind, string>> = { note: 'noted', tracking: 'corrected the tracking' }

/** Adds to an order's time line, in the caller's transaction; who did it is whoever asks, and the shop itself in jobs. */
export async function addEvent(ctx: Context, orderId: string, event: NewEvent) {
  const { kind, detail = {}, note = null } = event
  const at = ctx.now()
  const actor_id = ctx.actor?.userId ?? null
  await ctx.db
    .insertInto('order_event')
    .values({ id: newId(), order_id: orderId, kind, note, detail: JSON.stringify(detail), actor_id, at })
    .execute()
  if (ctx.actor?.role) await recordEvent(ctx, orderId, event)
}

async function recordEvent(ctx: Context, orderId: string, { kind, detail, note, isFreeText }: NewEvent) {
  const order = await ctx.db
    .selectFrom('customer_order')
    .select('number')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  await recordChange(ctx, {
    action: ACTIONS[kind] ?? kind.replaceAll('_', ' '),
    subject: { type: 'order', id: orderId, label: referenceOf(order) },
    ...(detail && { after: detail }),
    reason: isFreeText ? null : note,
  })
}

type Move = {
  /** Where the order must stand. */
  from: readonly OrderStanding[]
  /** What changes, on `customer_order o`. */
  set: RawBuilder<unknown>
  /** What else must hold of `customer_order o`. */
  guard?: RawBuilder<unknown>
  event: NewEvent
}

/** Goods of `customer_order o` that are still to be had: paid for and not paid back. */
export const HAS_GOODS = sql`o.mode = 'payment' and exists (
  select from order_line l where l.order_id = o.id and l.refunded < l.quantity)`

/** The same, and their payment is not disputed: what may be packed and sent. */
export const MAY_BE_SENT = sql`${HAS_GOODS} and o.dispute_hold is null`

/**
 * One step of an order, in the caller's transaction: a write that carries its own guard, so that of two who do it at once the
 * second is told where the order is now.
 * @returns the order after it.
 * @throws order_not_found; order_moved with `status`; order_disputed, nothing_to_send when it stands right and nothing of it is sent.
 */
export async function moveOrder(ctx: Context, id: string, move: Move): Promise<KnownOrder> {
  const before = await storedOrder(ctx, id)
  if (!before) throw refuse('order_not_found')
  // A guard may ask about lines. Those it sees as they were before a wait, so whoever refunds them is waited for here.
  await sql`select from customer_order where id = ${before.id} for update`.execute(ctx.db)
  const { numAffectedRows } = await sql`
    update customer_order o set ${move.set}
    where o.id = ${before.id} and o.standing = any(${[...move.from]}) and ${move.guard ?? sql`true`}`.execute(ctx.db)
  const after = (await storedOrder(ctx, before.id))!
  if (numAffectedRows === 0n) throw notMoved(after, move)
  await addEvent(ctx, after.id, move.event)
  return after
}

function notMoved({ standing, disputeHold }: KnownOrder, { from }: Move) {
  if (!from.includes(standing)) return refuse('order_moved', { status: standing })
  return refuse(disputeHold ? 'order_disputed' : 'nothing_to_send')
}
