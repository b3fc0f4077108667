import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Rig } from '../kills/rig.ts'
import { EVERY_NAME, type Name, type Place } from './surroundings.ts'

const AGAIN_MS = 100
/** A process looks at its clock file every second. */
const CLOCK_MS = 3000
const CHUNK = Buffer.alloc(1 << 20)
/** More than the pool of the web process has connections. */
const CROWD = 40
const TERMINATE = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and application_name in ('web', 'worker')`

type Setting = { rig: Rig; place: Place; giveawayId: string; claim: () => Promise<string> }
type End = () => Promise<void>

/** Each fault begins, goes on until its end, and returns the end. */
export type Fault = (setting: Setting) => Promise<End>

/** Repeats until the end, and waits for the last turn. */
function keep(work: () => Promise<unknown>): End {
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      await work()
      await new Promise(done => setTimeout(done, AGAIN_MS))
    }
  })()
  return async () => {
    isOver = true
    await running
  }
}

/** A session of another program, with none of the shop's limits. */
async function connect({ rig }: Setting): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: rig.postgres.url, application_name: 'drill' })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function hold(setting: Setting, statement: string): Promise<End> {
  const client = await connect(setting)
  await client.query('begin')
  await client.query(statement)
  return async () => {
    await client.query('rollback')
    await client.end()
  }
}

/** Other programs take every connection of the server, those of the shop too, which are ended. */
const connections: Fault = async setting => {
  const others: pg.Client[] = [await connect(setting)]
  const take = async () => {
    await others[0]!.query(TERMINATE)
    for (;;) {
      const more = await connect(setting).catch(() => undefined)
      if (!more) return
      others.push(more)
    }
  }
  const end = keep(take)
  return async () => {
    await end()
    await Promise.all(others.map(client => client.end()))
  }
}

/** A forgotten transaction holds a giveaway, and more people claim in it than the pool has connections. */
const giveaway: Fault = async setting => {
  const unlock = await hold(setting, `select pg_advisory_xact_lock(giveaway_lock('${setting.giveawayId}'))`)
  const crowd = Array.from({ length: CROWD }, () => keep(setting.claim))
  return async () => {
    await unlock()
    await Promise.all(crowd.map(end => end()))
  }
}

const table =
  (name: string): Fault =>
  setting =>
    hold(setting, `lock table ${name} in access exclusive mode`)

/** Ends all connections to a server, as when it moves. */
const HANG_UP: Record<Name, (setting: Setting) => Promise<unknown>> = {
  database: ({ rig }) => rig.observer.services.pool.query(TERMINATE),
  provider: ({ rig }) =>
    rig.provider.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`),
  mail: async ({ place }) => place.mailServer.hangUp(),
}

/** The name resolves no more, the name server is silent, and all connections end. */
const nameOf =
  (gone: Name): Fault =>
  async setting => {
    setting.place.setNames(EVERY_NAME.filter(name => name !== gone))
    await HANG_UP[gone](setting)
    return async () => setting.place.setNames(EVERY_NAME)
  }

/** The disk is full, and stays full: what PostgreSQL frees is taken at once. */
const disk: Fault = async ({ place }) => {
  const ballast = join(place.disk, 'ballast')
  const fill = async () => {
    try {
      for (;;) appendFileSync(ballast, CHUNK)
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOSPC') throw error
    }
  }
  const end = keep(fill)
  return async () => {
    await end()
    rmSync(ballast)
  }
}

/** Besides, the write-ahead log needs a new file: PostgreSQL stops, and its supervisor cannot start it before there is room. */
const log: Fault = async setting => {
  const full = await disk(setting)
  const client = await connect(setting).catch(() => undefined)
  const next = () => client?.query('select pg_switch_wal(), txid_current()').catch(() => {}) ?? Promise.resolve()
  const end = keep(next)
  return async () => {
    await full()
    await end()
    await client?.end().catch(() => {})
  }
}

/** @throws when the clock of the web process did not follow. */
const clock =
  (seconds: number): Fault =>
  async ({ rig, place }) => {
    place.setClock(seconds)
    await new Promise(done => setTimeout(done, CLOCK_MS))
    const { headers } = await fetch(`${rig.origin}/healthz`)
    const ahead = Date.parse(headers.get('date')!) - Date.now()
    if (Math.abs(ahead - seconds * 1000) > CLOCK_MS) throw new Error(`The clock is ${ahead / 1000} s ahead.`)
    return async () => place.setClock(0)
  }

export const FAULTS = {
  connections: { what: 'other programs hold all connections of the server', fault: connections },
  giveaway: { what: `a giveaway locked, ${CROWD} people claim in it`, fault: giveaway },
  orders: { what: 'table `customer_order` locked', fault: table('customer_order') },
  products: { what: 'table `product` locked', fault: table('product') },
  'dns-database': { what: 'the database’s name resolves no more, its connections end', fault: nameOf('database') },
  'dns-provider': { what: 'the payment provider’s name resolves no more', fault: nameOf('provider') },
  'dns-mail': { what: 'the mail server’s name resolves no more', fault: nameOf('mail') },
  disk: { what: 'PostgreSQL’s disk full', fault: disk },
  log: { what: 'PostgreSQL’s disk full, no room for the write-ahead log', fault: log },
  'clock-ahead': { what: 'clock of web process and worker 5 min ahead', fault: clock(300) },
  'clock-behind': { what: 'clock of web process and worker 5 min behind', fault: clock(-300) },
} satisfies Record<string, { what: string; fault: Fault }>
export type FaultName = keyof typeof FAULTS
