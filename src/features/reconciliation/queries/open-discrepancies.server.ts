import { sql } from 'kysely'
import { readWaiting, type Waiting } from '#kernel/api/waiting.server.ts'
import type { Context } from '#kernel/context.ts'
import type { DiscrepancyKind } from '../contract.ts'
import { DISCREPANCY_TEXTS } from '../discrepancy-texts.ts'

type Open = {
  id: string
  title: string
  orderId: string | null
  /** RD-100001, or the provider's id. */
  subject: string | null
  firstSeenAt: Date
}

/** Differences between the shop's books and the provider's, the oldest first. */
export async function listOpenDiscrepancies(ctx: Context): Promise<Waiting<Open>> {
  const { count, first } = await readWaiting(
    ctx,
    sql<Omit<Open, 'title'> & { kind: DiscrepancyKind }>`
      select d.id, d.kind, d.order_id as "orderId", coalesce(o.prefix || '-' || o.number, d.provider_id) as subject,
        d.first_seen_at as "firstSeenAt"
      from discrepancy d left join book_order o on o.id = d.order_id
      where d.resolved_at is null and d.closed_at is null order by d.first_seen_at, d.id`,
  )
  return { count, first: first.map(row => ({ ...row, title: DISCREPANCY_TEXTS[row.kind].title })) }
}
