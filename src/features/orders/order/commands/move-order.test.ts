import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { few } from '#app/testing/suites/again.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { IS_MET } from '../order-actions.ts'
import {
  isStep,
  ORDER_GUARDS,
  ORDER_MOVES,
  ORDER_STATUSES,
  type OrderGuard,
  type OrderMove,
  type OrderStanding,
  STATE_COLUMNS,
  startsOf,
  transitionOf,
} from '../standing.ts'
import { readKnownOrder } from '../stored-order.server.ts'
import { moveOrder } from './move-order.server.ts'
import { GUARDS } from './order-guards.server.ts'

const shop = await testShop({ connections: 12 })
const buyer = await shop.addUser()
const TOTAL = 1000

type Columns = Record<string, unknown>
const at = new Date('2026-03-02T12:00:00Z')
const paid = { status: 'paid', paid_at: at }
const parcel = { carrier: 'UPS', tracking_number: '1Z000' }

/** Each state of an order as its columns; two are reached in several ways. */
const STATES: Record<string, { standing: OrderStanding; columns: Columns }> = {
  pending: { standing: 'pending', columns: {} },
  expired: { standing: 'expired', columns: { status: 'expired' } },
  failed: { standing: 'failed', columns: { status: 'failed' } },
  'cancelled unpaid': { standing: 'cancelled', columns: { status: 'cancelled' } },
  review: { standing: 'review', columns: { status: 'review' } },
  paid: { standing: 'paid', columns: paid },
  packed: { standing: 'packed', columns: { ...paid, fulfilment: 'packed' } },
  'paid, asked to cancel': { standing: 'paid', columns: { ...paid, cancel_asked_at: at } },
  'packed, asked to cancel': { standing: 'packed', columns: { ...paid, fulfilment: 'packed', cancel_asked_at: at } },
  shipped: { standing: 'shipped', columns: { ...paid, ...parcel, fulfilment: 'shipped' } },
  delivered: { standing: 'delivered', columns: { ...paid, ...parcel, fulfilment: 'delivered' } },
  'cancelled after its payment': { standing: 'cancelled', columns: { ...paid, cancelled_at: at } },
  ...Object.fromEntries(
    ['unfulfilled', 'packed', 'shipped', 'delivered'].map(fulfilment => [
      `refunded, ${fulfilment}`,
      { standing: 'refunded' as const, columns: { ...paid, ...parcel, fulfilment, refunded_cents: TOTAL } },
    ]),
  ),
}

/** Inserts an order in a state, past all moves. */
async function orderIn(tx: TransactionContext, columns: Columns, refunded = 0): Promise<string> {
  const id = newId()
  const money = { subtotal_cents: TOTAL, discount_cents: 0, fee_cents: 0, fee_client_cents: 0, fee_platform_cents: 0 }
  await tx.db
    .insertInto('customer_order')
    .values({
      ...{ id, user_id: buyer.userId, mode: 'payment', email: buyer.email, ship_to: '{"state":"UT"}', ...money },
      ...{ shipping_cents: 0, tax_cents: 0, total_cents: TOTAL, payment_method: 'stripe' },
      ...{ created_at: at, expires_at: at, next_reconcile_at: at },
      ...columns,
    })
    .execute()
  await tx.db
    .insertInto('order_line')
    .values({
      ...{
        order_id: id,
        position: 0,
        product_id: newId(),
        variant_id: newId(),
        name: 'Canteen',
        options: '{}',
        refunded,
      },
      ...{ tier: 'Silver', entries: 0, list_cents: 500, unit_cents: 500, quantity: 2 },
    })
    .execute()
  return id
}

const stateOf = async (tx: TransactionContext, id: string) => ({
  ...(await tx.db.selectFrom('customer_order').select(STATE_COLUMNS).where('id', '=', id).executeTakeFirstOrThrow()),
  events: (await tx.db.selectFrom('order_event').select('kind').where('order_id', '=', id).execute()).map(
    ({ kind }) => kind,
  ),
})

class Undo extends Error {}
/** Runs in a transaction that is rolled back. */
async function undone<T>(act: (tx: TransactionContext) => Promise<T>): Promise<T> {
  let result: T
  await transact(shop.system, async tx => {
    result = await act(tx)
    throw new Undo()
  }).catch(error => {
    if (!(error instanceof Undo)) throw error
  })
  return result!
}

const BLOCK = { dispute_hold: 'open', refunds_blocked: true } as const
const writesOf = (move: OrderMove): Partial<Record<string, string>> => transitionOf(move).writes ?? {}

/** The cents of a refund in a state: none, a part, and all. The database refuses others. */
function centsOf(move: OrderMove, { refunded_cents = 0 }: Columns): number[] {
  const { refunded_cents: how } = writesOf(move)
  if (!how) return [0]
  const most = how === 'plus' ? TOTAL - Number(refunded_cents) : Number(refunded_cents)
  return [0, 100, TOTAL].filter(cents => cents <= most)
}

const tryMove = (tx: TransactionContext, id: string, move: OrderMove, cents = 0) =>
  moveOrder(tx, id, move, {
    ...{ cents, block: BLOCK },
    ...((move === 'ship' || Object.keys(writesOf(move)).length === 0) && { set: sql`carrier = 'UPS'` }),
  })

const inTable = ORDER_MOVES.flatMap(move =>
  ORDER_STATUSES.flatMap(from =>
    ORDER_STATUSES.filter(to => isStep(move, from, to)).map(to => `${move}: ${from} → ${to}`),
  ),
)

describe('the table of transitions', () => {
  it.each(ORDER_MOVES)('%s moves an order of each of its states, and no other [B-11.61]', async move => {
    const seen = new Set<string>()
    for (const [name, { standing, columns }] of Object.entries(STATES)) {
      const guards = transitionOf(move).guards ?? []
      const isPaid = columns.status === 'paid'
      const starts =
        startsOf(move).includes(standing) &&
        !(guards.includes('never_paid') && isPaid) &&
        !(guards.includes('was_paid') && !isPaid) &&
        !(guards.includes('asked') && !columns.cancel_asked_at) &&
        !(guards.includes('not_asked') && columns.cancel_asked_at)
      for (const cents of centsOf(move, columns)) {
        await undone(async tx => {
          const id = await orderIn(tx, columns)
          const before = await stateOf(tx, id)
          const moved = await tryMove(tx, id, move, cents)
          expect(moved.before, name).toBe(standing)
          const { event } = transitionOf(move)
          if (!starts) {
            expect(moved.after, name).toBeNull()
            expect(await stateOf(tx, id), name).toEqual(before)
            return
          }
          expect(moved.unmet, name).toEqual([])
          expect((await readKnownOrder(tx, id)).standing, name).toBe(moved.after)
          expect((await stateOf(tx, id)).events, name).toEqual(event ? [event] : [])
          seen.add(`${move}: ${moved.before} → ${moved.after}`)
        })
      }
    }
    expect([...seen].sort()).toEqual(inTable.filter(step => step.startsWith(`${move}:`)).sort())
  })

  it('has every state, and each but the first is reached', () => {
    const reached = new Set(inTable.map(step => step.split(' → ')[1]))
    expect(ORDER_STATUSES.filter(state => !reached.has(state))).toEqual([])
    expect(Object.values(STATES).map(({ standing }) => standing)).toEqual(expect.arrayContaining([...ORDER_STATUSES]))
  })
})

/** What takes a guard from an order of a state that fits its move. */
const BREAKS: Record<OrderGuard, { columns: Columns; refunded?: number }> = {
  never_paid: { columns: STATES['cancelled after its payment']!.columns },
  was_paid: { columns: STATES['cancelled unpaid']!.columns },
  has_page: { columns: { status: 'expired', payment_method: 'none' } },
  payment_kept: { columns: { payment_intent_id: 'pi_goes_back' } },
  of_goods: { columns: { mode: 'subscription', interval: 'month' } },
  has_goods: { columns: {}, refunded: 2 },
  has_address: { columns: { ship_to: null } },
  has_rest: { columns: { refunded_cents: TOTAL }, refunded: 2 },
  not_disputed: { columns: { dispute_hold: 'open' } },
  refunds_open: { columns: { refunds_blocked: true } },
  asked: { columns: { cancel_asked_at: null } },
  not_asked: { columns: { cancel_asked_at: at } },
}
const CHANGES_STATE: readonly OrderGuard[] = ['never_paid', 'was_paid', 'has_page', 'has_rest']

describe('the guards of the table', () => {
  it.each(ORDER_MOVES.flatMap(move => (transitionOf(move).guards ?? []).map(guard => [move, guard] as const)))(
    '%s is refused by %s alone, and writes nothing [B-11.61]',
    async (move, guard) => {
      const { columns, refunded = 0 } = BREAKS[guard]
      const start = Object.values(STATES).find(({ standing }) => standing === startsOf(move)[0])!
      await undone(async tx => {
        const fits = { ...start.columns, ...columns }
        const id = await orderIn(tx, CHANGES_STATE.includes(guard) && columns.status ? columns : fits, refunded)
        const before = await stateOf(tx, id)
        const moved = await tryMove(tx, id, move)
        expect(moved.after).toBeNull()
        expect(moved.unmet).toEqual([guard])
        expect(await stateOf(tx, id)).toEqual(before)
      })
    },
  )

  it('hold in the database as for the buttons of staff', async () => {
    const changes = [{ columns: {} }, ...Object.values(BREAKS)]
    let falls = 0
    for (const { columns } of Object.values(STATES)) {
      for (const change of changes) {
        if ('status' in change.columns || ('refunded_cents' in change.columns && columns.status !== 'paid')) continue
        await undone(async tx => {
          const id = await orderIn(tx, { ...columns, ...change.columns }, 'refunded' in change ? change.refunded : 0)
          const asked = ORDER_GUARDS.map(guard => sql`${GUARDS[guard]} as ${sql.ref(guard)}`)
          const { rows } = await sql`select ${sql.join(asked)} from customer_order o where o.id = ${id}`.execute(tx.db)
          const order = await readKnownOrder(tx, id)
          const shown = Object.fromEntries(ORDER_GUARDS.map(guard => [guard, IS_MET[guard](order)]))
          expect(rows[0]).toEqual(shown)
          falls += Object.values(shown).filter(holds => !holds).length
        })
      }
    }
    expect(falls).toBeGreaterThan(100)
  })
})

describe('concurrent moves of an order', () => {
  it('one of 24 ends a pending order, and the others learn how it ended [B-11.61]', async () => {
    for (let round = 0; round < few(4, 12); round++) {
      const id = await transact(shop.system, tx => orderIn(tx, {}))
      const ends = (['expire', 'fail', 'cancel_unpaid'] as const).flatMap(move => Array.from({ length: 8 }, () => move))
      const moved = await Promise.all(ends.map(move => transact(shop.system, tx => moveOrder(tx, id, move))))
      const won = moved.filter(({ after }) => after)
      expect(won.map(({ before }) => before)).toEqual(['pending'])
      const { events, status } = await transact(shop.system, tx => stateOf(tx, id))
      expect(events).toEqual([status])
      expect(won[0]!.after).toBe(status)
      const others = moved.filter(({ after }) => !after).map(({ before }) => before)
      expect(others).toEqual(Array.from({ length: 23 }, () => status))
    }
  })
})
