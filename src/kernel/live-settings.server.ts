import type { Db } from '#platform/db/database.server.ts'
import type { Signals } from '#platform/jobs/signals.server.ts'
import type { Logger } from '#platform/log.server.ts'
import type { Settings } from './settings.ts'
import { followZones, type ShopZone } from './values/clock/shop-clock.ts'
import { zoneData } from './values/clock/zone-data.server.ts'

/** A zone of the shop and the moment from which it holds, in milliseconds; null for the first. */
export type StoredZone = { zone: string; since: number | null }

/**
 * The settings that an owner has changed, by group. Missing values come from the defaults. Without zones, as the last
 * release and long settings send it, all is read from the database.
 */
export type Chosen = { version: number; chosen: Partial<Settings>; zones?: readonly StoredZone[] }

/** Signal topic for a settings change. The message is the whole `Chosen`. */
export const SETTINGS_TOPIC = 'settings'

/** Poll interval. A process uses old settings for at most this long when a signal was lost. */
const LOOK_MS = 1500

export type LiveSettings = {
  /** The current settings, frozen. A later change creates a new object. */
  current: () => Settings
  /** The zones of the shop, oldest first, each with its clock as data. */
  zones: () => readonly ShopZone[]
  /** Reads the settings from the database. */
  refresh: () => Promise<void>
  onChange: (listener: () => void) => void
  start: () => Promise<void>
  stop: () => void
}

type Parts = { db: Db; signals: Signals; log: Logger; defaults: Settings }

/**
 * The settings of a running shop. A signal carries each change whole and takes effect at once. A poll every 1.5 s finds changes whose
 * signal was lost. An older version never overwrites a newer version.
 */
export function createLiveSettings({ db, signals, log, defaults }: Parts): LiveSettings {
  const listeners: (() => void)[] = []
  let version = 0
  let settings = frozen(defaults)
  let zones: readonly ShopZone[] = []
  let timer: NodeJS.Timeout | undefined

  function take(chosen: Chosen): void {
    if (chosen.version <= version) return
    if (!chosen.zones) return void look()
    version = chosen.version
    zones = chosen.zones.map(({ zone, since }) => ({ ...zoneData(zone), since }))
    followZones(zones)
    settings = frozen(overDefaults(defaults, chosen.chosen))
    for (const listener of listeners) listener()
  }
  const refresh = async () => take(await chosenSettings(db))
  const look = () => refresh().catch(error => log.warn({ err: error }, 'settings not read'))

  signals.subscribe(SETTINGS_TOPIC, message => take(message as Chosen))
  signals.onGap(() => void look())
  return {
    current: () => settings,
    zones: () => zones,
    refresh,
    onChange: listener => void listeners.push(listener),
    async start() {
      await refresh()
      timer = setInterval(look, LOOK_MS)
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}

/** Reads the owner's settings and their version. */
async function chosenSettings(db: Db): Promise<Chosen> {
  const { version, chosen } = await db
    .selectFrom('shop_settings')
    .select(['version', 'chosen'])
    .executeTakeFirstOrThrow()
  return { version, chosen: chosen as Partial<Settings>, zones: await listShopZones({ db }) }
}

/** The zones of the shop, oldest first. */
export const listShopZones = async ({ db }: { db: Db }): Promise<StoredZone[]> =>
  (await db.selectFrom('shop_zone').select(['since', 'zone']).orderBy('since').execute()).map(({ since, zone }) => ({
    zone,
    since: Number.isFinite(+since) ? +since : null,
  }))

/** Merges the owner's settings over the defaults, field by field. A field that the owner's group lacks keeps its default. */
export function overDefaults(defaults: Settings, chosen: Partial<Settings>): Settings {
  const groups = Object.entries(defaults).map(([name, usual]) => {
    const own = chosen[name as keyof Settings]
    if (own === undefined) return [name, usual]
    return [name, typeof usual === 'object' ? { ...usual, ...(own as object) } : own]
  })
  return Object.fromEntries(groups) as Settings
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}
