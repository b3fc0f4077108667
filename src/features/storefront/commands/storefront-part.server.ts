import type { TransactionContext } from '#kernel/context.ts'
import { STOREFRONT_TOPIC } from '#kernel/storefront/storefront.ts'
import type { Json } from '#platform/db/tables.ts'

type PartName = 'menus' | 'home'
export type PartRow = { content: Json | null; draft: Json | null; version: number; updated_at: Date | null }

export const lockPart = (tx: TransactionContext, name: PartName): Promise<PartRow> =>
  tx.db
    .selectFrom('storefront_part')
    .select(['content', 'draft', 'version', 'updated_at'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirstOrThrow()

type Written = {
  /** Of the locked row. */
  version: number
  /** Null for the shop's own default. */
  content: object | null
  /** What staff prepare beside it; null for none. */
  draft?: object | null
}

const jsonOf = (value: object | null) => value && JSON.stringify(value)

/** Writes the next version of the locked row, which every process then reads again. */
export async function storePart(
  tx: TransactionContext,
  name: PartName,
  { version, content, draft = null }: Written,
): Promise<void> {
  await tx.db
    .updateTable('storefront_part')
    .set({ content: jsonOf(content), draft: jsonOf(draft), version: version + 1, updated_at: tx.now() })
    .where('name', '=', name)
    .execute()
  tx.onCommit(ctx => ctx.signals.publish(STOREFRONT_TOPIC, null))
}
