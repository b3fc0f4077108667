import { sql } from 'kysely'
import type { TransactionContext } from '#kernel/context.ts'
import { refuse } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import type { VariantInput } from '../products/product-input.ts'

/**
 * Replaces the variants of a product, in this order. A variant that is left out leaves the store;
 * orders that hold or bought it still reference it. With `stockSeen` only the difference is applied, so an edit does not undo
 * sales since the form was opened.
 */
export async function replaceVariants(
  tx: TransactionContext,
  productId: string,
  variants: readonly VariantInput[],
): Promise<void> {
  const rows = variants.map((variant, position) => ({
    ...rowOf(variant, position),
    id: variant.id ?? newId(),
    seen: variant.stockSeen ?? null,
  }))
  await tx.db
    .updateTable('product_variant')
    .set({ archived_at: tx.now() })
    .where('product_id', '=', productId)
    .where('archived_at', 'is', null)
    .where(sql<boolean>`id <> all(${rows.map(row => row.id)}::uuid[])`)
    .execute()
  const { numAffectedRows } = await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as g (id uuid, sku text, options jsonb, stock integer, seen integer, position smallint, picture_key text)
    )
    insert into product_variant as v (id, product_id, sku, options, stock_on_hand, position, picture_key)
    select id, ${productId}, sku, options, stock, position, picture_key from given
    on conflict (id) do update set
      sku = excluded.sku, options = excluded.options, position = excluded.position,
      picture_key = excluded.picture_key, archived_at = null,
      stock_on_hand = excluded.stock_on_hand
        + coalesce(v.stock_on_hand - (select seen from given where given.id = excluded.id), 0)
      where v.product_id = excluded.product_id`.execute(tx.db)
  if (numAffectedRows !== BigInt(rows.length))
    throw refuse('invalid_input', {}, { variants: ['One of these variants belongs to another product.'] })
}

const rowOf = ({ sku, options, stock, image }: VariantInput, position: number) => ({
  sku,
  options,
  stock,
  position,
  picture_key: image ? image.slice('s3:'.length) : null,
})

/** Inserts the variants of new products, in one statement. */
export async function insertVariants(
  tx: TransactionContext,
  products: readonly { productId: string; variants: readonly VariantInput[] }[],
): Promise<void> {
  const rows = products.flatMap(({ productId, variants }) =>
    variants.map((variant, position) => ({ ...rowOf(variant, position), id: newId(), product_id: productId })),
  )
  await sql`
    insert into product_variant (id, product_id, sku, options, stock_on_hand, position, picture_key)
    select id, product_id, sku, options, stock, position, picture_key
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g (id uuid, product_id uuid, sku text, options jsonb, stock integer, position smallint, picture_key text)`.execute(
    tx.db,
  )
}
