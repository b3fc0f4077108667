import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import { hasPaid } from '../../order/queries/paid-counts.server.ts'

/** What a checkout knows of its payer: whether the person has paid before, and their newest customer at the provider. */
export async function readPayer(
  ctx: DataContext,
  { userId, provider }: { userId: string; provider: string },
): Promise<{ hasPaid: boolean; customerId: string | null }> {
  const { rows } = await sql<{ hasPaid: boolean; customerId: string | null }>`
    select ${hasPaid(userId)} as "hasPaid", (
      select customer_id from payment_customer where user_id = ${userId} and provider = ${provider}
      order by created_at desc, customer_id limit 1) as "customerId"`.execute(ctx.db)
  return rows[0]!
}
