import { sql } from 'kysely'
import { areTwoPersons } from '#features/giveaways/two-persons/queries.server.ts'
import type { DataContext } from '#kernel/context.ts'
import { FORGOTTEN_EMAIL } from '#kernel/personal-data.ts'

/** A drawn prize and its winner. Names and addresses of deleted accounts are gone. An unknown e-mail address is empty. */
export type DrawnEntry = Awaited<ReturnType<typeof readEntries>>[number]

const readEntries = (ctx: DataContext, ids: readonly string[]) =>
  ctx.db
    .selectFrom('giveaway_entry as e')
    .innerJoin('giveaway as g', 'g.id', 'e.giveaway_id')
    .innerJoin('draw as d', 'd.giveaway_id', 'e.giveaway_id')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .select(['e.id', 'e.giveaway_id as giveawayId', 'e.slot_number as slot', 'e.created_at as enteredAt'])
    .select([
      'e.user_id as userId',
      'e.mail_sender_id as senderId',
      'e.is_private as isPrivate',
      'u.phone',
      'u.birth_date as birthDate',
      'g.title',
      'g.slug',
      'g.tier',
      'g.value_cents as valueCents',
    ])
    .select(eb => [
      // The value that rules count, also after the draw.
      eb.fn.coalesce('g.highest_value_cents', 'g.value_cents').as('countedCents'),
      areTwoPersons(ctx, sql`g.id`).as('takesTwoPersons'),
    ])
    .select(['g.ends_at as endsAt', 'd.drawn_at as drawnAt', 'd.is_early as isEarly', 'd.reason', 'd.method'])
    .select(eb => [
      // All erased senders have one placeholder address.
      sql<string>`coalesce(u.email, nullif(e.mail_email, ${FORGOTTEN_EMAIL}), '')`.as('email'),
      eb.fn.coalesce('u.name', 'e.mail_name', sql<string>`'Entrant'`).as('name'),
      sql<boolean>`u.deleted_at is not null or coalesce(e.mail_email = ${FORGOTTEN_EMAIL}, false)`.as('hasLeft'),
      // The entrant of a free entry without an account at that time may be a member of staff now.
      sql<boolean>`coalesce(u.role <> 'user', exists (select from users s where s.email = e.mail_email and s.role <> 'user'))`.as(
        'isStaff',
      ),
      sql<boolean>`coalesce(not u.enabled and u.deleted_at is null, false)`.as('isDisabled'),
      // An entry of the address, in an account whose mailbox is unproven.
      sql<boolean>`e.is_private and coalesce(u.mailbox_unproven, false)`.as('waitsForProof'),
    ])
    .where('e.id', 'in', [...ids])
    .execute()

/** Drawn entries by id. Unknown ids are absent. */
export async function readDrawnEntries(ctx: DataContext, ids: readonly string[]): Promise<Map<string, DrawnEntry>> {
  const rows = ids.length > 0 ? await readEntries(ctx, ids) : []
  return new Map(rows.map(row => [row.id, row]))
}

/** SQL: the title of the giveaway with this id, to sort by. @param id SQL of our code. */
export const titleKeyOf = (id: string) => `(select lower(g.title) collate "C" from giveaway g where g.id = ${id})`

/** The first place of a drawn giveaway. */
export async function findFirstWinner(
  ctx: DataContext,
  giveawayId: string,
): Promise<{ slot: number; email: string } | undefined> {
  const row = await ctx.db
    .selectFrom('draw as d')
    .innerJoin('giveaway_entry as e', 'e.id', 'd.winner_entry_id')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .select('d.winner_slot as slot')
    .select(eb => eb.fn.coalesce('u.email', 'e.mail_email').as('email'))
    .where('d.giveaway_id', '=', giveawayId)
    .executeTakeFirst()
  return row && { slot: row.slot, email: row.email ?? '' }
}
