import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase, type Pool } from '#platform/db/database.server.ts'
import { freePort } from '#platform/free-port.server.ts'
import type { Place } from './bench-kinds.ts'
import { BENCH_SECRET } from './secret.ts'
import { PEOPLE, seedOrders } from './seed-orders.ts'
import { startShopProcess } from './shop-process.ts'
import { sized } from './short.ts'
import { type Line, row } from './table.ts'

const run = promisify(execFile)
const SCRIPTS = join(import.meta.dirname, '../deploy/backup')
const BIN = '/usr/lib/postgresql/15/bin'
const SHOP_PORT = 3588
const JOURNAL_MS = sized(20_000, 2000)
const RPO_MS = 10_000
const RTO_MS = 60_000
/** A function of PostgreSQL 18 that the seed uses. */
const UUIDV7 = `create function uuidv7(shift interval) returns uuid language sql volatile as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
    substring(int8send((extract(epoch from clock_timestamp() + shift) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid $$`

/**
 * Backs up a shop of a million orders on PostgreSQL 15 by `deploy/backup`, loses its disk in the middle of writes, and restores the last
 * moment, then a second in the past. Needs Debian's postgresql-15, pgbackrest and restic, and root, because PostgreSQL runs as `postgres`.
 */
export async function benchRestore({ say }: Pick<Place, 'say'>): Promise<Line[]> {
  if (userInfo().uid !== 0) throw new Error('Run as root.')
  // On the disk, because the temporary folder may be memory.
  const folder = `/var/tmp/redoubt-restore-${process.pid}`
  const server = await startServer(folder)
  process.once('exit', server.end)
  try {
    await fill(server, say)
    const [setup, full] = [
      await timed(() => server.script('setup.sh')),
      await timed(() => server.script('backup.sh', 'full')),
    ]
    say(`set up in ${seconds(setup.ms)}, full backup in ${seconds(full.ms)}`)
    const verify = await timed(() => server.script('verify.sh'))
    say(verify.result.trim())
    const written = await writeJournal(server)
    const size = await server.ask('select pg_database_size(current_database())')
    const lost = await loseDisk(server, written, say)
    const past = await goBack(server, written, say)
    return linesOf({ setup, full, verify, size: Number(size), lost, past })
  } finally {
    process.off('exit', server.end)
    server.end()
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const began = performance.now()
  const result = await work()
  return { ms: performance.now() - began, result }
}

/** PostgreSQL 15 in a folder, run by the user `postgres`. */
async function startServer(folder: string) {
  const [data, socket, files] = [join(folder, 'pg'), join(folder, 'socket'), join(folder, 'files')]
  for (const each of [folder, data, socket, files]) mkdirSync(each, { recursive: true })
  chmodSync(folder, 0o755)
  spawnSync('chown', ['postgres', data, socket])
  writeFileSync(join(folder, 'env'), `AUTH_SECRET=${BENCH_SECRET}\n`, { mode: 0o600 })
  const port = await freePort()
  const env = {
    ...process.env,
    ...{ BACKUP_DIR: join(folder, 'backup'), BACKUP_KEY_FILE: join(folder, 'key'), PGDATA: data, PGPORT: String(port) },
    ...{ PGSOCKET: socket, DATA_DIR: files, SECRETS_FILE: join(folder, 'env'), TMPDIR: '/var/tmp' },
  }
  const as = ['--reuid=postgres', '--regid=postgres', '--clear-groups']
  const control = (...args: string[]) =>
    run('setpriv', [...as, `${BIN}/pg_ctl`, '-D', data, '-w', ...args], { cwd: '/' })
  const ask = async (sql: string, database = 'redoubt') => {
    const psql = ['-qAtX', '-h', socket, '-p', String(port), '-U', 'postgres', '-d', database, '-c', sql]
    return (await run(`${BIN}/psql`, psql)).stdout.trim()
  }
  await run('setpriv', [...as, `${BIN}/initdb`, '-D', data, '-E', 'UTF8', '--locale=C.UTF-8', '-k', '--auth=trust'], {
    cwd: '/',
  })
  const settings = {
    listen_addresses: "'127.0.0.1'",
    port,
    unix_socket_directories: `'${socket}'`,
    shared_buffers: "'512MB'",
  }
  const conf = join(data, 'postgresql.conf')
  const lines = Object.entries({ ...settings, max_wal_size: "'2GB'" }).map(([name, value]) => `${name} = ${value}\n`)
  writeFileSync(conf, readFileSync(conf, 'utf8') + lines.join(''))
  await control('-l', join(socket, 'log'), 'start')
  await ask('create database redoubt', 'postgres')
  return {
    ...{ data, files, ask, control },
    url: `postgres://postgres@127.0.0.1:${port}/redoubt`,
    script: async (name: string, ...args: string[]) => (await run(join(SCRIPTS, name), args, { env })).stderr,
    /** Stops the server and deletes the folder. */
    end() {
      spawnSync('setpriv', [...as, `${BIN}/pg_ctl`, '-D', data, '-m', 'immediate', '-w', 'stop'], { cwd: '/' })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
type Server = Awaited<ReturnType<typeof startServer>>

const startShop = ({ url, files }: Server) =>
  startShopProcess(SHOP_PORT, { DATABASE_URL: url, DATA_DIR: files, AUTH_SECRET: BENCH_SECRET, SEED: 'off' })

async function fill(server: Server, say: (text: string) => void): Promise<void> {
  await (await startShop(server)).stop()
  const { pool, db } = openDatabase(server.url, 2)
  pool.on('error', () => {})
  await pool.query(UUIDV7)
  await seedOrders(pool, PEOPLE, say)
  await pool.query('drop function uuidv7(interval)')
  await pool.query('create table journal (n integer primary key, at timestamptz not null default clock_timestamp())')
  await db.destroy()
}

type Written = { n: number; at: number }[]

/** Acknowledged rows, each with the moment of its acknowledgement. */
async function writeJournal(server: Server): Promise<Written> {
  const { pool, db } = openDatabase(server.url, 2)
  const written: Written = []
  const until = Date.now() + JOURNAL_MS
  for (let n = 1; Date.now() < until; n++) {
    await insert(pool, n)
    written.push({ n, at: Date.now() })
    await new Promise(done => setTimeout(done, 20))
  }
  await db.destroy()
  return written
}
const insert = (pool: Pool, n: number) => pool.query('insert into journal (n) values ($1)', [n])

/** The server dies without a word, and its disk with it. */
async function loseDisk(server: Server, written: Written, say: (text: string) => void) {
  const pid = Number(readFileSync(join(server.data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const children = spawnSync('pgrep', ['-P', String(pid)])
    .stdout.toString()
    .split('\n')
    .filter(Boolean)
  for (const each of [pid, ...children.map(Number)]) process.kill(each, 'SIGKILL')
  const diedAt = written.at(-1)!
  spawnSync('find', [server.data, '-mindepth', '1', '-delete'])
  const { ms } = await timed(async () => {
    say((await server.script('restore.sh')).trim())
    const shop = await startShop(server)
    await shop.stop()
  })
  const last = Number(await server.ask('select coalesce(max(n), 0) from journal'))
  const kept = written.find(({ n }) => n === last)
  const orders = Number(await server.ask('select count(*) from customer_order'))
  say(`disk lost: ready again after ${seconds(ms)}`)
  return { ms, lostMs: diedAt.at - (kept?.at ?? written[0]!.at), orders, faults: await faultsOf(server) }
}

/** Restores a second in the middle of the journal. */
async function goBack(server: Server, written: Written, say: (text: string) => void) {
  const middle = written[Math.floor(written.length / 2)]!
  await server.control('-m', 'fast', 'stop')
  const to = new Date(middle.at + 5).toISOString().replace('T', ' ').replace('Z', '+00')
  const { ms } = await timed(async () => say((await server.script('restore.sh', '--to', to)).trim()))
  const last = Number(await server.ask('select max(n) from journal'))
  return { ms, isExact: last === middle.n, faults: await faultsOf(server) }
}

/** Counts broken invariants of money, credits, stock and draws. */
async function faultsOf(server: Server): Promise<number> {
  const sql = readFileSync(join(import.meta.dirname, '../db/invariants.sql'), 'utf8')
  return (await server.ask(sql)).split('\n').filter(Boolean).length
}

type Timed = { ms: number }
type Figures = {
  setup: Timed
  full: Timed
  verify: Timed
  size: number
  lost: Awaited<ReturnType<typeof loseDisk>>
  past: Awaited<ReturnType<typeof goBack>>
}

function linesOf({ full, verify, size, lost, past }: Figures): Line[] {
  const gigabytes = `${(size / 1e9).toFixed(1)} GB`
  return [
    row(`full backup of ${lost.orders.toLocaleString('en-US')} orders, ${gigabytes}`, seconds(full.ms)),
    row('restored beside the shop, read whole, invariants asked', seconds(verify.ms)),
    row('disk lost: shop ready again', seconds(lost.ms), seconds(RTO_MS), lost.ms <= RTO_MS),
    row(
      'disk lost: last acknowledged writes that were not archived',
      seconds(lost.lostMs),
      seconds(RPO_MS),
      lost.lostMs <= RPO_MS,
    ),
    row('restored to a second in the past', seconds(past.ms), seconds(RTO_MS), past.ms <= RTO_MS && past.isExact),
    {
      ...row('broken invariants after both', String(lost.faults + past.faults), '0', lost.faults + past.faults === 0),
      isRule: true,
    },
  ]
}
