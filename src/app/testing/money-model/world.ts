import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { TestShop } from '../shop.ts'
import { codeName } from './books.ts'
import type { Plan } from './plan.ts'

export type Shop = TestShop

/** What a plan needs of a shop. */
export type ShopOfPlans = Pick<Shop, 'services' | 'system' | 'paymentProvider' | 'clock' | 'addUser'>

/** The rows of one plan in a real shop, in which other plans run concurrently. */
export type World = {
  shop: ShopOfPlans
  users: { id: string; ctx: Context }[]
  products: { productId: string; variantId: string }[]
  coupons: { id: string; code: string }[]
  giveawayId: string
  /** A staff context. */
  staff: Context
}

const SLOTS = 400

/** Writes a plan to the shop. */
export async function makeWorld(shop: ShopOfPlans, plan: Plan, staff: Context): Promise<World> {
  // Codes are unique in a shop; their order equals that of the plan.
  const mark = newId().replaceAll('-', '').slice(-20).toUpperCase()
  const users = await Promise.all([0, 1].map(() => addShopper(shop)))
  const products = plan.products.map(() => ({ productId: newId(), variantId: newId() }))
  const coupons = plan.coupons.map((_, at) => ({ id: newId(), code: `${codeName(at)}-${mark}` }))
  const giveawayId = newId()
  await addProducts(shop, plan, products)
  await addCoupons(shop, plan, coupons)
  await addGiveaway(shop, giveawayId)
  return { shop, users, products, coupons, giveawayId, staff }
}

async function addShopper(shop: ShopOfPlans) {
  const { userId: id, email } = await shop.addUser()
  const actor = { userId: id, email, name: 'Sam Porter', isAdmin: false, role: null, isSubscriber: false }
  return { id, ctx: { ...shop.system, actor } }
}

async function addProducts(shop: ShopOfPlans, plan: Plan, products: World['products']): Promise<void> {
  const { db } = shop.services
  await db
    .insertInto('product')
    .values(
      plan.products.map(({ tier, entries, listCents, saleCents }, at) => ({
        ...{ id: products[at]!.productId, slug: products[at]!.productId, name: `Product ${at}`, category: 'Test' },
        ...{ tier, entries, price_cents: listCents, sale_price_cents: saleCents },
      })),
    )
    .execute()
  await db
    .insertInto('product_variant')
    .values(
      plan.products.map(({ stock }, at) => ({
        ...{ id: products[at]!.variantId, product_id: products[at]!.productId, sku: products[at]!.variantId },
        stock_on_hand: stock,
      })),
    )
    .execute()
}

async function addCoupons(shop: ShopOfPlans, plan: Plan, coupons: World['coupons']): Promise<void> {
  const rows = plan.coupons.map((coupon, at) => ({
    ...coupons[at]!,
    ...{ kind: coupon.kind, amount: coupon.amount, tiers: coupon.tiers, minimum_cents: coupon.minimumCents },
    ...{ total_limit: coupon.totalLimit, person_limit: coupon.personLimit },
    ...{ first_order: coupon.firstOrder, combinable: coupon.combinable, product_ids: [] },
    created_at: shop.clock.now(),
  }))
  await sql`
    insert into coupon (id, code, kind, amount, tiers, minimum_cents, total_limit, person_limit, first_order, combinable, created_at)
    select id, code, kind, amount, tiers, minimum_cents, total_limit, person_limit, first_order, combinable, created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, code text, kind text, amount integer, tiers tier[],
      minimum_cents integer, total_limit integer, person_limit integer, first_order boolean, combinable boolean,
      created_at timestamptz)`.execute(shop.services.db)
}

async function addGiveaway(shop: ShopOfPlans, id: string): Promise<void> {
  const yesterday = new Date(+shop.clock.now() - 24 * 3600_000)
  await shop.services.db
    .insertInto('giveaway')
    .values({
      ...{
        id,
        slug: id,
        title: 'Field Kit',
        description: 'Eight goods in one box.',
        tier: 'Bronze',
        category: 'Bronze',
      },
      ...{ value_cents: 10_000, total_slots: SLOTS, entry_limit: 50, commitment: 'a'.repeat(64) },
      ...{ starts_at: yesterday, early_access_at: yesterday },
    })
    .execute()
}
