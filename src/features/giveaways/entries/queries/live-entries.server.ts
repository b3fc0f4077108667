import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import type { DataSubject } from '#kernel/personal-data.ts'
import { areTwoPersons } from '../../two-persons/queries.server.ts'
import { isTheirs } from './entries-of-person.server.ts'

/** Giveaways where a person has live entries. `sealed`: the list waits for its round. */
export type LiveEntries = {
  giveawayId: string
  title: string
  entries: number
  stage: 'open' | 'sealed' | 'drawn'
  /** An act on these entries takes two persons. */
  takesTwo: boolean
}

/** Live entries of a person by giveaway, ascending: theirs, and all that name the account. Drawn giveaways are among them, because an entrant can be the next alternate. */
export async function listLiveEntries(ctx: DataContext, person: DataSubject): Promise<LiveEntries[]> {
  const { rows } = await sql<LiveEntries>`
    select g.id as "giveawayId", g.title, count(*)::int as entries,
      case when exists (select from draw d where d.giveaway_id = g.id) then 'drawn' when is_list_final(g.id) then 'sealed' else 'open' end as stage,
      ${areTwoPersons(ctx, sql`g.id`)} as "takesTwo"
    from giveaway_entry e join giveaway g on g.id = e.giveaway_id
    where (${isTheirs(person)} or e.user_id = ${person.userId}) and e.removed_at is null and not e.is_staff and g.archived_at is null
    group by g.id order by g.id`.execute(ctx.db)
  return rows
}
