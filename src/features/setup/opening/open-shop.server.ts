import { TELL_OPENED } from '#features/opening/job-types.server.ts'
import { storeOpening } from '#features/settings/commands.server.ts'
import type { Context } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { OPEN_WORD, SETUP_ERRORS } from '../contract.ts'
import { readMissing } from './missing.server.ts'

const refuse = refusals(SETUP_ERRORS)

/**
 * Opens a new shop for visitors, and tells those who asked. An open shop stays open. In a demo the word opens it whatever is missing, because
 * nothing in a demo is true.
 * @throws not_ready with what is missing.
 */
export async function openShop(ctx: Context, word: unknown): Promise<void> {
  if (ctx.settings.isOpen) return
  const isWaived = ctx.mode === 'demo' && word === OPEN_WORD
  const missing = isWaived ? [] : await readMissing(ctx)
  if (missing.length > 0) throw refuse('not_ready', { missing })
  await transact(ctx, async tx => {
    if (await storeOpening(tx)) await enqueue(tx, TELL_OPENED, {})
  })
}
