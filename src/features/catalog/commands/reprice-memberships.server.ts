import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { type Cents, toDollars } from '#kernel/values/money.ts'
import { catalogChanged } from './product-record.server.ts'

/**
 * Sets the price of the memberships in the store: the yearly one costs twelve months. Removes a sale
 * price that is no longer below the price. Existing members keep their price.
 */
export async function repriceMemberships(tx: TransactionContext, monthlyCents: Cents): Promise<void> {
  const memberships = await tx.db
    .selectFrom('product')
    .select(['id', 'name', 'interval', 'price_cents', 'sale_price_cents'])
    .where('is_subscription', '=', true)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const repriced: string[] = []
  for (const { id, name, interval, price_cents, sale_price_cents } of memberships) {
    const price = interval === 'year' ? monthlyCents * 12 : monthlyCents
    const sale = sale_price_cents !== null && sale_price_cents < price ? sale_price_cents : null
    if (price === price_cents && sale === sale_price_cents) continue
    await tx.db
      .updateTable('product')
      .set(eb => ({
        price_cents: price,
        sale_price_cents: sale,
        updated_at: tx.now(),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute()
    await writeAuditLog(tx, {
      action: 'changed',
      subject: { type: 'product', id, label: name },
      before: { price: toDollars(price_cents), salesPrice: sale_price_cents && toDollars(sale_price_cents) },
      after: { price: toDollars(price), salesPrice: sale && toDollars(sale) },
      reason: 'The price of the membership was changed in the settings',
    })
    repriced.push(id)
  }
  tx.onCommit(ctx => catalogChanged(ctx, repriced))
}
