import { sql } from 'kysely'
import { hasMessage, retryMessage } from '#features/notifications/delivery/commands.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { transact } from '#kernel/transaction.server.ts'
import { HOUR_MS } from '#kernel/values/durations.ts'
import { refusals, refuse as refuseCommon } from '#platform/errors.ts'
import { hasJob, retryFailedJob } from '#platform/jobs/queue-states.server.ts'
import { OPERATIONS_ERRORS, type Process } from './contract.ts'

const refuse = refusals(OPERATIONS_ERRORS)

/** Processes that said nothing for this long are forgotten. */
const FORGET_MS = 24 * HOUR_MS

export type Beat = Pick<Process, 'instance' | 'role' | 'release' | 'overload'> & {
  startedAt: Date
  outages: readonly Process['outages'][number][]
}

/** Records what a process knows of itself. Its time is the database's, because clocks of machines differ. */
export async function recordBeat({ db }: Pick<DataContext, 'db'>, beat: Beat): Promise<void> {
  await sql`
    insert into process_beat (instance, role, release, started_at, beat_at, overload, outages)
    values (${beat.instance}, ${beat.role}, ${beat.release}, ${beat.startedAt}, now(), ${beat.overload}, ${JSON.stringify(beat.outages)})
    on conflict (instance) do update set role = excluded.role, release = excluded.release, started_at = excluded.started_at,
      beat_at = excluded.beat_at, overload = excluded.overload, outages = excluded.outages`.execute(db)
  await sql`delete from process_beat where beat_at < now() - make_interval(secs => ${FORGET_MS / 1000})`.execute(db)
}

/** A process that stops in order leaves nothing behind, so that it does not look dead. */
export async function endBeats({ db }: Pick<DataContext, 'db'>, instance: string): Promise<void> {
  await db.deleteFrom('process_beat').where('instance', '=', instance).execute()
}

/** Runs a failed job once more. @throws not_found, job_not_failed */
export async function retryJob(ctx: Context, id: string): Promise<void> {
  await transact(ctx, async tx => {
    const queue = await retryFailedJob(tx.db, id)
    if (!queue) throw (await hasJob(tx.db, id)) ? refuse('job_not_failed') : refuseCommon('not_found')
    await writeAuditLog(tx, { action: 'ran again', subject: { type: 'job', id, label: queue } })
    tx.onCommit(ctx => ctx.jobs.wake(queue))
  })
}

/** Sends a message once more that was given up. @throws not_found, message_not_failed */
export async function retryFailedMessage(ctx: Context, id: string): Promise<void> {
  await transact(ctx, async tx => {
    const subject = await retryMessage(tx, id)
    if (subject === undefined)
      throw (await hasMessage(tx, id)) ? refuse('message_not_failed') : refuseCommon('not_found')
    await writeAuditLog(tx, { action: 'sent again', subject: { type: 'message', id, label: subject } })
  })
}
