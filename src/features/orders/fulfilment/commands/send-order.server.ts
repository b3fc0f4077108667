import { sql } from 'kysely'
import type { Context, TransactionContext } from '#kernel/context.ts'
import { tellStaff } from '#kernel/realtime-topics.server.ts'
import { trackingNumberOf } from '#kernel/shipping/parcels/parcel-number.ts'
import { transact } from '#kernel/transaction.server.ts'
import { Refusal, refusals } from '#platform/errors.ts'
import { stepOrder } from '../../order/commands/move-order.server.ts'
import { addEvent } from '../../order/commands/order-events.server.ts'
import { MOVE_ERRORS } from '../../order/contract.ts'
import {
  deliveredEmail,
  notifyBuyer,
  type OrderEmail,
  shippedEmail,
  trackingEmail,
} from '../../order/order-emails.server.ts'
import { shownState } from '../../order/standing.ts'
import { findStoredOrder, type KnownOrder, tellOfOrder } from '../../order/stored-order.server.ts'
import type { ShipBody } from '../contract.ts'

const refuse = refusals(MOVE_ERRORS)

/** Runs a step in its own transaction with its e-mail to the buyer. Open screens refetch afterwards. */
async function step(
  ctx: Context,
  move: (tx: TransactionContext) => Promise<KnownOrder>,
  email?: (tx: TransactionContext, order: KnownOrder) => OrderEmail,
): Promise<void> {
  await transact(ctx, async tx => {
    const order = await move(tx)
    if (email) await notifyBuyer(tx, order, email(tx, order))
    tx.onCommit(ctx => tellOfOrder(ctx, order))
  })
}

/** Marks the order packed. @throws order_not_found, order_moved, order_disputed, nothing_to_send. */
export const packOrder = (ctx: Context, id: string): Promise<void> => step(ctx, tx => stepOrder(tx, id, 'pack'))

/** Reverts packing. @throws as packOrder. */
export const unpackOrder = (ctx: Context, id: string): Promise<void> => step(ctx, tx => stepOrder(tx, id, 'unpack'))

/**
 * Marks the order shipped, packed before or not. For a shipped order, carrier and number are corrected. The buyer is told in both cases.
 * @throws as packOrder; address_missing.
 */
export async function shipOrder(ctx: Context, id: string, body: ShipBody): Promise<void> {
  const order = await findStoredOrder(ctx, id)
  if (order && ['shipped', 'delivered'].includes(order.standing)) return correctTracking(ctx, order, body)
  await shipUnsent(ctx, id, order, body)
}

/** Marks an order shipped that is not; one that is already is refused. @throws as packOrder; address_missing. */
export async function shipUnsent(
  ctx: Context,
  id: string,
  order: Pick<KnownOrder, 'mode' | 'shipTo'> | undefined,
  body: ShipBody,
): Promise<void> {
  if (order?.mode === 'payment' && !order.shipTo) throw refuse('address_missing')
  const { set, detail } = parcel(body)
  await step(ctx, tx => stepOrder(tx, id, 'ship', { set, event: { detail } }), shippedEmail)
}

async function correctTracking(ctx: Context, order: KnownOrder, body: ShipBody): Promise<void> {
  const { set, detail } = parcel(body)
  if (order.carrier === detail.carrier && order.trackingNumber === (detail.trackingNumber ?? null)) return
  await step(ctx, tx => stepOrder(tx, order.id, 'correct_tracking', { set, event: { detail } }), trackingEmail)
}

function parcel({ carrier, trackingNumber }: ShipBody) {
  const number = trackingNumberOf(trackingNumber)
  const set = sql`carrier = ${carrier}, tracking_number = ${number}`
  return { set, detail: { carrier, ...(number && { trackingNumber: number }) } }
}

/** Marks the order delivered. @throws as packOrder. */
export const deliverOrder = (ctx: Context, id: string): Promise<void> =>
  step(ctx, tx => stepOrder(tx, id, 'deliver'), deliveredEmail)

/** Adds a note for staff. @throws order_not_found */
export async function addNote(ctx: Context, order: KnownOrder, note: string): Promise<void> {
  await addEvent(ctx, order.id, { kind: 'note', note, isFreeText: true })
  tellStaff(ctx, 'activity')
}

export type BulkResult = { id: string; ok: boolean; status: string | null; error: string | null }

/** Packs each order in its own transaction, so that one failure does not block the others. A repeated id is packed once. */
export async function packOrders(ctx: Context, ids: readonly string[]): Promise<BulkResult[]> {
  const results: BulkResult[] = []
  for (const id of new Set(ids)) {
    const error = await packOrder(ctx, id).then(
      () => null,
      refusal => {
        if (!(refusal instanceof Refusal)) throw refusal
        return refusal.message
      },
    )
    const order = await findStoredOrder(ctx, id)
    results.push({ id, ok: error === null, status: order ? shownState(order.standing) : null, error })
  }
  return results
}
