import type { TransactionContext } from '#kernel/context.ts'
import type { DemoPage } from '../../../db/demo/demo-types.ts'
import { insertPage } from './commands/write-page.server.ts'

/** Inserts the pages of the demo, in public. */
export async function seedPages(tx: TransactionContext, pages: readonly DemoPage[]): Promise<void> {
  for (const page of pages) await insertPage(tx, { ...page, isDraft: false })
}
