import type { ReceivedFile } from '#adapters/images/received-files.server.ts'
import { encodeScan } from '#adapters/images/store-picture.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { removeScanFiles } from '../../cards/commands/remove-scan-files.server.ts'
import { cardChanged } from '../../cards/commands/tell-cards.server.ts'
import { CARD_ERRORS } from '../../cards/contract.ts'

const refuse = refusals(CARD_ERRORS)

type Scan = { number: number; file: ReceivedFile }

/**
 * Keeps the picture of a card: re-encoded, without metadata, outside of the public folders. A later one replaces it. The file is written
 * before its row, so that no row lacks a file; a file without a row is removed.
 * @throws card_not_found, picture_unreadable, picture_animated, picture_too_large, picture_too_many_pixels.
 */
export async function keepScan(ctx: Context, { number, file }: Scan): Promise<void> {
  const picture = await encodeScan(ctx, file)
  const fileKey = `scans/${newId()}.webp`
  await ctx.storage.put(fileKey, picture, 'image/webp')
  const kept = transact(ctx, async tx => {
    const card = await tx.db
      .selectFrom('mail_card')
      .select('giveaway_id')
      .where('number', '=', number)
      .forUpdate()
      .executeTakeFirst()
    if (!card) throw refuse('card_not_found')
    const replaced = await tx.db
      .deleteFrom('mail_card_scan')
      .where('card_number', '=', number)
      .returning('file_key as fileKey')
      .execute()
    const by = tx.actor?.userId ?? null
    await tx.db
      .insertInto('mail_card_scan')
      .values({ card_number: number, file_key: fileKey, stored_at: tx.now(), stored_by: by })
      .execute()
    removeScanFiles(tx, replaced)
    await writeAuditLog(tx, {
      action: 'scanned a card',
      subject: { type: 'giveaway', id: card.giveaway_id, label: `Card ${number}` },
      after: { card: number },
    })
    cardChanged(tx, card.giveaway_id)
  })
  await kept.catch(async error => {
    await ctx.storage.remove(fileKey)
    throw error
  })
}
