import type { TransactionContext } from '#kernel/context.ts'
import { STOREFRONT_TOPIC } from '#kernel/storefront/storefront.ts'
import type { Json } from '#platform/db/tables.ts'

type PartName = 'menus'
type PartRow = { content: Json | null; version: number; updated_at: Date | null }

export const lockPart = (tx: TransactionContext, name: PartName): Promise<PartRow> =>
  tx.db
    .selectFrom('storefront_part')
    .select(['content', 'version', 'updated_at'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Writes the next version of the locked row, which every process then reads again. @param content null for the shop's own default */
export async function storePart(
  tx: TransactionContext,
  name: PartName,
  { version, content }: { version: number; content: object | null },
): Promise<void> {
  await tx.db
    .updateTable('storefront_part')
    .set({ content: content && JSON.stringify(content), version: version + 1, updated_at: tx.now() })
    .where('name', '=', name)
    .execute()
  tx.onCommit(ctx => ctx.signals.publish(STOREFRONT_TOPIC, null))
}
