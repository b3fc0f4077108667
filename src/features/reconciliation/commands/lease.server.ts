import { sql } from 'kysely'
import type { Context } from '#adapters/context.ts'

/** Longer than a page of the slowest list takes; each page renews it. */
const SECONDS = 120

/** Takes the one lease of reconciling. @returns whether it was free. */
export async function takeLease({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update reconciler set leased_until = clock_timestamp() + make_interval(secs => ${SECONDS})
    where leased_until < clock_timestamp()`.execute(db)
  return numAffectedRows === 1n
}

/** Keeps it while the work goes on. */
export async function renewLease({ db }: Pick<Context, 'db'>): Promise<void> {
  await sql`update reconciler set leased_until = clock_timestamp() + make_interval(secs => ${SECONDS})`.execute(db)
}

/** Gives it back. */
export async function endLease({ db }: Pick<Context, 'db'>): Promise<void> {
  await sql`update reconciler set leased_until = '-infinity'`.execute(db)
}
