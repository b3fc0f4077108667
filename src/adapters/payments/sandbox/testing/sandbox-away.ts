import type { Pool } from 'pg'

/** During `work` the sandbox answers with an internal error, as Stripe might, and stores nothing. */
export async function whileSandboxAway<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  await pool.query('alter table stripe_sandbox.object rename to away')
  try {
    return await work()
  } finally {
    await pool.query('alter table stripe_sandbox.away rename to object')
  }
}
