import { sql } from 'kysely'
import { findSale, listSales, type Sale } from '#features/orders/order/queries/sales.server.ts'
import type { Context, DataContext, TransactionContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { newId } from '#platform/values/ids.server.ts'

/** The tag of public responses that show customers. */
export const INSIGHTS = 'insights'

const PAGE = 500
const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

/** Records an order that was just paid. An unpaid or already recorded order changes nothing. */
export async function recordSale(ctx: Context, orderId: string): Promise<void> {
  const sale = await findSale(ctx, orderId)
  if (sale && (await addSales(ctx, [sale])) > 0) ctx.changed(INSIGHTS)
}

/**
 * Records paid orders that were never recorded: orders from before the feature, and sales whose job was lost. Starts a day before
 * the newest recorded sale, because orders are not committed in the order of payment.
 * @returns the number of new sales.
 */
export async function recordMissedSales(ctx: Context): Promise<number> {
  const { rows } = await sql<{ newest: Date | null }>`select max(paid_at) as newest from recorded_sale`.execute(ctx.db)
  let after = { paidAt: new Date(rows[0]?.newest ? +rows[0].newest - DAY_MS : 0), orderId: LOWEST_ID }
  let added = 0
  for (;;) {
    const sales = await listSales(ctx, { after, limit: PAGE })
    added += await addSales(ctx, sales)
    const last = sales.at(-1)
    if (!last || sales.length < PAGE) break
    after = last
  }
  if (added > 0) ctx.changed(INSIGHTS)
  return added
}

const SALE_COLUMNS = sql`id, order_id, user_id, paid_at, pieces, credits, product_name, state`

/** One statement: a sale counts for its customer exactly when it is recorded, even with concurrent callers. */
async function addSales(ctx: DataContext, sales: readonly Sale[]): Promise<number> {
  if (sales.length === 0) return 0
  const rows = sales.map(sale => ({
    id: newId(),
    order_id: sale.orderId,
    user_id: sale.userId,
    paid_at: sale.paidAt,
    pieces: sale.pieces,
    credits: sale.credits,
    product_name: sale.productName,
    state: sale.state,
  }))
  const { rows: counted } = await sql<{ purchases: number }>`
    with added as (
      insert into recorded_sale (${SALE_COLUMNS})
      select ${SALE_COLUMNS} from jsonb_populate_recordset(null::recorded_sale, ${JSON.stringify(rows)})
      on conflict (order_id) do nothing returning user_id, credits
    ), sums as (
      select user_id, count(*)::int as purchases, sum(credits)::int as credits from added group by user_id
    ), standing as (
      insert into customer_standing as s (user_id, purchase_count, total_credits)
      select user_id, purchases, credits from sums order by user_id
      on conflict (user_id) do update set purchase_count = s.purchase_count + excluded.purchase_count,
        total_credits = s.total_credits + excluded.total_credits
    )
    select coalesce(sum(purchases), 0)::int as purchases from sums`.execute(ctx.db)
  return counted[0]!.purchases
}

/** Removes a refunded order from the lists and counts, once; a later job does not record it again. */
export async function withdrawSale(ctx: Context, orderId: string): Promise<void> {
  await transact(ctx, async tx => {
    // An order that is refunded before it is recorded is recorded first, so that no later job counts it.
    const sale = await findSale(tx, orderId)
    if (sale) await addSales(tx, [sale])
    await sql`
      with withdrawn as (
        update recorded_sale set withdrawn_at = ${tx.now()} where order_id = ${orderId} and withdrawn_at is null
        returning user_id, credits
      )
      update customer_standing s set purchase_count = purchase_count - 1, total_credits = total_credits - w.credits
      from withdrawn w where s.user_id = w.user_id`.execute(tx.db)
    tx.onCommit(ctx => ctx.changed(INSIGHTS))
  })
}

/** Shows or hides a customer from now on. */
export async function setVisibility(
  ctx: Context,
  { userId, isShown }: { userId: string; isShown: boolean },
): Promise<{ isShown: boolean }> {
  if (isShown) await ctx.db.deleteFrom('hidden_customer').where('user_id', '=', userId).execute()
  else {
    await ctx.db
      .insertInto('hidden_customer')
      .values({ user_id: userId, hidden_at: ctx.now() })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
  ctx.changed(INSIGHTS)
  return { isShown }
}

/**
 * Moves a user's purchases to another account of the same person; a customer who is hidden in one
 * account stays hidden.
 */
export async function moveStanding(
  tx: TransactionContext,
  { from, into }: { from: string; into: string },
): Promise<void> {
  await tx.db.updateTable('recorded_sale').set({ user_id: into }).where('user_id', '=', from).execute()
  await sql`
    with gone as (
      delete from customer_standing where user_id = ${from} returning purchase_count, total_credits
    )
    insert into customer_standing as s (user_id, purchase_count, total_credits)
    select ${into}, purchase_count, total_credits from gone
    on conflict (user_id) do update set purchase_count = s.purchase_count + excluded.purchase_count,
      total_credits = s.total_credits + excluded.total_credits`.execute(tx.db)
  await sql`
    insert into hidden_customer (user_id, hidden_at) select ${into}, hidden_at from hidden_customer where user_id = ${from}
    on conflict do nothing`.execute(tx.db)
}
