import { sql } from 'kysely'
import { readReferences } from '#features/orders/history/queries/references.server.ts'
import { readWaiting, type Waiting } from '#kernel/api/waiting.server.ts'
import type { Context } from '#kernel/context.ts'
import type { Cents } from '#kernel/values/money.ts'

type Due = {
  id: string
  providerId: string
  /** Null for a renewal, and for a payment that the shop does not know. */
  orderId: string | null
  reference: string | null
  amountCents: Cents
  dueBy: Date | null
  openedAt: Date
}

/** Open disputes that need an answer of staff, the first deadline first. */
export async function listDueDisputes(ctx: Context): Promise<Waiting<Due>> {
  const { count, first } = await readWaiting(
    ctx,
    sql<Omit<Due, 'reference'>>`
      select id, provider_id as "providerId", order_id as "orderId", amount_cents as "amountCents", due_by as "dueBy",
        opened_at as "openedAt"
      from dispute where closed_at is null and status = 'needs_response' order by due_by, opened_at, id`,
  )
  const references = await readReferences(
    ctx,
    first.flatMap(({ orderId }) => orderId ?? []),
  )
  return { count, first: first.map(row => ({ ...row, reference: references.get(row.orderId ?? '') ?? null })) }
}
