import type { Pool } from '#platform/db/database.server.ts'

/** Frees idempotency keys of dead calls that are older than `ageMs`, because a campaign does not wait for their 60 s limit. */
export async function forgetRunningCalls(pool: Pool, ageMs: number): Promise<void> {
  const age = `update idempotency_key set created_at = created_at - interval '1 minute'
    where status is null and created_at < now() - make_interval(secs => $1)`
  await pool.query(age, [ageMs / 1000])
}
