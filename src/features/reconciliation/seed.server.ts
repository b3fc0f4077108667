import { sql } from 'kysely'
import { type PastPayment, seedPayments } from '#adapters/payments/sandbox-seeds.server.ts'
import type { DataContext, TransactionContext } from '#kernel/context.ts'

/**
 * Seeds the provider's records of the demo history. The demo orders were paid to no provider, as their payment
 * ids show. Without a charge for each, the books would disagree from the first day. The sandbox gets the charges too, so that staff can
 * refund them.
 */
export async function seedProviderPayments(tx: TransactionContext): Promise<void> {
  await seedSeen(tx)
  const { rows } = await sql<PastPayment>`
    select p.payment_intent_id as "intentId", replace(p.payment_intent_id, 'pi_', 'ch_') as "chargeId",
      p.amount_cents as "amountCents", o.email,
      initcap(replace(split_part(o.email, '@', 1), '.', ' ')) as name, p.at, jsonb_build_object('orderId', o.id) as metadata,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', r.provider_id, 'amountCents', r.amount_cents, 'at', r.at,
          'isFailed', r.status = 'failed') order by r.at)
        from book_refund r where r.order_id = o.id and r.provider_id is not null), '[]') as refunds
    from book_payment p join book_order o on o.id = p.order_id
    where p.payment_intent_id like 'pi_demo_%' order by p.at`.execute(tx.db)
  const past = rows.map(row => ({ ...row, refunds: row.refunds.map(one => ({ ...one, at: new Date(one.at) })) }))
  await seedPayments(tx.db, past, tx.now())
}

/** Inserts the charges and refunds as if reconciliation had read them, so that the books agree before its first run. */
async function seedSeen(ctx: DataContext): Promise<void> {
  await sql`
    insert into provider_payment
      (id, kind, status, amount_cents, currency, payment_intent_id, order_id, invoice_id, at, seen_at, booked_at)
    select replace(payment_intent_id, 'pi_', 'ch_'), 'charge', 'succeeded', amount_cents, currency, payment_intent_id,
      order_id, invoice_id, at, ${ctx.now()}::timestamptz, at
    from book_payment where payment_intent_id like 'pi_demo_%'
    union all
    select provider_id, 'refund', status, amount_cents, currency, payment_intent_id, order_id, null,
      at, ${ctx.now()}::timestamptz, at
    from book_refund where payment_intent_id like 'pi_demo_%' and provider_id is not null and status <> 'requested'
    on conflict (id) do nothing`.execute(ctx.db)
}
