import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import type { Dispute } from '#kernel/ports/payments.ts'

const isOpen = ({ status }: Dispute) => status === 'needs_response' || status === 'under_review'

/** Stores disputes and their money movements as the provider has them. */
export async function keepDisputes(ctx: Context, disputes: readonly Dispute[]): Promise<void> {
  const rows = disputes.map(dispute => ({ id: dispute.id, is_open: isOpen(dispute) }))
  const movements = disputes.flatMap(dispute =>
    dispute.movements.map(({ id, amountCents, feeCents, createdAt }) => {
      return { id, dispute_id: dispute.id, amount_cents: amountCents, fee_cents: feeCents, at: createdAt }
    }),
  )
  await sql`
    with kept as (
      insert into provider_dispute (id, is_open, seen_at)
      select d.id, d.is_open, ${ctx.now()}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (id text, is_open boolean) order by d.id
      on conflict (id) do update set is_open = excluded.is_open, seen_at = excluded.seen_at
    )
    insert into provider_movement (id, dispute_id, amount_cents, fee_cents, at)
    select m.id, m.dispute_id, m.amount_cents, m.fee_cents, m.at
    from jsonb_to_recordset(${JSON.stringify(movements)}::jsonb)
      as m (id text, dispute_id text, amount_cents integer, fee_cents integer, at timestamptz)
    order by m.id
    on conflict (id) do update set amount_cents = excluded.amount_cents, fee_cents = excluded.fee_cents,
      at = excluded.at`.execute(ctx.db)
}

/** Disputes of a page that are missing or different in our books. */
export async function missedDisputes(ctx: Context, disputes: readonly Dispute[]): Promise<string[]> {
  const rows = disputes.map(({ id, status, isInquiry, submissionCount, movements }) => {
    return { id, status, is_inquiry: isInquiry, submissions: submissionCount, movements: movements.length }
  })
  const { rows: missed } = await sql<{ id: string }>`
    select d.id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as d (id text, status text, is_inquiry boolean, submissions integer, movements integer)
      left join book_dispute b on b.id = d.id
    where b.id is null or b.status <> d.status or b.is_inquiry <> d.is_inquiry or b.submission_count <> d.submissions
      or (b.order_id is null and b.invoice_id is null)
      or (select count(*) from book_movement m where m.provider_id = d.id) <> d.movements
    order by d.id`.execute(ctx.db)
  return missed.map(row => row.id)
}

/** Disputes last seen open that the lists (40 days back) may no longer contain: once a day, and when our books say that a dispute ended. */
export async function unseenDisputes({ db, now }: Context): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from provider_dispute p left join book_dispute b on b.id = p.id
    where p.is_open and (p.seen_at < ${new Date(+now() - 24 * 3600_000)} or b.status in ('won', 'lost', 'prevented'))
    order by p.seen_at limit 100`.execute(db)
  return rows.map(row => row.id)
}
