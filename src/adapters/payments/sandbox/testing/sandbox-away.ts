import type { Pool } from 'pg'

/** While the work is done the sandbox answers with a fault of its own, as Stripe might, and keeps nothing. */
export async function whileSandboxAway<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  await pool.query('alter table stripe_sandbox.object rename to away')
  try {
    return await work()
  } finally {
    await pool.query('alter table stripe_sandbox.away rename to object')
  }
}
