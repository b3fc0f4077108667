import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { maskedMailbox } from '#platform/secrets/masked-email.ts'
import { FREE_ENTRY_ERRORS, type FreeEntryOfLink } from '../contract.ts'
import { readFreeEntryToken } from '../free-entry-link.server.ts'

const refuse = refusals(FREE_ENTRY_ERRORS)

/** The request behind the link in an e-mail. A forgotten or expired one is over. @throws free_entry_link_invalid */
export async function readFreeEntryOfLink(ctx: Context, token: string): Promise<FreeEntryOfLink> {
  const id = readFreeEntryToken(ctx, token)
  if (!id) throw refuse('free_entry_link_invalid')
  const row = await ctx.db
    .selectFrom('free_entry_request as r')
    .innerJoin('giveaway as g', 'g.id', 'r.giveaway_id')
    .select(['r.email', 'r.expires_at', 'r.entered_at', 'r.card_number', 'g.title', 'g.slug'])
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (!row) return { state: 'over', email: null, giveaway: null, numbers: [] }
  const isOver = !row.entered_at && row.expires_at <= ctx.now()
  return {
    state: row.entered_at ? 'entered' : isOver ? 'over' : 'unconfirmed',
    email: maskedMailbox(row.email),
    giveaway: { title: row.title, path: `/giveaways/${row.slug}` },
    numbers: row.card_number === null ? [] : await numbersOf(ctx, row.card_number),
  }
}

async function numbersOf(ctx: Context, card: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('mail_card as c')
    .innerJoin('giveaway_entry as e', 'e.id', 'c.entry_id')
    .select('e.slot_number')
    .where(eb => eb.or([eb('c.number', '=', card), eb('c.extra_of', '=', card)]))
    .where('e.removed_at', 'is', null)
    .orderBy('e.slot_number')
    .execute()
  return rows.map(({ slot_number }) => slot_number)
}
