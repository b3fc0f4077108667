import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'

const ASK_MS = 100
const KEY = sql.lit('tend-draws')

/** Runs `work` while no process tends draws. A second caller waits for the first, without a connection. */
export async function withoutTending<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const client = await ctx.pool.connect()
    try {
      const { rows } = await client.query<{ is: boolean }>(`select pg_try_advisory_lock(hashtext('tend-draws')) as is`)
      if (rows[0]!.is) return await work()
    } finally {
      await client.query('select pg_advisory_unlock_all()').finally(() => client.release())
    }
    await setTimeout(ASK_MS)
  }
}

/** Whether draws may be tended now. */
export async function mayTend(ctx: Context): Promise<boolean> {
  const { rows } = await sql<{
    may: boolean
  }>`select pg_try_advisory_xact_lock_shared(hashtext(${KEY})) as may`.execute(ctx.db)
  return rows[0]!.may
}
