import type { ListedEntry } from '@redoubt/draw/round/order.ts'
import { sql } from 'kysely'
import { readHolderOfPerson } from '#features/draw-log/tree/queries/holders.server.ts'
import { IS_IN_DRAW } from '#features/giveaways/giveaway/queries/entry-conditions.server.ts'
import type { DataContext } from '#kernel/context.ts'

type Row = { number: number; person: string }

/** The list that a freeze would take now, from the rows of the database. */
export async function listEntriesToFreeze(ctx: DataContext, giveawayId: string): Promise<ListedEntry[]> {
  const { rows } = await sql<Row>`
    select e.slot_number as number, coalesce(e.user_id, e.mail_sender_id, e.id) as person from giveaway_entry e
    where e.giveaway_id = ${giveawayId} and ${IS_IN_DRAW} order by e.slot_number`.execute(ctx.db)
  const list: ListedEntry[] = []
  for (const { number, person } of rows)
    list.push({ number, holder: await readHolderOfPerson(ctx, giveawayId, person) })
  return list
}
