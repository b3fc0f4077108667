import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { GIVEAWAY_ERRORS } from '../../contract.ts'
import type { ImpactPreview } from '../admin-contract.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/** Live entries of a giveaway, the credits in them, and the number of entrants. @throws giveaway_not_found */
export async function impactPreview(ctx: DataContext, giveawayId: string): Promise<ImpactPreview> {
  const { rows } = await sql<ImpactPreview>`
    select count(e.id)::int as entries, count(*) filter (where e.is_private)::int as "byMail",
      count(*) filter (where not e.is_private)::int as credits,
      count(distinct coalesce(e.user_id::text, lower(e.mail_email)))::int as people
    from giveaway g left join giveaway_entry e on e.giveaway_id = g.id and e.removed_at is null
    where g.id = ${giveawayId} group by g.id`.execute(ctx.db)
  if (!rows[0]) throw refuse('giveaway_not_found')
  return rows[0]
}
