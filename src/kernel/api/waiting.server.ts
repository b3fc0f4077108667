import { type RawBuilder, sql } from 'kysely'
import type { DataContext } from '../context.ts'
import { NAMED, WAITING_LIMIT } from './waiting-limits.ts'

/** Work that waits for staff: the number of records, counted up to `WAITING_LIMIT`, and the first ones. */
export type Waiting<Row> = { count: number; first: Row[] }

/**
 * Reads the first records of some work and counts the rest in one statement. No more than `WAITING_LIMIT` rows are read where an index has
 * the order.
 * @param list a `select` in the order of the work, without limit.
 */
export async function readWaiting<Row>(ctx: DataContext, list: RawBuilder<Row>): Promise<Waiting<Row>> {
  const { rows } = await sql<Row & { waitingCount: number }>`
    select * from (
      select *, row_number() over () as "waitingPlace", (count(*) over ())::int as "waitingCount"
      from (${list} limit ${WAITING_LIMIT}) as listed
    ) as counted where "waitingPlace" <= ${NAMED} order by "waitingPlace"`.execute(ctx.db)
  return { count: rows[0]?.waitingCount ?? 0, first: rows }
}
