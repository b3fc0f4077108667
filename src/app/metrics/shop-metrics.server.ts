import { Gauge, Registry } from 'prom-client'
import { readLogState } from '#features/draw-log/log/queries/log-state.server.ts'
import { findLatestAudit } from '#features/giveaways/entries/queries/entries.server.ts'
import { listWaitingMessages } from '#features/notifications/queries/waiting-messages.server.ts'
import { listDiscrepancyCounts } from '#features/reconciliation/queries/discrepancy-counts.server.ts'
import type { Context } from '#kernel/context.ts'
import type { ShopPool } from '#platform/db/connections/shop-pool.server.ts'
import { listQueueStates } from '#platform/jobs/queue-states.server.ts'

/** Several scrapers, and scrapes in a row, share one reading. */
const READING_MS = 10_000

type Sample = { labels?: Record<string, string>; value: number }
type Reading = Record<keyof typeof GAUGES, Sample[]>

/** Name of each gauge, its meaning and its labels. Each process reports the same values, so a query takes `max by` its labels. */
const GAUGES = {
  redoubt_jobs_due: ['Jobs that are due and not running.', ['queue']],
  redoubt_jobs_oldest_seconds: ['Age of the oldest due job.', ['queue']],
  redoubt_jobs_failed: ['Jobs without a retry left, of the last 24 hours.', ['queue']],
  redoubt_messages_due: ['Messages that are due and not sent.', ['channel']],
  redoubt_messages_oldest_seconds: ['Age of the oldest due message.', ['channel']],
  redoubt_discrepancies_open: ["Open differences between the shop's books and the payment provider's.", ['kind']],
  redoubt_ledger_faults: ['Faults that the latest audit of credits and entries found.', []],
  redoubt_ledger_audit_timestamp_seconds: ['When the latest audit of credits and entries ended.', []],
  redoubt_draw_log_size: ['Leaves of the log of draws.', []],
  redoubt_draw_log_published_size: ['Leaves under the latest published checkpoint.', []],
  redoubt_draw_log_checkpoint_timestamp_seconds: ['When the latest checkpoint was published.', []],
  redoubt_draw_log_waiting: ['Entries and changes without a leaf.', []],
  redoubt_draw_log_waiting_seconds: ['Age of the oldest entry or change without a leaf.', []],
  redoubt_draw_log_conflicts: ['Witnesses that saw another log.', []],
  redoubt_draws_overdue: ['Sealed giveaways whose round is out and whose winner is not drawn.', []],
  redoubt_draws_overdue_seconds: ['Time since the round of the oldest of them.', []],
} as const satisfies Record<string, readonly [help: string, labels: readonly string[]]>

/** What PostgreSQL knows of the shop, the pools of this process, and its process of pictures. */
export type ShopMetrics = { text: () => Promise<string> }

/**
 * @param ctx reads through the staff's pool, so that a scrape takes no connection of shoppers.
 * @param pools by name.
 * @param pictureBytes memory of the process of pictures; 0 while there is none.
 */
export function createShopMetrics(
  ctx: Context,
  pools: Record<string, ShopPool>,
  pictureBytes: () => Promise<number>,
): ShopMetrics {
  const registry = new Registry()
  const gauges = Object.entries(GAUGES).map(
    ([name, [help, labelNames]]) => new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] }),
  )
  const up = new Gauge({ name: 'redoubt_database_up', help: '1 while PostgreSQL answers.', registers: [registry] })
  watchPools(registry, pools)
  watchPictures(registry, pictureBytes)
  let readAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined

  async function refresh(): Promise<void> {
    const reading = await read(ctx).catch(error => ctx.log.warn({ err: error }, 'the shop was not measured'))
    up.set(reading ? 1 : 0)
    for (const [at, name] of Object.keys(GAUGES).entries()) {
      const gauge = gauges[at]!
      gauge.reset()
      // Without labels, a reset gauge says 0, and an audit that never ran would be 50 years old.
      if (GAUGES[name as keyof Reading][1].length === 0) gauge.remove()
      for (const { labels = {}, value } of reading?.[name as keyof Reading] ?? []) gauge.set(labels, value)
    }
  }

  return {
    async text() {
      if (performance.now() - readAt > READING_MS) {
        readAt = performance.now()
        running = refresh()
      }
      await running
      return registry.metrics()
    },
  }
}

function watchPools(registry: Registry, pools: Record<string, ShopPool>): void {
  new Gauge({
    name: 'redoubt_database_connections',
    help: 'Connections of a pool, by state.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { idleCount, totalCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'used' }, totalCount - idleCount)
      }
    },
  })
  new Gauge({
    name: 'redoubt_database_waiting',
    help: 'Calls that wait for a connection of a pool.',
    labelNames: ['pool'],
    registers: [registry],
    collect() {
      for (const [pool, { waitingCount }] of Object.entries(pools)) this.set({ pool }, waitingCount)
    },
  })
}

function watchPictures(registry: Registry, pictureBytes: () => Promise<number>): void {
  new Gauge({
    name: 'redoubt_pictures_resident_memory_bytes',
    help: 'Resident memory of the process that decodes pictures; 0 while there is none.',
    registers: [registry],
    async collect() {
      this.set(await pictureBytes())
    },
  })
}

async function read(ctx: Context): Promise<Reading> {
  const [queues, messages, discrepancies, audit, log] = await Promise.all([
    listQueueStates(ctx.db),
    listWaitingMessages(ctx),
    listDiscrepancyCounts(ctx),
    findLatestAudit(ctx),
    readLogState(ctx),
  ])
  const now = +ctx.now()
  const moment = (at: Date | null | undefined): Sample[] => (at ? [{ value: +at / 1000 }] : [])
  const age = (since: Date | null): Sample[] => [{ value: since ? Math.max(0, now - +since) / 1000 : 0 }]
  return {
    redoubt_jobs_due: queues.map(({ queue, due }) => ({ labels: { queue }, value: due })),
    redoubt_jobs_oldest_seconds: queues.map(({ queue, oldestSeconds }) => ({
      labels: { queue },
      value: oldestSeconds,
    })),
    redoubt_jobs_failed: queues.map(({ queue, failed }) => ({ labels: { queue }, value: failed })),
    redoubt_messages_due: messages.map(({ channel, due }) => ({ labels: { channel }, value: due })),
    redoubt_messages_oldest_seconds: messages.map(({ channel, oldestSeconds }) => ({
      labels: { channel },
      value: oldestSeconds,
    })),
    redoubt_discrepancies_open: discrepancies.map(({ kind, count }) => ({ labels: { kind }, value: count })),
    redoubt_ledger_faults: audit ? [{ value: audit.faultCount }] : [],
    redoubt_ledger_audit_timestamp_seconds: moment(audit?.finishedAt),
    redoubt_draw_log_size: [{ value: log.size }],
    redoubt_draw_log_published_size: [{ value: log.checkpointSize ?? 0 }],
    redoubt_draw_log_checkpoint_timestamp_seconds: moment(log.checkpointAt),
    redoubt_draw_log_waiting: [{ value: log.waiting }],
    redoubt_draw_log_waiting_seconds: age(log.waitingSince),
    redoubt_draw_log_conflicts: [{ value: log.conflicts }],
    redoubt_draws_overdue: [{ value: log.undrawn }],
    redoubt_draws_overdue_seconds: age(log.undrawnSince),
  }
}
