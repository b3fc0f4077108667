import { writeAuditLog } from '#adapters/audit-log.server.ts'
import type { Context } from '#adapters/context.ts'
import { type Cents, toDollars } from '#platform/money.ts'

/**
 * Sets the price of the memberships in the store, in the caller's transaction: the yearly one costs twelve months. Removes a sale
 * price that is no longer below the price. Existing members keep their price.
 * @returns tags of public responses that show the memberships; give them to `ctx.changed` after the commit.
 */
export async function repriceMemberships(ctx: Context, monthlyCents: Cents): Promise<string[]> {
  const memberships = await ctx.db
    .selectFrom('product')
    .select(['id', 'name', 'interval', 'price_cents', 'sale_price_cents'])
    .where('is_subscription', '=', true)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const tags: string[] = []
  for (const { id, name, interval, price_cents, sale_price_cents } of memberships) {
    const price = interval === 'year' ? monthlyCents * 12 : monthlyCents
    const sale = sale_price_cents !== null && sale_price_cents < price ? sale_price_cents : null
    if (price === price_cents && sale === sale_price_cents) continue
    await ctx.db
      .updateTable('product')
      .set(eb => ({
        price_cents: price,
        sale_price_cents: sale,
        updated_at: ctx.now(),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute()
    await writeAuditLog(ctx, {
      action: 'changed',
      subject: { type: 'product', id, label: name },
      before: { price: toDollars(price_cents), salesPrice: sale_price_cents && toDollars(sale_price_cents) },
      after: { price: toDollars(price), salesPrice: sale && toDollars(sale) },
      reason: 'The price of the membership was changed in the settings',
    })
    tags.push(`product:${id}`)
  }
  return tags.length > 0 ? ['products', ...tags] : []
}
