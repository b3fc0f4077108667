import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'

/**
 * What a provider would say of a demo's past, in the caller's transaction: its orders were paid to nobody (their payment ids say
 * so), and without a charge for each the books would disagree from the first day.
 */
export async function seedProviderPayments(ctx: Context): Promise<void> {
  await sql`
    insert into provider_payment
      (id, kind, status, amount_cents, currency, payment_intent_id, order_id, at, seen_at, booked_at)
    select replace(payment_intent_id, 'pi_', 'ch_'), 'charge', 'succeeded', amount_cents, currency, payment_intent_id,
      order_id, at, ${ctx.now()}::timestamptz, at
    from book_payment where payment_intent_id like 'pi_demo_%'
    union all
    select provider_id, 'refund', status, amount_cents, currency, payment_intent_id, order_id, at, ${ctx.now()}::timestamptz, at
    from book_refund where payment_intent_id like 'pi_demo_%' and provider_id is not null and status <> 'requested'
    on conflict (id) do nothing`.execute(ctx.db)
}
