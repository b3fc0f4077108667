import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { MAIL_DESK_ERRORS } from '../contract.ts'

const refuse = refusals(MAIL_DESK_ERRORS)

/** The picture of a card. @throws card_not_scanned */
export async function readCardScan(ctx: Context, number: number): Promise<Uint8Array> {
  const scan = await ctx.db
    .selectFrom('mail_card_scan')
    .select('file_key')
    .where('card_number', '=', number)
    .executeTakeFirst()
  const file = scan && (await ctx.storage.get(scan.file_key))
  if (!file) throw refuse('card_not_scanned')
  return file.body
}
