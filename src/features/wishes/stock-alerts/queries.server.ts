import { type ExpressionBuilder, sql } from 'kysely'
import type { Context, DataContext } from '#kernel/context.ts'
import type { DB } from '#platform/db/tables.ts'
import { refusals } from '#platform/errors.ts'
import { maskedMailbox } from '#platform/secrets/masked-email.ts'
import type { StoreProduct, WishesPorts } from '../ports.ts'
import { productPath, thingName } from '../rules.ts'
import { type AlertOfLink, STOCK_ALERT_ERRORS, type StockAlert } from './contract.ts'
import { readAlertToken } from './link.server.ts'

const refuse = refusals(STOCK_ALERT_ERRORS)

/** Requests that are neither sent nor expired. */
export const isOpen =
  ({ now }: Pick<DataContext, 'now'>) =>
  (eb: ExpressionBuilder<DB, 'stock_alert'>) =>
    eb.and([eb('sent_at', 'is', null), eb('expires_at', '>', now())])

/** A product with the options of a variant, and the path to it. */
export function thingOf(variantId: string | null, product: StoreProduct | undefined, name = 'A product') {
  if (!product) return { name, path: null }
  const variant = product.variants.find(({ id }) => id === variantId)
  return { name: thingName(product.name, variant?.options), path: productPath(product.slug, variant?.options) }
}

/** The open requests of a user, newest first. */
export async function listAlerts(ctx: Context, ports: WishesPorts, userId: string): Promise<StockAlert[]> {
  const rows = await ctx.db
    .selectFrom('stock_alert')
    .select(['id', 'product_id as productId', 'variant_id as variantId', 'channel', 'expires_at as expiresAt'])
    .where('user_id', '=', userId)
    .where(isOpen(ctx))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  const ids = rows.map(({ productId }) => productId)
  const [products, names] = await Promise.all([ports.productsOf(ctx, ids), ports.namesOf(ctx, ids)])
  return rows.map(({ expiresAt, channel, ...row }) => ({
    ...row,
    ...thingOf(row.variantId, products.get(row.productId), names.get(row.productId)),
    channel: channel as StockAlert['channel'],
    expiresAt: expiresAt.toISOString(),
  }))
}

const OVER = { state: 'over', email: null, name: null, path: null, others: 0 } as const

/** The request of a link, without a sign-in. @throws alert_link_invalid */
export async function readAlertOfLink(ctx: Context, ports: WishesPorts, token: string): Promise<AlertOfLink> {
  const id = readAlertToken(ctx, token)
  if (!id) throw refuse('alert_link_invalid')
  const row = await ctx.db
    .selectFrom('stock_alert')
    .select(['product_id', 'variant_id', 'email', 'confirmed_at', 'sent_at', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return OVER
  const [products, names, { others }] = await Promise.all([
    ports.productsOf(ctx, [row.product_id]),
    ports.namesOf(ctx, [row.product_id]),
    ctx.db
      .selectFrom('stock_alert')
      .select(({ fn }) => fn.countAll<number>().as('others'))
      .where('email', '=', row.email)
      .where('id', '<>', id)
      .where(isOpen(ctx))
      .executeTakeFirstOrThrow(),
  ])
  const isOver = row.sent_at !== null || row.expires_at <= ctx.now()
  return {
    state: isOver ? 'over' : row.confirmed_at ? 'waiting' : 'unconfirmed',
    email: maskedMailbox(row.email),
    ...thingOf(row.variant_id, products.get(row.product_id), names.get(row.product_id)),
    others,
  }
}

/** How many confirmed requests wait for each of some products, for staff. Products without one are missing. */
export async function readWaitingCounts(ctx: DataContext, productIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select product_id as id, count(distinct email)::int as n from stock_alert
    where product_id = any(${productIds}::uuid[]) and sent_at is null and confirmed_at is not null and expires_at > ${ctx.now()}
    group by product_id`.execute(ctx.db)
  return new Map(rows.map(({ id, n }) => [id, n]))
}
