import type { Db } from './db/database.server.ts'
import type { Logger } from './log.server.ts'
import type { Settings } from './settings.ts'
import type { Signals } from './signals.server.ts'

/** What an owner has chosen, group by group; what is missing is as the defaults say. */
export type Chosen = { version: number; chosen: Partial<Settings> }

/** The topic under which a change is told to every process; its message is the whole `Chosen`. */
export const SETTINGS_TOPIC = 'settings'

/** How long a process may go on with old settings when the word of a change was lost. */
const LOOK_MS = 3000

export type LiveSettings = {
  /** The settings as they are now, frozen: whoever keeps the object keeps them as they were. */
  current: () => Settings
  /** Reads them anew. */
  refresh: () => Promise<void>
  onChange: (listener: () => void) => void
  start: () => Promise<void>
  stop: () => void
}

type Parts = { db: Db; signals: Signals; log: Logger; defaults: Settings }

/**
 * The settings of a running shop. A change comes with its signal and is taken at once, whole; a look at the database every few
 * seconds finds what was missed. An older word never overwrites a newer one.
 */
export function createLiveSettings({ db, signals, log, defaults }: Parts): LiveSettings {
  const listeners: (() => void)[] = []
  let version = 0
  let settings = frozen(defaults)
  let timer: NodeJS.Timeout | undefined

  function take(chosen: Chosen): void {
    if (chosen.version <= version) return
    version = chosen.version
    settings = frozen(overDefaults(defaults, chosen.chosen))
    for (const listener of listeners) listener()
  }
  const refresh = async () => take(await chosenSettings(db))
  const look = () => refresh().catch(error => log.warn({ err: error }, 'settings not read'))

  signals.subscribe(SETTINGS_TOPIC, message => take(message as Chosen))
  signals.onGap(() => void look())
  return {
    current: () => settings,
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

/** What an owner has chosen so far, and its version. */
async function chosenSettings(db: Db): Promise<Chosen> {
  const { version, chosen } = await db
    .selectFrom('shop_settings')
    .select(['version', 'chosen'])
    .executeTakeFirstOrThrow()
  return { version, chosen: chosen as Partial<Settings> }
}

/** Chosen groups over the defaults; a field that is newer than the choice has its default. */
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
