import { sql } from 'kysely'
import { readCustomers } from '#features/identity/user/queries.server.ts'
import type { Context } from '#kernel/context.ts'
import { maskedEmail } from '#platform/secrets/masked-email.ts'
import type { LeaderboardRow, RecentSale } from './contract.ts'

/** Extra rows per query, because staff and closed accounts are filtered out afterwards by another feature. */
const SPARE = 20
/** Older sales are not shown. */
const RECENT_DAYS = 30

type StandingRow = { user_id: string; purchase_count: number; total_credits: number }

/** The customers with the most credits earned by paid orders, without hidden customers. */
export async function listLeaders(ctx: Context, { limit }: { limit: number }): Promise<LeaderboardRow[]> {
  const { rows } = await sql<StandingRow>`
    select s.user_id, s.purchase_count, s.total_credits from customer_standing s
    where s.purchase_count > 0 and not exists (select from hidden_customer h where h.user_id = s.user_id)
    order by s.total_credits desc, s.purchase_count desc, s.user_id limit ${limit + SPARE}`.execute(ctx.db)
  const named = await withCustomers(ctx, rows, limit)
  return named.map(({ row, customer }) => ({
    displayName: displayNameOf(customer.name),
    displayEmail: maskedEmail(customer.email),
    purchaseCount: row.purchase_count,
    totalCredits: row.total_credits,
  }))
}

type SaleRow = { id: string; user_id: string; state: string | null; pieces: number; product_name: string }

/** The newest sales of the last 30 days, without hidden customers. */
export async function listRecentSales(ctx: Context, { limit }: { limit: number }): Promise<RecentSale[]> {
  const since = new Date(+ctx.now() - RECENT_DAYS * 86_400_000)
  const { rows } = await sql<SaleRow>`
    select s.id, s.user_id, s.state, s.pieces, s.product_name from recorded_sale s
    where s.withdrawn_at is null and s.paid_at > ${since}
      and not exists (select from hidden_customer h where h.user_id = s.user_id)
    order by s.paid_at desc, s.id desc limit ${limit + SPARE}`.execute(ctx.db)
  const named = await withCustomers(ctx, rows, limit)
  return named.map(({ row, customer }) => ({
    id: row.id,
    customerName: displayNameOf(customer.name),
    location: locationOf(row.state),
    items: row.pieces,
    productName: row.product_name,
  }))
}

/** The first `limit` rows of customers. Rows of staff and closed accounts are left out. */
async function withCustomers<Row extends { user_id: string }>(ctx: Context, rows: readonly Row[], limit: number) {
  const ids = rows.map(row => row.user_id)
  const customers = await readCustomers(ctx, ids)
  return rows
    .flatMap(row => {
      const customer = customers.get(row.user_id)
      return customer ? { row, customer } : []
    })
    .slice(0, limit)
}

/** Whether a customer appears in the public lists. */
export async function readVisibility(ctx: Context, userId: string): Promise<{ isShown: boolean }> {
  const hidden = await ctx.db
    .selectFrom('hidden_customer')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { isShown: !hidden }
}

/** Shown instead of a text that does not look like a name. */
const NAMELESS = 'A customer'
/** A plausible first name: no digits, URLs or symbols, which a user could abuse to publish text on every page. */
const FIRST_NAME = /^\p{L}[\p{L}\p{M}'’-]{0,23}$/u

/** "Sam Porter" → "Sam P."; "Cher" → "Cher". A text that does not look like a name is not published. */
export function displayNameOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = words[0] ?? ''
  if (!FIRST_NAME.test(first)) return NAMELESS
  const initial = words.length > 1 ? /^\p{L}/u.exec(words.at(-1)!)?.[0] : undefined
  return initial ? `${first} ${initial.toUpperCase()}.` : first
}

/** The public location of a sale: two letters of the state. A town with few customers would identify the buyer. */
export function locationOf(state: string | null): string {
  const code = state?.trim().toUpperCase() ?? ''
  return /^[A-Z]{2}$/.test(code) ? `${code}, US` : 'United States'
}
