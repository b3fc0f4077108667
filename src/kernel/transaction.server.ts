import { sql } from 'kysely'
import type { Trx } from '#platform/db/database.server.ts'
import { isDeadlock } from '#platform/db/deadlock.server.ts'
import { refuse } from '#platform/errors.ts'
import type { NewJob } from '#platform/jobs/inserts.server.ts'
import type { Job } from '#platform/jobs/jobs.server.ts'
import type { Context, DataContext, Effect, IdempotentCall, TransactionContext } from './context.ts'

/**
 * Runs a transaction, then the effects that `tx.onCommit` collected. A rollback drops the effects. Given a `tx`, joins its transaction:
 * the effects wait for the outer commit. In a call with an Idempotency-Key the same commit marks the key, so that a repeat after a lost
 * answer does not run again.
 * @returns the result of `work`, after the commit and its effects.
 * @throws what `work` throws, after the rollback; `idempotency_running` when another attempt has taken over the call's key. A failed effect is only logged, because the data is committed.
 */
export async function transact<T>(
  ctx: Context | TransactionContext,
  work: (tx: TransactionContext) => Promise<T>,
): Promise<T> {
  if ('onCommit' in ctx) return work(ctx)
  ctx.leaveReplica?.()
  const effects: Effect[] = []
  const onCommit = (effect: Effect) => void effects.push(effect)
  const result = await ctx.db.transaction().execute(async db => {
    const jobs = collecting(ctx, db)
    const worked = await work({ ...dataOf(ctx), db, jobs, onCommit })
    await jobs.write()
    if (ctx.idempotentCall) await markCommitted(db, ctx.idempotentCall)
    return worked
  })
  for (const effect of effects) await run(effect, ctx)
  return result
}

/** Collects the jobs of a transaction, so that one statement writes them. */
function collecting(ctx: DataContext, db: Trx): TransactionContext['jobs'] {
  let collected: NewJob[] = []
  return {
    enqueue: async (_, jobs) => void collected.push(...jobs),
    async write() {
      const jobs = collected
      collected = []
      if (jobs.length > 0) await ctx.jobs.enqueue(db, jobs)
    },
  }
}

/** Does the work and takes it back, with its jobs and effects, for a caller that wants its refusals alone. @throws what `work` throws. */
export async function rehearse(tx: TransactionContext, work: (tx: TransactionContext) => Promise<void>): Promise<void> {
  await sql`savepoint rehearsal`.execute(tx.db)
  await work({ ...tx, jobs: { enqueue: async () => {}, write: async () => {} }, onCommit() {} })
  await sql`rollback to savepoint rehearsal`.execute(tx.db)
}

/** Rolls a transaction of `transactAgain` back and starts it again. */
export class TryAgain extends Error {}

const TRIES = 10

/**
 * `transact`, which starts again after `TryAgain` and after a deadlock. Given a `tx`, it joins, and the outer call starts again.
 * @throws conflict after the tenth try.
 */
export async function transactAgain<T>(
  ctx: Context | TransactionContext,
  work: (tx: TransactionContext) => Promise<T>,
): Promise<T> {
  if ('onCommit' in ctx) return work(ctx)
  for (let tries = 1; ; tries++) {
    try {
      return await transact(ctx, work)
    } catch (error) {
      if (!(error instanceof TryAgain || isDeadlock(error))) throw error
      if (tries === TRIES) throw refuse('conflict')
    }
  }
}

async function markCommitted(db: Trx, { scope, key, attempt }: IdempotentCall): Promise<void> {
  const ofCall = { scope, key }
  const { numUpdatedRows } = await db
    .updateTable('idempotency_key')
    .set({ committed: true })
    .where(eb => eb.and({ ...ofCall, attempt }))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return
  // The deletion of an account deletes the keys of its user, its own among them.
  const later = await db
    .selectFrom('idempotency_key')
    .select('attempt')
    .where(eb => eb.and(ofCall))
    .executeTakeFirst()
  if (later) throw refuse('idempotency_running')
}

async function run(effect: Effect, ctx: Context): Promise<void> {
  try {
    await effect(ctx)
  } catch (error) {
    ctx.log.error({ err: error }, 'an effect after a commit failed')
  }
}

/** Runs queries on one snapshot of the database, in a read-only transaction. */
export const readSnapshot = <T>(ctx: Context, read: (snapshot: DataContext) => Promise<T>): Promise<T> =>
  ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(db => read({ ...dataOf(ctx), db }))

/** Leaves providers and effects out of the object too, so that a cast does not reach them. */
const dataOf = (ctx: DataContext): DataContext => ({
  db: ctx.db,
  actor: ctx.actor,
  now: ctx.now,
  jobs: { enqueue: ctx.jobs.enqueue },
  log: ctx.log,
  settings: ctx.settings,
  shippingZones: ctx.shippingZones,
  origin: ctx.origin,
  ip: ctx.ip,
  userAgent: ctx.userAgent,
  requestId: ctx.requestId,
  mode: ctx.mode,
  keyedHash: ctx.keyedHash,
  onceHash: ctx.onceHash,
  seals: ctx.seals,
  storage: { publicUrl: ctx.storage.publicUrl },
  beacon: { chain: ctx.beacon.chain },
  witnessPolicy: ctx.witnessPolicy,
})

/**
 * Enqueues a job in the transaction of `tx`, so that the job exists only if the data does. It is written at the end of the transaction,
 * with the others, or by `writeJobs`. A `Context` enqueues at once.
 */
export const enqueue = <T extends object>(
  ctx: DataContext,
  job: Job<T>,
  data: T,
  options?: NewJob['options'],
): Promise<void> => {
  ctx.leaveReplica?.()
  return ctx.jobs.enqueue(ctx.db, [{ job, data, options }])
}

/** Writes the jobs that a transaction has enqueued so far. For a caller whose last write locks rows that many others wait for. */
export const writeJobs = (tx: TransactionContext): Promise<void> => tx.jobs.write()
