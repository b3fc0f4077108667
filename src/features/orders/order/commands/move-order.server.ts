import { type RawBuilder, sql } from 'kysely'
import type { TransactionContext } from '#kernel/context.ts'
import type { Cents } from '#kernel/values/money.ts'
import { refusals } from '#platform/errors.ts'
import { MOVE_ERRORS, ORDER_ERRORS } from '../contract.ts'
import {
  type DisputeBlock,
  isStep,
  type OrderGuard,
  type OrderMove,
  type OrderStanding,
  shownState,
  startsOf,
  transitionOf,
} from '../standing.ts'
import { type KnownOrder, readKnownOrder } from '../stored-order.server.ts'
import { auditEvent, insertEvent, type NewEvent } from './order-events.server.ts'
import { GUARDS, READS_LINES } from './order-guards.server.ts'

const refuse = refusals({ ...ORDER_ERRORS, ...MOVE_ERRORS })

/** What a move has of its own beside its row in the table. */
type Of = {
  /** Further columns of `customer_order o`, none of its state. */
  set?: RawBuilder<unknown> | undefined
  /** Cents of a refund. */
  cents?: Cents
  block?: { dispute_hold: DisputeBlock | null; refunds_blocked: boolean }
  /** A condition of this call on `customer_order o`, beside the guards of the table. */
  condition?: RawBuilder<unknown>
  /** What the event says beside its kind. */
  event?: Omit<NewEvent, 'kind' | 'isOfShop'>
  /** The event of a move whose row has none. */
  note?: string
}

/** `after` is null when nothing moved: `before` and `unmet` say why. `before` is null without such an order. */
export type Moved = { before: OrderStanding | null; after: OrderStanding | null; unmet: (OrderGuard | 'condition')[] }

/**
 * Moves an order by a row of the table of transitions, with its event: the one write of an order's state, one statement. It locks the
 * order and carries its own guard, so the second of two concurrent callers learns where the first has moved it. A caller whose guard reads
 * lines has locked the order before.
 * @throws Error, which rolls back, for a step that the table does not have.
 */
export async function moveOrder(tx: TransactionContext, id: string, move: OrderMove, of: Of = {}): Promise<Moved> {
  const event = eventOf(move, of)
  const written = [...writesOf(tx, move, of), ...(of.set ? [of.set] : [])]
  const { rows } = await sql<Moved>`
    with locked as (
      select o.id, o.standing, ${unmetOf(move, of)} as unmet from customer_order o where o.id = ${id} for update
    ), moved as (
      update customer_order o set ${sql.join(written)} from locked
      where o.id = locked.id and locked.standing in (${literals(startsOf(move))}) and locked.unmet = '{}'
      returning o.id as order_id, o.standing
    )${event ? sql`, event as (${insertEvent(tx, event, { from: 'moved' })})` : sql``}
    select locked.standing as before, moved.standing as after, locked.unmet
    from locked left join moved on true`.execute(tx.db)
  const moved = rows[0] ?? { before: null, after: null, unmet: [] }
  const { before, after } = moved
  if (!before || !after) return moved
  if (!isStep(move, before, after)) throw new Error(`No ${move} leads from ${before} to ${after}.`)
  if (event) await auditEvent(tx, id, event)
  return moved
}

const literals = (values: readonly string[]) => sql.join(values.map(value => sql.lit(value)))

/** The guards that do not hold; of a null one it is not known. */
function unmetOf(move: OrderMove, { condition }: Of): RawBuilder<unknown> {
  const guards = (transitionOf(move).guards ?? []).map(name => ({ name, holds: GUARDS[name] }))
  const all = [...guards, ...(condition ? [{ name: 'condition', holds: condition }] : [])]
  if (all.length === 0) return sql`'{}'::text[]`
  const names = all.map(({ name, holds }) => sql`case when ${holds} then null else ${sql.lit(name)} end`)
  return sql`array_remove(array[${sql.join(names)}], null)`
}

/** The columns of the state, as the table says. */
function writesOf(tx: TransactionContext, move: OrderMove, { cents, block, event }: Of): RawBuilder<unknown>[] {
  const at = event?.at ?? tx.now()
  return Object.entries(transitionOf(move).writes ?? {}).map(([column, value]) => {
    const name = sql.ref(column)
    if (value === 'now') return sql`${name} = ${at}`
    if (value === 'none') return sql`${name} = null`
    if (value === 'given') return sql`${name} = ${block![column as keyof typeof block & string]}`
    if (value === 'plus') return sql`${name} = o.${name} + ${cents}`
    return value === 'less' ? sql`${name} = o.${name} - ${cents}` : sql`${name} = ${sql.lit(value)}`
  })
}

function eventOf(move: OrderMove, { event, note }: Of): NewEvent | undefined {
  const { event: kind, isOfShop = false } = transitionOf(move)
  if (kind) return { ...event, kind, isOfShop }
  return note === undefined ? undefined : { kind: 'note', note }
}

/** A move that only another caller can be in the way of, because this one has locked and checked the order. */
export async function requireMove(tx: TransactionContext, id: string, move: OrderMove, of: Of = {}): Promise<void> {
  const { before, after, unmet } = await moveOrder(tx, id, move, of)
  if (!after)
    throw new Error(`${move} did not move order ${id}: it is ${before}, without ${unmet.join(', ') || 'a step'}.`)
}

/**
 * Moves an order one step by a person.
 * @returns the order afterwards.
 * @throws order_not_found; order_moved with `status`; cancel_asked, order_disputed or nothing_to_send when the status fits but nothing can be
 * sent.
 */
export async function stepOrder(tx: TransactionContext, id: string, move: OrderMove, of: Of = {}): Promise<KnownOrder> {
  const { id: orderId } = await readKnownOrder(tx, id)
  const readsLines = transitionOf(move).guards?.some(guard => READS_LINES.has(guard))
  if (readsLines) await sql`select from customer_order where id = ${orderId} for update`.execute(tx.db)
  const { before, after, unmet } = await moveOrder(tx, orderId, move, of)
  const order = await readKnownOrder(tx, orderId)
  if (after) return order
  if (!startsOf(move).includes(before!)) throw refuse('order_moved', { status: shownState(order.standing) })
  if (unmet.includes('not_asked')) throw refuse('cancel_asked')
  throw refuse(order.disputeBlock ? 'order_disputed' : 'nothing_to_send')
}
