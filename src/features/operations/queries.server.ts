import { sql } from 'kysely'
import { readLogState } from '#features/draw-log/log/queries/log-state.server.ts'
import { findLatestAudit } from '#features/giveaways/entries/queries/entries.server.ts'
import { listFailedMessages } from '#features/notifications/queries/failed-messages.server.ts'
import { listWaitingMessages } from '#features/notifications/queries/waiting-messages.server.ts'
import type { DataContext } from '#kernel/context.ts'
import { listFailedJobs, listQueueStates } from '#platform/jobs/queue-states.server.ts'
import { maskedEmail } from '#platform/secrets/masked-email.ts'
import type { Operations, Process } from './contract.ts'

/** A process beats every 10 s; three missed beats are no accident. */
const ALIVE_SECONDS = 30

/** The state of each part of the shop, as PostgreSQL and the beats of the processes tell it. */
export async function readOperations(ctx: DataContext): Promise<Operations> {
  const [processes, database, queues, jobs, messages, failed, backup, audit, log] = await Promise.all([
    processesOf(ctx),
    databaseOf(ctx),
    listQueueStates(ctx.db),
    listFailedJobs(ctx.db),
    listWaitingMessages(ctx),
    listFailedMessages(ctx),
    backupOf(ctx),
    findLatestAudit(ctx),
    readLogState(ctx),
  ])
  return {
    at: ctx.now().toISOString(),
    processes,
    database,
    // pg-boss's own queue comes and goes by the second, and tells an owner nothing.
    queues: queues
      .filter(({ queue }) => !queue.startsWith('__pgboss'))
      .toSorted((a, b) => b.failed - a.failed || b.due - a.due),
    failedJobs: jobs.map(({ at, ...job }) => ({ ...job, at: at.toISOString() })),
    messages,
    failedMessages: failed.map(({ at, recipient, ...message }) => ({
      ...message,
      to:
        message.channel === 'email'
          ? maskedEmail(recipient)
          : message.channel === 'sms'
            ? lastDigits(recipient)
            : 'A browser',
      at: at.toISOString(),
    })),
    backup,
    audit: audit ? { at: audit.finishedAt.toISOString(), faults: audit.faultCount } : null,
    log: {
      size: Number(log.size),
      publishedSize: Number(log.checkpointSize ?? 0),
      publishedAt: log.checkpointAt?.toISOString() ?? null,
      waiting: log.waiting,
      overdueDraws: log.undrawn,
      conflicts: log.conflicts,
    },
  }
}

const lastDigits = (phone: string) => `…${phone.slice(-4)}`

async function processesOf({ db }: DataContext): Promise<Process[]> {
  const { rows } = await sql<Omit<Process, 'startedAt' | 'beatAt'> & { startedAt: Date; beatAt: Date }>`
    select instance, role, release, started_at as "startedAt", beat_at as "beatAt", overload, outages,
      beat_at > now() - make_interval(secs => ${ALIVE_SECONDS}) as "isAlive"
    from process_beat order by "isAlive" desc, instance`.execute(db)
  return rows.map(row => ({ ...row, startedAt: row.startedAt.toISOString(), beatAt: row.beatAt.toISOString() }))
}

async function databaseOf({ db }: DataContext): Promise<Operations['database']> {
  const { rows } = await sql<{ version: string; bytes: string; connections: number; max: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as max`.execute(db)
  const { version, bytes, connections, max } = rows[0]!
  return { version, bytes: Number(bytes), connections, maxConnections: max }
}

async function backupOf({ db }: DataContext): Promise<Operations['backup']> {
  const last = await db
    .selectFrom('backup_run')
    .select(['kind', 'started_at', 'finished_at', 'error'])
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { verified } = await db
    .selectFrom('backup_run')
    .select(({ fn }) => fn.max('verified_at').as('verified'))
    .executeTakeFirstOrThrow()
  return {
    last: last
      ? { kind: last.kind, at: (last.finished_at ?? last.started_at).toISOString(), error: last.error ?? null }
      : null,
    verifiedAt: verified?.toISOString() ?? null,
  }
}
