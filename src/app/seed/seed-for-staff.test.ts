import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { reconcilePayments } from '#features/reconciliation/commands/reconcile-payments.server.ts'
import { readBalance } from '#features/reconciliation/queries/balance.server.ts'
import { seedDemo } from './seed-demo.server.ts'

const shop = await testShop()
const { db } = shop.services
await seedDemo(shop.system)

describe('the desk of the demo', () => {
  it('the demo desk has tickets and inquiries in every state, one of them overdue, and users who can get an SMS', async () => {
    const tickets = await db.selectFrom('support_ticket').select(['status', 'answer_due_at']).execute()
    expect(new Set(tickets.map(({ status }) => status))).toEqual(
      new Set(['open', 'in-progress', 'closed', 'new', 'reviewed']),
    )
    expect(tickets.filter(({ answer_due_at: due }) => due && due < shop.system.now())).toHaveLength(1)
    expect(await db.selectFrom('users').select('id').where('sms_consent', '=', true).execute()).toHaveLength(4)
    expect(await db.selectFrom('consent_record').select('user_id').where('channel', '=', 'sms').execute()).toHaveLength(
      4,
    )
  })
})

describe('paid orders of the demo', () => {
  it('demo orders come in every state that staff meet, each with its steps in order', async () => {
    const { rows } = await sql<{ standing: string; count: number }>`
      select standing, count(*) from customer_order group by 1`.execute(db)
    const count = Object.fromEntries(rows.map(row => [row.standing, row.count]))
    expect(count).toMatchObject({ paid: 3, packed: 1 })
    for (const standing of ['shipped', 'delivered', 'refunded']) expect(count[standing]).toBeGreaterThan(0)
    const { rows: wrong } = await sql`
      select o.number, steps from customer_order o, lateral (
        select array_agg(kind order by at) as steps, max(at) as last from order_event e where e.order_id = o.id
          and kind in ('packed', 'shipped', 'delivered')) e
      where last > ${shop.clock.now()} or coalesce(steps, '{}') <> case fulfilment
        when 'unfulfilled' then '{}'::text[] when 'packed' then '{packed}' when 'shipped' then '{packed,shipped}'
        else '{packed,shipped,delivered}' end
      or (fulfilment in ('shipped', 'delivered')) <> (tracking_number is not null)`.execute(db)
    expect(wrong).toEqual([])
    const owed = await db.selectFrom('order_line').select('quantity').where('backordered', '>', 0).execute()
    expect(owed).toHaveLength(1)
  })

  it('demo orders were refunded whole and in part, to the cent and with the credits, and once refused by the bank', async () => {
    const refunds = await db.selectFrom('refund').selectAll().execute()
    expect(refunds.filter(({ status }) => status === 'failed')).toHaveLength(1)
    expect(refunds.length).toBeGreaterThanOrEqual(3)
    const { rows } = await sql`
      select o.number from customer_order o
        left join (select order_id, sum(amount_cents) as back from refund group by 1) r on r.order_id = o.id
        left join (select order_id, sum(refunded) as pieces from order_line group by 1) l on l.order_id = o.id
        left join (select order_id, sum(quantity) as pieces from refund_line group by 1) p on p.order_id = o.id
      where o.refunded_cents <> coalesce(back, 0) or coalesce(l.pieces, 0) <> coalesce(p.pieces, 0)
      union all
      select o.number from refund r join customer_order o on o.id = r.order_id
      where r.credits_taken <> coalesce((
        select jsonb_object_agg(tier, amount) from credit_transfer t
        where t.source_type = 'refund' and t.source_id = r.id::text and t.kind = 'reversed'), '{}')`.execute(db)
    expect(rows).toEqual([])
  })

  // Runs last because it moves the clock; reconciliation skips recent payments.
  it('agree with what the payment provider has', async () => {
    shop.clock.advance(24 * 3600_000)
    expect(await reconcilePayments(shop.system)).toEqual({ outcome: 'done', found: 0, gone: 0 })
    const whole = { from: new Date(0), to: shop.clock.now() }
    expect(await readBalance(shop.system, whole)).toMatchObject({
      difference: 0,
      refunds: { difference: 0 },
      causes: [],
    })
  })
})

describe('reviews of the demo', () => {
  it('belong to delivered orders of their writers, some wait, and the sums equal the rows [B-14.6]', async () => {
    const { rows } = await sql<{ n: number; waiting: number; unverified: number }>`
      select count(*) n, count(*) filter (where r.status = 'pending') waiting, count(*) filter (where not exists (
        select from customer_order o join order_line l on l.order_id = o.id where o.id = r.order_id
        and o.user_id = r.user_id and o.fulfilment = 'delivered' and l.product_id = r.product_id)) unverified
      from product_review r`.execute(db)
    expect(rows[0]).toMatchObject({ waiting: 3, unverified: 0 })
    expect(rows[0]!.n).toBeGreaterThan(50)
    const sums = await sql`
      select p.slug from product p where (p.rating_count, p.rating_total) <> (
        select count(*), coalesce(sum(rating), 0) from product_review r where r.product_id = p.id and status = 'published')`.execute(
      db,
    )
    expect(sums.rows).toEqual([])
    const { json } = await shop.call('/api/products/star-fort-t-shirt/reviews')
    expect(json.total).toBeGreaterThan(2)
  })
})
