import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { CARD_ERRORS } from '../../cards/contract.ts'
import { readCardOfNumber } from '../../cards/queries/cards.server.ts'
import type { DeskCard, DeskStage } from '../contract.ts'
import { dayProblemOf, deskWindowOf, findCardProblem } from './card-problem.server.ts'
import { readDeskTerms } from './desk-giveaways.server.ts'

const refuse = refusals(CARD_ERRORS)

/** One card with what the person who types or confirms it must know. @throws card_not_found */
export async function readDeskCard(ctx: Context, number: number): Promise<DeskCard> {
  const row = await ctx.db
    .selectFrom('mail_card as c')
    .leftJoin('mail_card_scan as p', 'p.card_number', 'c.number')
    .select(['c.giveaway_id as giveawayId', 'c.opened_at as openedAt', 'p.card_number as scan'])
    .where('c.number', '=', number)
    .executeTakeFirst()
  if (!row) throw refuse('card_not_found')
  const giveaway = await readDeskTerms(ctx, row.giveawayId)
  const card = await readCardOfNumber(ctx, number, { tier: giveaway.tier, entryLimit: giveaway.entry_limit })
  const { sender, receivedOn, state } = card
  const problem =
    state === 'waiting' && sender
      ? await findCardProblem(ctx, giveaway, { receivedOn, sender })
      : state === 'opened'
        ? dayProblemOf(ctx, giveaway, receivedOn)
        : null
  return {
    ...card,
    state: state as DeskStage,
    title: giveaway.title,
    openedAt: row.openedAt?.toISOString() ?? card.typedAt,
    window: deskWindowOf(ctx, giveaway),
    problem,
    household: sender ? await householdOf(ctx, row.giveawayId, sender.id) : [],
    hasScan: row.scan !== null,
  }
}

/** Senders that an answer names. */
const MOST = 10

/** Other senders with the normalised address of a sender, who sent cards for the giveaway. */
async function householdOf(ctx: Context, giveawayId: string, senderId: string): Promise<DeskCard['household']> {
  const { rows } = await sql<{ name: string; entries: number }>`
    select o.name, count(e.id)::int as entries
    from mail_sender s
    join mail_sender o on o.address_key = s.address_key and o.name_key <> s.name_key
    join mail_card c on c.sender_id = o.id and c.giveaway_id = ${giveawayId}
    left join giveaway_entry e on e.id = c.entry_id and e.removed_at is null
    where s.id = ${senderId}
    group by o.id, o.name order by 2 desc, o.name limit ${MOST}`.execute(ctx.db)
  return rows
}
