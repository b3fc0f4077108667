import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'

const KEY = sql.lit('tend-draws')

/** Runs `work` while no process tends draws. A second caller waits for the first. */
export async function withoutTending<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  const client = await ctx.pool.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('tend-draws'))`)
    return await work()
  } finally {
    await client.query(`select pg_advisory_unlock(hashtext('tend-draws'))`).finally(() => client.release())
  }
}

/** Whether draws may be tended now. */
export async function mayTend(ctx: Context): Promise<boolean> {
  const { rows } = await sql<{
    may: boolean
  }>`select pg_try_advisory_xact_lock_shared(hashtext(${KEY})) as may`.execute(ctx.db)
  return rows[0]!.may
}
