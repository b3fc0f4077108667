import { type SqlBool, sql } from 'kysely'
import { areTwoAtDesk } from '#features/giveaways/two-persons/queries.server.ts'
import { actorOf } from '#kernel/api/api.server.ts'
import type { Context } from '#kernel/context.ts'
import { MINUTE_MS } from '#kernel/values/durations.ts'
import type { DeskCard, TakeInput } from '../contract.ts'
import { readDeskCard } from '../queries/desk-card.server.ts'

/** How long a card belongs to a desk that neither types nor decides it. */
const TAKEN_MS = 5 * MINUTE_MS

/**
 * Gives a desk the next card: the oldest one that no other desk reads. One call takes one card, however many run concurrently. A card that
 * the caller typed is not offered for confirmation, unless one person may confirm it. A card whose refusal is
 * proposed is decided there. Null when none is left.
 */
export async function takeCard(
  ctx: Context,
  { stage, giveawayId, number, after }: TakeInput,
): Promise<DeskCard | null> {
  const { userId } = actorOf(ctx)
  const { rows } = await sql<{ number: number }>`
    update mail_card set taken_by = ${userId}, taken_until = ${new Date(+ctx.now() + TAKEN_MS)}
    where number = (
      select c.number from mail_card c
      where c.state = ${stage} and c.number > ${after} and ${chosen(giveawayId, number)}
        and (c.taken_by is null or c.taken_by = ${userId} or c.taken_until <= ${ctx.now()})
        and (c.state = 'opened' or c.typed_by is distinct from ${userId} or (not c.needs_second and not ${areTwoAtDesk(ctx, sql`c.giveaway_id`)}))
        and not exists (select from staff_proposal s
          where s.subject_type = 'card' and s.subject_id = c.number::text and s.decision is null)
      order by c.number limit 1 for update skip locked)
    returning number`.execute(ctx.db)
  return rows[0] ? readDeskCard(ctx, rows[0].number) : null
}

const chosen = (giveawayId: string | undefined, number: number | undefined) =>
  sql<SqlBool>`${giveawayId ? sql`c.giveaway_id = ${giveawayId}` : sql`true`} and ${number ? sql`c.number = ${number}` : sql`true`}`
