import { sql } from 'kysely'
import { refusalFor } from '#features/codes/presenters.ts'
import type { CountedCode } from '#features/codes/queries/counted-codes.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { ORDER_ERRORS } from '../../order/contract.ts'
import type { StoredOrder } from '../../order/stored-order.server.ts'

const refuse = refusals(ORDER_ERRORS)

/**
 * Refuses lines that earn credits whose number, tier or price these members of staff set last, by the audit log: a grant to an account of
 * their own is refused too (`own_credits`).
 * @throws own_terms
 */
export async function requireOthersTerms(
  tx: TransactionContext,
  staff: readonly string[],
  lines: readonly Pick<StoredOrder['lines'][number], 'productId' | 'entries'>[],
): Promise<void> {
  const earning = lines.filter(({ entries }) => entries > 0).map(({ productId }) => productId)
  if (earning.length === 0) return
  const { rows } = await sql<{ name: string }>`
    select p.name from product p where p.id = any(${earning}::uuid[]) and exists (
      select from (
        select distinct on (field) a.actor_id from audit_log a cross join lateral jsonb_object_keys(a.after) field
        where a.subject_type = 'product' and a.subject_id = p.id::text
          and (field in ('entries', 'tier', 'price', 'salesPrice') or field like 'price of %')
        order by field, a.at desc, a.id desc
      ) latest where latest.actor_id = any(${[...staff]}::uuid[]))
    order by p.name`.execute(tx.db)
  if (rows.length > 0) throw refuse('own_terms', { names: rows.map(({ name }) => name).join(', ') })
}

/**
 * Refuses coupons that these members of staff made, changed or resumed.
 * @throws code_own_making
 */
export async function requireOthersCodes(
  tx: TransactionContext,
  staff: readonly string[],
  codes: readonly CountedCode[],
): Promise<void> {
  const coupons = codes.flatMap(({ known }) => (known.type === 'coupon' ? [known.id] : []))
  if (coupons.length === 0) return
  const { rows } = await sql<{ code: string }>`
    select c.code from coupon c where c.id = any(${coupons}::uuid[]) and exists (
      select from coupon_event e where e.coupon_id = c.id and e.kind in ('created', 'changed', 'resumed')
        and e.actor_id = any(${[...staff]}::uuid[]))
    order by c.code limit 1`.execute(tx.db)
  if (rows[0]) throw refusalFor({ code: rows[0].code, reason: 'code_own_making' })
}
