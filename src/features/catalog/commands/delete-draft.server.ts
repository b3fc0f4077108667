import { sql } from 'kysely'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import type { AdminProduct } from '../products/admin-contract.ts'
import { catalogChanged, factsOf, subjectOf } from './product-record.server.ts'

/**
 * Deletes a locked draft with its variants. The pictures that nothing else shows are removed as unused a day later. No order, cart or wish
 * names a draft, so that its address and SKUs are free again.
 */
export async function deleteDraft(tx: TransactionContext, draft: AdminProduct): Promise<void> {
  const { id } = draft
  const keys = await lockPictures(tx, id)
  await tx.db.deleteFrom('product_variant').where('product_id', '=', id).execute()
  await tx.db.deleteFrom('product').where('id', '=', id).where('draft_since', 'is not', null).execute()
  await releasePictures(tx, keys)
  await writeAuditLog(tx, { action: 'deleted the draft', subject: subjectOf(draft), before: factsOf(draft) })
  tx.onCommit(ctx => catalogChanged(ctx, [id]))
}

export async function isDraft(tx: TransactionContext, id: string): Promise<boolean> {
  const { rows } = await sql`select from product where id = ${id} and draft_since is not null`.execute(tx.db)
  return rows.length > 0
}

/** Locks the pictures of a draft, so that the second of two drafts that share one releases it. */
async function lockPictures(tx: TransactionContext, productId: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from picture where key in (
      select picture_key from product_image where product_id = ${productId}
      union select picture_key from product_variant where product_id = ${productId})
    order by key for no key update`.execute(tx.db)
  return rows.map(({ key }) => key)
}

/** Marks the pictures that nothing shows any more as unused. */
async function releasePictures(tx: TransactionContext, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await sql`select release_pictures(${[...keys]}::text[], ${tx.now()}::timestamptz)`.execute(tx.db)
}
