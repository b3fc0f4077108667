import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'
import { readDispute } from './read-dispute.server.ts'

/** A dispute runs for up to three months, longer than lists are looked back over. */
const READ_EVERY_MS = 6 * 3600_000
const BATCH = 100

/**
 * Reads open disputes again of which no word came for hours, and disputes whose order was unknown when they were read.
 * Should one fail, the others are read all the same.
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
