import { formatBundle } from '@redoubt/draw/bundle.ts'
import { verifyBundle } from '@redoubt/draw/verify.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { openTestShop, testShop } from '#app/testing/shop.ts'
import { ListQuery } from '#features/catalog/products/contract.ts'
import { listProducts } from '#features/catalog/queries/list-products.server.ts'
import { auditCredits, listCreditHistory, readCreditBalances } from '#features/credits/queries.server.ts'
import { readBundle } from '#features/draws/queries/bundle.server.ts'
import { listGiveaways } from '#features/giveaways/catalogue/queries/giveaways.server.ts'
import { auditEntries } from '#features/giveaways/entries/queries/entries.server.ts'
import { freezeDateOf } from '#features/giveaways/giveaway/rules.ts'
import { shopZoneAt } from '#kernel/values/clock/shop-clock.ts'
import { newId } from '#platform/values/ids.server.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.ts'
import { seedDemo } from './seed-demo.server.ts'

const shop = await testShop()
const { db } = shop.services
/** Starts four processes of a shop concurrently; the number that seeded. */
let seeded: number

beforeAll(async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => seedDemo(shop.system)))
  seeded = answers.filter(Boolean).length
})

const userOf = (email: string) =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
/** An owner without entries. */
const admin = {
  actor: { userId: newId(), email: '', name: '', isAdmin: true, role: 'owner' as const, isSubscriber: false },
}
const ownerView = () => ({ ...shop.system, ...admin })

/** Every table with its row count and the sum of its rows' hashes. */
async function fingerprint() {
  const tables = ['users', 'credential', 'product', 'product_variant', 'customer_order', 'order_line', 'giveaway']
  tables.push('giveaway_entry', 'draw', 'credit_account', 'credit_transfer', 'membership', 'product_review', 'picture')
  const rows = tables.map(async table => {
    const { rows } = await sql`select count(*), sum(hashtext(t::text)) from ${sql.table(table)} t`.execute(db)
    return [table, rows[0]]
  })
  return Object.fromEntries(await Promise.all(rows))
}

describe('the demo', () => {
  it('is seeded once by four processes that start at once', async () => {
    expect(seeded).toBe(1)
    expect(await db.selectFrom('users').select('email').execute()).toHaveLength(63)
  })

  it('changes nothing when it is asked again', async () => {
    const before = await fingerprint()
    expect(await seedDemo(shop.system)).toBe(false)
    expect(await fingerprint()).toEqual(before)
  })

  it('starts over cleanly after an interrupted run', { tags: 'again' }, async () => {
    const other = await openTestShop()
    const full = { ...other.services.storage, put: () => Promise.reject(new Error('The disk is full.')) }
    await expect(seedDemo({ ...other.system, storage: full })).rejects.toThrow('The disk is full.')
    expect(await other.services.db.selectFrom('users').select('id').execute()).toEqual([])
    expect(await seedDemo(other.system)).toBe(true)
    expect(await auditCredits(other.system)).toEqual([])
    await other.close()
  })

  it('leaves a shop alone that has customers but no products', async () => {
    const other = await openTestShop()
    await other.addUser()
    expect(await seedDemo(other.system)).toBe(false)
    await other.close()
  })
})

describe('users of the demo', () => {
  it('sign in with the password that is printed at start', async () => {
    for (const { email } of DEMO_ACCOUNTS) {
      const { status, json } = await shop.call('/api/auth/login', { json: { email, password: DEMO_PASSWORD } })
      expect(status).toBe(200)
      expect(json).toMatchObject({ success: true, user: { email } })
    }
  })

  it('demo users are staff, shopper and member, all with a complete address', async () => {
    expect(await userOf('admin@redoubt.test')).toMatchObject({ role: 'owner', email_verified: true })
    expect(await userOf('shopper@redoubt.test')).toMatchObject({ role: 'user', email_verified: true })
    const addresses = await db.selectFrom('shipping_address').select('user_id').execute()
    expect(addresses).toHaveLength(63)
    const { rows } = await sql`select is_subscriber(id) from users where email = 'premium@redoubt.test'`.execute(db)
    expect(rows).toEqual([{ is_subscriber: true }])
  })

  it('has members whose paid period is still running', async () => {
    const members = await db.selectFrom('membership').selectAll().where('status', '=', 'active').execute()
    expect(members).toHaveLength(16)
    for (const { started_at, current_period_ends_at } of members) {
      expect(started_at < shop.clock.now() && current_period_ends_at > shop.clock.now()).toBe(true)
    }
    expect(new Set(members.map(({ plan }) => plan))).toEqual(new Set(['monthly', 'yearly']))
  })

  it.each(['shopper@redoubt.test', 'premium@redoubt.test'])(
    'gives %s a past and credits of every tier',
    async email => {
      const { id } = await userOf(email)
      const { bronzeCredits, silverCredits, goldCredits, platinumCredits } = await readCreditBalances(shop.system, id)
      expect(bronzeCredits).toBeGreaterThanOrEqual(6)
      expect(silverCredits).toBeGreaterThanOrEqual(5)
      expect(goldCredits).toBeGreaterThanOrEqual(4)
      expect(platinumCredits).toBeGreaterThanOrEqual(3)
      const orders = db.selectFrom('customer_order').select('id').where('user_id', '=', id).where('status', '=', 'paid')
      expect((await orders.execute()).length).toBeGreaterThanOrEqual(3)
      const entries = await db.selectFrom('giveaway_entry').select('id').where('user_id', '=', id).execute()
      expect(entries.length).toBeGreaterThanOrEqual(3)
    },
  )
})

describe('the store of the demo', () => {
  it('has products of every tier and kind, in stock and sold out', async () => {
    const all = await listProducts(shop.system, ListQuery.parse({ limit: 100 }))
    expect(all.total).toBeGreaterThanOrEqual(24)
    for (const { count } of all.facets.tier) expect(count).toBeGreaterThanOrEqual(4)
    expect(all.products.some(product => !product.inStock)).toBe(true)
    expect(all.products.some(product => product.isSubscription)).toBe(true)
    expect(all.products.some(product => product.variants.length > 5)).toBe(true)
    expect(all.products.find(({ slug }) => slug === 'star-fort-sticker')).toMatchObject({
      price: 20,
      salesPrice: 15,
      tier: 'Bronze',
      entries: 1,
    })
    expect(all.products.find(({ slug }) => slug === 'garrison-wristband')).toMatchObject({
      price: 40,
      salesPrice: null,
      tier: 'Silver',
      entries: 2,
    })
  })

  it('has every picture that anything refers to, in every width', async () => {
    const { rows } = await sql<{ key: string }>`
      select key from picture union select substr(unnest(images), 4) from giveaway
      union select picture_key from product_image
      union select substr(image, length('/files/') + 1) from order_line`.execute(db)
    const files = rows.flatMap(({ key }) => [320, 640, 1200].map(width => `${key}-${width}`))
    const found = await Promise.all(
      files.flatMap(file => ['avif', 'webp'].map(ending => shop.services.storage.get(`${file}.${ending}`))),
    )
    expect(found.length).toBeGreaterThan(200)
    expect(found.filter(file => !file?.body.length)).toEqual([])
  })
})

describe('the orders of the demo', () => {
  it('demo orders are 200 over the year, in the order of their numbers, most of them paid', async () => {
    const orders = await db.selectFrom('customer_order').selectAll().orderBy('number').execute()
    expect(orders).toHaveLength(200)
    expect(orders).toEqual(orders.toSorted((a, b) => +a.created_at - +b.created_at))
    const counts = Map.groupBy(orders, ({ status }) => status)
    expect(counts.get('paid')!.length).toBeGreaterThan(150)
    expect(new Set(counts.keys())).toEqual(new Set(['paid', 'cancelled', 'expired']))
    const year = 365 * 24 * 3600 * 1000
    expect(+shop.clock.now() - +orders[0]!.created_at).toBeLessThan(year + 24 * 3600 * 1000)
  })

  it('add up: lines to subtotal, fee rounded up to a dollar and split, tax to the cent', async () => {
    const { rows } = await sql`
      select o.number from customer_order o join (
        select order_id, sum(unit_cents * quantity) as lines from order_line group by 1
      ) l on l.order_id = o.id
      where l.lines <> o.subtotal_cents or o.fee_cents <> ceil(o.subtotal_cents * 0.05 / 100) * 100
        or o.fee_client_cents <> round(o.fee_cents * 0.7) or o.tax_cents <> round(o.subtotal_cents * 0.0825)
        or o.total_cents <> o.subtotal_cents + o.fee_cents + o.tax_cents`.execute(db)
    expect(rows).toEqual([])
  })

  it('demo orders have the times of each step', async () => {
    const { rows } = await sql`
      select o.number from customer_order o where not exists (
        select from order_event e where e.order_id = o.id and e.kind = 'placed' and e.at = o.created_at)
      or (select (array_agg(kind order by at))[:2] from order_event e where e.order_id = o.id) <> array['placed', o.status]`.execute(
      db,
    )
    expect(rows).toEqual([])
  })

  it('earned exactly what their goods earn, if they were paid', async () => {
    const { rows } = await sql`
      with due as (
        select o.id::text as id, l.tier, sum(l.entries * l.quantity)::int as amount from customer_order o
        join order_line l on l.order_id = o.id where o.status = 'paid' and l.entries > 0 group by 1, 2
      ), earned as (
        select source_id as id, tier, amount from credit_transfer where kind = 'earned' and source_type = 'order'
      )
      select * from due full join earned using (id, tier) where due.amount is distinct from earned.amount`.execute(db)
    expect(rows).toEqual([])
  })
})

describe('the giveaways of the demo', () => {
  it('demo giveaways come in every state that a shopper can meet [B-9.23]', async () => {
    const [open, past] = await Promise.all([
      listGiveaways(ownerView(), { past: 'false', limit: 100 }),
      listGiveaways(ownerView(), { past: 'true', limit: 100 }),
    ])
    const all = [...open.giveaways, ...past.giveaways]
    expect(all.length).toBeGreaterThanOrEqual(8)
    expect(new Set(all.map(({ state }) => state))).toEqual(
      new Set(['upcoming', 'early-access', 'open', 'sold-out', 'closed', 'drawn']),
    )
    expect(all.some(giveaway => giveaway.subscriptionVisibilityOnly)).toBe(true)
    expect(all.some(giveaway => giveaway.availableSlots > 0 && giveaway.availableSlots < 5)).toBe(true)
    expect(all).toContainEqual(
      expect.objectContaining({ tier: 'Bronze', totalSlots: 100, value: 850, state: 'open', availableSlots: 66 }),
    )
  })

  it('demo giveaways were frozen on their date and drawn by the round after it, and each draw can be checked', async () => {
    const draws = await db
      .selectFrom('draw as d')
      .innerJoin('draw_freeze as f', 'f.giveaway_id', 'd.giveaway_id')
      .innerJoin('giveaway as g', 'g.id', 'd.giveaway_id')
      .innerJoin('giveaway_entry as e', 'e.id', 'd.winner_entry_id')
      .select(['d.giveaway_id', 'd.winner_slot', 'd.drawn_at', 'f.slip', 'f.frozen_at', 'f.draws_at'])
      .select(['g.closed_at', 'e.slot_number'])
      .execute()
    expect(draws).toHaveLength(2)
    for (const draw of draws) {
      expect(draw.frozen_at).toEqual(
        freezeDateOf(draw.closed_at!, shop.system.settings.mailInHours, shopZoneAt(draw.closed_at!)),
      )
      expect(draw).toMatchObject({ slip: 0, drawn_at: draw.draws_at, slot_number: draw.winner_slot })
      const verdict = verifyBundle(formatBundle(await readBundle(shop.system, draw.giveaway_id)))
      expect(verdict).toMatchObject({ ok: true, winner: draw.winner_slot })
    }
  })

  it('demo giveaways keep their limits, and have no entry before their opening', async () => {
    const { rows } = await sql`
      select e.id from giveaway_entry e join giveaway g on g.id = e.giveaway_id join users u on u.id = e.user_id
      left join membership m on m.user_id = u.id and m.started_at <= e.created_at
      where e.slot_number > g.total_slots or e.created_at >= coalesce(g.closed_at, 'infinity')
        or e.created_at < case when m.id is null then g.starts_at else g.early_access_at end
        or (g.subscription_visibility_only and m.id is null)
      union all
      select p.giveaway_id from giveaway_participant p join giveaway g on g.id = p.giveaway_id
      where p.entry_count > g.entry_limit or p.entry_count <> (
        select count(*) from giveaway_entry e where e.giveaway_id = p.giveaway_id and e.user_id = p.user_id)`.execute(
      db,
    )
    expect(rows).toEqual([])
  })
})

describe('the books of the demo', () => {
  it('audit clean, and each entry cost one credit', async () => {
    expect(await auditCredits(shop.system)).toEqual([])
    expect(await auditEntries(shop.system)).toEqual([])
    const { rows } = await sql`
      select e.id, t.id from giveaway_entry e
      full join (select * from credit_transfer where kind = 'entry') t on t.source_id = e.id::text
      where e.id is null or t.id is null or t.user_id <> e.user_id or t.created_at <> e.created_at or t.amount <> 1`.execute(
      db,
    )
    expect(rows).toEqual([])
  })

  it('never show a balance below zero, at no moment of the year', async () => {
    for (const { id } of await db.selectFrom('users').select('id').execute()) {
      const { items } = await listCreditHistory(shop.system, id, { limit: 500 })
      expect(items.filter(item => item.balance < 0)).toEqual([])
    }
  })

  it('demo books have no action before its user joined, and none in the future', async () => {
    const { rows } = await sql`
      select kind, acted from (
        select 'order' as kind, user_id, created_at as acted from customer_order
        union all select 'payment', user_id, paid_at from customer_order
        union all select 'entry', user_id, created_at from giveaway_entry
        union all select 'credit', user_id, created_at from credit_transfer
        union all select 'membership', user_id, started_at from membership
      ) acts join users u on u.id = user_id
      where acted < u.created_at or acted > ${shop.clock.now()}
      union all select 'review', created_at from review where created_at > ${shop.clock.now()}
      union all select 'giveaway', created_at from giveaway where created_at > ${shop.clock.now()}`.execute(db)
    expect(rows).toEqual([])
  })
})
