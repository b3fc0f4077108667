import type { DataContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { refusalKeyOf } from '../../cards/commands/tell-refused.server.ts'
import { CARD_ERRORS } from '../../cards/contract.ts'
import { readRefusedCard } from '../../cards/queries/refused-card.server.ts'
import { refusalLines, refusalSubject } from '../../cards/refusal-letter.ts'
import { type CardLetter, MAIL_DESK_ERRORS } from '../contract.ts'

const refuse = refusals({ ...CARD_ERRORS, ...MAIL_DESK_ERRORS })

/** The letter to the sender of a refused card, to print. @throws card_not_found, card_without_letter. */
export async function readCardLetter(ctx: DataContext, number: number): Promise<CardLetter> {
  const card = await ctx.db.selectFrom('mail_card').select('number').where('number', '=', number).executeTakeFirst()
  if (!card) throw refuse('card_not_found')
  const refused = await readRefusedCard(ctx, number)
  if (!refused) throw refuse('card_without_letter')
  const mailed = await ctx.db
    .selectFrom('message')
    .select('id')
    .where('once_key', '=', refusalKeyOf(number))
    .executeTakeFirst()
  return {
    subject: refusalSubject(refused),
    lines: [...refusalLines(refused), `${ctx.origin}/giveaways/${refused.slug}`],
    sender: { name: refused.name, address: refused.address },
    wasMailed: mailed !== undefined,
  }
}
