import { sql } from 'kysely'
import type { TransactionContext } from '#kernel/context.ts'
import { listShopZones, type StoredZone } from '#kernel/live-settings.server.ts'
import { zoneChangeAt } from '#kernel/values/clock/zone-change.ts'
import { MINUTE_MS } from '#kernel/values/durations.ts'
import { refuse } from '#platform/errors.ts'

/** Each process reads the settings within 2 s, so that all of them know a change before it holds. */
const KNOWN_MS = MINUTE_MS

export type ZonePlan = {
  /** Of the shop, oldest first. */
  zones: readonly StoredZone[]
  zone: string
  now: Date
  /** No day of the shop has counted yet. */
  isUnused: boolean
}

/**
 * The zones of the shop with another one from the next midnight on, which replaces a change that does not hold yet. Before the first day that
 * counts, the zone holds from ever, so that no moment of a new shop keeps the clock of its placeholders.
 * @returns null where the clocks are a day or more apart.
 */
export function planZone({ zones, zone, now, isUnused }: ZonePlan): readonly StoredZone[] | null {
  if (isUnused && zones.some(known => known.zone !== zone)) return [{ zone, since: null }]
  if (zones.at(-1)!.zone === zone) return zones
  const fixed = +now + KNOWN_MS
  const kept = zones.filter(({ since }) => since === null || since <= fixed)
  const last = kept.at(-1)!
  if (last.zone === zone) return kept
  const at = zoneChangeAt(new Date(Math.max(fixed, last.since ?? 0)), [last.zone, zone])
  return at && [...kept, { zone, since: +at }]
}

const wrongZone = (sentence: string) => refuse('invalid_input', {}, { 'settings.place.timeZone': [sentence] })

/** Stores the zones of `planZone`. The caller holds the lock of the settings. @throws invalid_input */
export async function scheduleZone(
  tx: TransactionContext,
  { zone, isUnused }: Pick<ZonePlan, 'zone' | 'isUnused'>,
): Promise<readonly StoredZone[]> {
  const zones = await listShopZones(tx)
  const planned = planZone({ zones, zone, now: tx.now(), isUnused })
  if (planned === null)
    throw wrongZone(
      `The clocks of ${zones.at(-1)!.zone} and ${zone} are a day or more apart. Please change to a zone between them first.`,
    )
  if (planned === zones) return zones
  await requireKnown(tx, zone)
  const ever = sql<Date>`'-infinity'`
  const last = planned.at(-1)!
  const held = last.since === null ? ever : new Date(+tx.now() + KNOWN_MS)
  await tx.db.deleteFrom('shop_zone').where('since', '>', held).execute()
  await tx.db
    .insertInto('shop_zone')
    .values({ since: last.since === null ? ever : new Date(last.since), zone })
    .onConflict(same => same.column('since').doUpdateSet({ zone }))
    .execute()
  return planned
}

/** PostgreSQL counts days too, by time zone data of its own. */
async function requireKnown(tx: TransactionContext, zone: string): Promise<void> {
  const { rows } = await sql`select from pg_timezone_names where name = ${zone}`.execute(tx.db)
  if (rows.length === 0) throw wrongZone('The database does not know this time zone. Please choose one of the list.')
}
