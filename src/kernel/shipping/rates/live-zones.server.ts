import { sql } from 'kysely'
import type { Db } from '#platform/db/database.server.ts'
import type { Signals } from '#platform/jobs/signals.server.ts'
import type { Logger } from '#platform/log.server.ts'
import type { Zone } from './rates.ts'

/** Signal topic of a change; the message is empty, and each process reads again. */
export const SHIPPING_TOPIC = 'shipping'

/** Poll interval. A process prices by old zones for at most this long when a signal was lost. */
const LOOK_MS = 1500

export type LiveZones = {
  /** The current zones, without a call of the database. */
  current: () => readonly Zone[]
  start: () => Promise<void>
  stop: () => void
}

type Parts = {
  db: Db
  signals: Signals
  log: Logger
  /** Called after a change by staff. */
  onChange: () => void
}

/**
 * Zones and methods of shipping in the memory of each process, so that a quote needs no statement for them. A signal makes a process read
 * again, and a poll finds changes whose signal was lost.
 */
export function createLiveZones({ db, signals, log, onChange }: Parts): LiveZones {
  let kept: readonly Zone[] = []
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> = Promise.resolve()

  async function read(): Promise<void> {
    const next = await readZones(db)
    if (JSON.stringify(next) === JSON.stringify(kept)) return
    kept = next
    onChange()
  }
  /** One reading after the other, so that an older one does not replace a newer one. */
  const look = () => {
    reading = reading.then(read).catch(error => log.warn({ err: error }, 'shipping zones not read'))
    return reading
  }
  signals.subscribe(SHIPPING_TOPIC, () => void look())
  signals.onGap(() => void look())
  return {
    current: () => kept,
    async start() {
      await read()
      timer = setInterval(() => void look(), LOOK_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}

/** A zone with its methods as staff wrote it. */
export type StoredZone = Zone & { isServed: boolean; version: number; updatedAt: string }

/** All zones by name. */
export async function listStoredZones({ db }: { db: Db }): Promise<StoredZone[]> {
  const { rows } = await sql<Omit<StoredZone, 'updatedAt'> & { updated_at: Date }>`
    select z.id, z.name, z.is_served as "isServed", z.version, z.updated_at,
      array(select state from shipping_zone_state s where s.zone_id = z.id order by state) as states,
      coalesce((
        select json_agg(json_build_object('id', m.id, 'name', m.name, 'measure', m.measure,
          'freeFromCents', m.free_from_cents, 'tareGrams', m.tare_grams,
          'days', case when m.days_from is not null then json_build_object('from', m.days_from, 'to', m.days_to) end,
          'bands', array(
            select json_build_object('from', b.from_measure, 'below', b.below_measure, 'cents', b.cents)
            from shipping_band b where b.method_id = m.id order by b.from_measure)) order by m.position, m.id)
        from shipping_method m where m.zone_id = z.id), '[]') as methods
    from shipping_zone z order by lower(z.name), z.id`.execute(db)
  return rows.map(({ updated_at, ...zone }) => ({ ...zone, updatedAt: updated_at.toISOString() }))
}

/** The zones by which orders are priced; one that is not served has no method. */
async function readZones(db: Db): Promise<Zone[]> {
  const zones = await listStoredZones({ db })
  return zones.map(({ id, name, states, isServed, methods }) => ({
    ...{ id, name, states },
    methods: isServed ? methods : [],
  }))
}
