import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'

/** The number of owners, and how many of those who can sign in have a second factor. */
export async function ownerCounts({ db }: Pick<Context, 'db'>): Promise<{ owners: number; secured: number }> {
  const { rows } = await sql<{ owners: number; secured: number }>`
    select count(*)::int as owners, count(*) filter (where enabled and (
      exists (select from second_factor f where f.user_id = users.id)
      or exists (select from passkey p where p.user_id = users.id)))::int as secured
    from users where role = 'owner'`.execute(db)
  return rows[0]!
}
