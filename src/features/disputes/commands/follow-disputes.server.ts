import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { readDispute } from './read-dispute.server.ts'

/** Read interval. A dispute can last three months, longer than the lists are read back. */
const READ_EVERY_MS = 6 * 3600_000
const BATCH = 100

/**
 * Reads open disputes without news for 6 hours again, including those whose order was unknown at the last read. A failure does not block
 * the others.
 */
export async function followDisputes(ctx: Context): Promise<void> {
  const before = new Date(+ctx.now() - READ_EVERY_MS)
  const { rows } = await sql<{ providerId: string }>`
    update dispute set read_at = ${ctx.now()} where id in (
      select id from dispute where closed_at is null and read_at < ${before} order by read_at limit ${BATCH})
    returning provider_id as "providerId"`.execute(ctx.db)
  for (const { providerId } of rows) {
    await readDispute(ctx, providerId).catch(error =>
      ctx.log.warn({ err: error, providerId }, 'dispute not read, will be tried again'),
    )
  }
}
