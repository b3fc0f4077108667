import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'

/** Longer than reading one page of the slowest list. Each page renews the lease. */
const SECONDS = 120

/** Takes the single lease of reconciliation. @returns whether the lease was free. */
export async function takeLease({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update reconciler set leased_until = clock_timestamp() + make_interval(secs => ${SECONDS})
    where leased_until < clock_timestamp()`.execute(db)
  return numAffectedRows === 1n
}

/** Extends the lease during the work. */
export async function renewLease({ db }: Pick<Context, 'db'>): Promise<void> {
  await sql`update reconciler set leased_until = clock_timestamp() + make_interval(secs => ${SECONDS})`.execute(db)
}

/** Releases the lease. */
export async function endLease({ db }: Pick<Context, 'db'>): Promise<void> {
  await sql`update reconciler set leased_until = '-infinity'`.execute(db)
}
