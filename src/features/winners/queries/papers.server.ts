import type { DataContext } from '#kernel/context.ts'
import type { Paper } from '../rules.ts'

/** The papers requested from a winner. */
export async function papersOf(ctx: DataContext, winnerId: string): Promise<Paper[]> {
  const rows = await ctx.db
    .selectFrom('winner_paper')
    .select(['kind', 'status', 'status_at as statusAt'])
    .where('winner_id', '=', winnerId)
    .orderBy('kind', 'desc')
    .execute()
  return rows as Paper[]
}
