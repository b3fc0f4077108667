import { sql } from 'kysely'
import type { PersonalData } from '#kernel/personal-data.ts'
import { toDollars } from '#kernel/values/money.ts'

/**
 * The provider's side of the books and the discrepancies: amounts, dates and provider ids, under a bare user id and never under a name. The
 * data stays because of the law and as proof that the money is right.
 */
export const reconciliationData: PersonalData = {
  tables: ['discrepancy', 'settlement_attempt'],
  async exportOf({ db }, { userId }) {
    const payments = await sql<{ kind: string; status: string; cents: number; currency: string; at: Date }>`
      select p.kind, p.status, p.amount_cents as cents, p.currency, p.at
      from provider_payment p
        left join book_order o on o.id = p.order_id left join book_invoice i on i.id = p.invoice_id and p.order_id is null
      where o.user_id = ${userId} or i.user_id = ${userId} order by p.at desc, p.id desc`.execute(db)
    const attempts = await db
      .selectFrom('settlement_attempt')
      .select(['session_id as paymentPage', 'status', 'issue', 'at'])
      .where('user_id', '=', userId)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return {
      payments: payments.rows.map(({ cents, ...payment }) => ({ ...payment, amount: toDollars(cents) })),
      paymentsLookedInto: attempts,
    }
  },
  /** No other data here tells who the user was. */
  async erase({ db }, { userId }) {
    await db
      .updateTable('discrepancy')
      .set({ note: 'Removed with the account' })
      .where('user_id', '=', userId)
      .where('note', 'is not', null)
      .execute()
  },
}
