import { type RawBuilder, sql } from 'kysely'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { DataContext, TransactionContext } from '#kernel/context.ts'
import type { Cents } from '#kernel/values/money.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { MOVE_ERRORS, ORDER_ERRORS, type Order } from '../contract.ts'
import type { OrderStanding } from '../standing.ts'
import { getOrder, type KnownOrder, referenceOf } from '../stored-order.server.ts'

const refuse = refusals({ ...ORDER_ERRORS, ...MOVE_ERRORS })

/** The content of `order_event.detail`; amounts in cents. */
export type StoredDetail = {
  carrier?: string
  trackingNumber?: string
  amountCents?: Cents
  credits?: Partial<Record<Tier, number>>
  entriesRemoved?: number
  state?: string
}

type Kind = Order['events'][number]['kind']
type NewEvent = {
  kind: Kind
  detail?: StoredDetail
  note?: string | null
  /** True for free text. It may name users who can leave, so the permanent audit log omits it. */
  isFreeText?: boolean
  /** True for a change that the audit log keeps even when the buyer made it. */
  isAudited?: boolean
}

/** Actions whose wording in the audit log differs from the time line. */
const ACTIONS: Partial<Record<Kind, string>> = {
  note: 'noted',
  tracking: 'corrected the tracking',
  address: 'changed the address',
}

/** Adds an event to the order's time line. The actor is the caller, or the shop itself in jobs. */
export async function addEvent(ctx: DataContext, orderId: string, event: NewEvent) {
  const { kind, detail = {}, note = null } = event
  const at = ctx.now()
  const actor_id = ctx.actor?.userId ?? null
  await ctx.db
    .insertInto('order_event')
    .values({ id: newId(), order_id: orderId, kind, note, detail: JSON.stringify(detail), actor_id, at })
    .execute()
  if (ctx.actor?.role || event.isAudited) await recordEvent(ctx, orderId, event)
}

async function recordEvent(ctx: DataContext, orderId: string, { kind, detail, note, isFreeText }: NewEvent) {
  const order = await ctx.db
    .selectFrom('customer_order')
    .select('number')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  await writeAuditLog(ctx, {
    action: ACTIONS[kind] ?? kind.replaceAll('_', ' '),
    subject: { type: 'order', id: orderId, label: referenceOf(order) },
    ...(detail && { after: detail }),
    reason: isFreeText ? null : note,
  })
}

type Move = {
  /** Allowed current statuses. */
  from: readonly OrderStanding[]
  /** Column changes on `customer_order o`. */
  set: RawBuilder<unknown>
  /** A further condition on `customer_order o`. */
  guard?: RawBuilder<unknown>
  event: NewEvent
}

/** True for a `customer_order o` with paid, unrefunded goods. */
export const HAS_GOODS = sql`o.mode = 'payment' and exists (
  select from order_line l where l.order_id = o.id and l.refunded < l.quantity)`

/** HAS_GOODS without a dispute: goods that may be packed and sent. */
export const MAY_BE_SENT = sql`${HAS_GOODS} and o.dispute_hold is null`

/**
 * Moves an order one step. The write carries its own guard: of two concurrent callers, the second learns the
 * order's current status.
 * @returns the order afterwards.
 * @throws order_not_found; order_moved with `status`; order_disputed or nothing_to_send when the status fits but nothing can be sent.
 */
export async function moveOrder(tx: TransactionContext, id: string, move: Move): Promise<KnownOrder> {
  const before = await getOrder(tx, id)
  // A guard may read lines. It sees them as they were before a lock wait, so this lock waits for a concurrent refund first.
  await sql`select from customer_order where id = ${before.id} for update`.execute(tx.db)
  const { numAffectedRows } = await sql`
    update customer_order o set ${move.set}
    where o.id = ${before.id} and o.standing = any(${[...move.from]}) and ${move.guard ?? sql`true`}`.execute(tx.db)
  const after = await getOrder(tx, before.id)
  if (numAffectedRows === 0n) throw notMoved(after, move)
  await addEvent(tx, after.id, move.event)
  return after
}

function notMoved({ standing, disputeHold }: KnownOrder, { from }: Move) {
  if (!from.includes(standing)) return refuse('order_moved', { status: standing })
  return refuse(disputeHold ? 'order_disputed' : 'nothing_to_send')
}
