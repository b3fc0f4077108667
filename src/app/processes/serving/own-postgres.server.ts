import { join } from 'node:path'
import type { RunningPostgres } from '#platform/db/connections/embedded-postgres.server.ts'
import type { Env } from '#platform/env.ts'

/** Starts the shop's own PostgreSQL, when the settings name no other. A dynamic import, because an image has none. */
export async function startOwnPostgres({ DATABASE_URL, DATA_DIR }: Env): Promise<RunningPostgres | undefined> {
  if (DATABASE_URL) return undefined
  const { startPostgres } = await import('#platform/db/connections/embedded-postgres.server.ts')
  return startPostgres(join(DATA_DIR, 'pg'))
}
