import { type RawBuilder, sql } from 'kysely'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { DataContext } from '#kernel/context.ts'
import type { Cents } from '#kernel/values/money.ts'
import type { Tier } from '#kernel/values/tiers.ts'
import { newId } from '#platform/values/ids.server.ts'
import { referenceOf } from '../contract.ts'
import type { OrderEvent } from '../standing.ts'

/** The content of `order_event.detail`; amounts in cents. */
export type StoredDetail = {
  carrier?: string
  trackingNumber?: string
  amountCents?: Cents
  credits?: Partial<Record<Tier, number>>
  entriesRemoved?: number
  state?: string
}

export type NewEvent = {
  kind: OrderEvent
  detail?: StoredDetail
  note?: string | null
  /** True for free text. It may name users who can leave, so the permanent audit log omits it. */
  isFreeText?: boolean
  /** True for a change that the audit log keeps even when the buyer made it. */
  isAudited?: boolean
  /** True for what the shop itself finds: the event names no actor, and the audit log does not have it. */
  isOfShop?: boolean
  /** The past of a demo shop. */
  at?: Date
  actorId?: string | null
}

/** Actions whose wording in the audit log differs from the time line. */
const ACTIONS: Partial<Record<OrderEvent, string>> = {
  note: 'noted',
  tracking: 'corrected the tracking',
  address: 'changed the address',
}

/**
 * The one insert into the time line of orders, for a statement that writes the order or its lines besides.
 * @param source an order's id, or a query's part with the id as `order_id`: an event for each of its rows.
 */
export function insertEvent(ctx: DataContext, event: NewEvent, source: string | { from: string }): RawBuilder<unknown> {
  const { kind, detail = {}, note = null, at = ctx.now() } = event
  const actorId = event.actorId ?? (event.isOfShop ? null : (ctx.actor?.userId ?? null))
  const isOne = typeof source === 'string'
  return sql`
    insert into order_event (id, order_id, kind, note, detail, actor_id, at)
    select ${newId()}::uuid, ${isOne ? sql`${source}::uuid` : sql.ref('order_id')}, ${kind}::text, ${note}::text,
      ${JSON.stringify(detail)}::jsonb, ${actorId}::uuid, ${at}::timestamptz ${isOne ? sql`` : sql`from ${sql.table(source.from)}`}`
}

/** Adds an event to the order's time line. The actor is the caller, or the shop itself in jobs. */
export async function addEvent(ctx: DataContext, orderId: string, event: NewEvent): Promise<void> {
  await insertEvent(ctx, event, orderId).execute(ctx.db)
  await auditEvent(ctx, orderId, event)
}

/** Writes an inserted event to the audit log, where a member of staff acted or the change asks for it. */
export async function auditEvent(ctx: DataContext, orderId: string, event: NewEvent): Promise<void> {
  if (event.isOfShop || !(ctx.actor?.role || event.isAudited)) return
  const { kind, detail, note, isFreeText } = event
  const order = await ctx.db
    .selectFrom('customer_order')
    .select(['prefix', 'number'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  await writeAuditLog(ctx, {
    action: ACTIONS[kind] ?? kind.replaceAll('_', ' '),
    subject: { type: 'order', id: orderId, label: referenceOf(order) },
    ...(detail && { after: detail }),
    reason: isFreeText ? null : note,
  })
}
