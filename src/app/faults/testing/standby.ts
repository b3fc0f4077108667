import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startPostgres } from '#platform/db/connections/embedded-postgres.server.ts'
import { freePort } from '#platform/free-port.server.ts'
import { PATIENCE_MS } from '#platform/testing/patience.ts'
import { temporaryFolder } from '../../testing/runs/temporary-folder.ts'

const run = promisify(execFile)
const FLAGS = ['-c', 'fsync=off', '-c', 'wal_receiver_status_interval=1s']
const CANCELLED_BY_REPLAY = '40001'

/** An empty PostgreSQL and a standby that follows it by streaming replication. Nothing of it outlasts the test. */
export async function startReplication() {
  const folder = await mkdtemp(join(temporaryFolder(), 'redoubt-replication-'))
  const first = await startPostgres(join(folder, 'pg'), FLAGS, 'trust')
  const data = await askOnce(first.url, 'show data_directory')
  await first.stop()
  const copy = `${data}-standby`
  // With its owner, because PostgreSQL does not run as root.
  await run('cp', ['-a', data, copy])
  const primary = await startPostgres(join(folder, 'pg'), FLAGS, 'trust')
  const standby = await startStandby(copy, primary.url)
  return {
    url: primary.url,
    standby,
    async stop() {
      standby.kill()
      await standby.hasEnded
      await primary.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

async function startStandby(data: string, primaryUrl: string) {
  const { uid, gid } = await stat(data)
  await writeFile(join(data, 'standby.signal'), '')
  const { searchParams, hostname, port: primaryPort, username } = new URL(primaryUrl)
  const host = searchParams.get('host') ?? hostname
  const port = await freePort()
  const settings = {
    ...{ listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port), fsync: 'off' },
    max_standby_streaming_delay: '200ms',
    primary_conninfo: `host=${host} port=${primaryPort} user=${username}`,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { postgres } = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
  const server = spawn(postgres, ['-D', data, ...flags], { uid, gid, cwd: data, stdio: 'ignore' })
  const hasEnded = new Promise<void>(done => server.once('exit', () => done()))
  const url = `postgres://${username}@127.0.0.1:${port}/redoubt`
  for (const end = Date.now() + PATIENCE_MS; ; ) {
    const isReady = await askOnce(url, 'select pg_is_in_recovery()').catch(() => undefined)
    if (isReady) break
    if (Date.now() > end || server.exitCode !== null) throw new Error('The standby did not start.')
    await new Promise(done => setTimeout(done, 50))
  }
  return {
    url,
    /** Runs a statement on the standby, again when replay cancels it: a vacuum on the primary removed what its snapshot may still see. */
    async ask(statement: string) {
      for (;;) {
        try {
          return await askOnce(url, statement)
        } catch (error) {
          if ((error as { code?: string }).code !== CANCELLED_BY_REPLAY) throw error
        }
      }
    },
    /** Ends the server at once. */
    kill: () => void server.kill('SIGKILL'),
    hasEnded,
  }
}

/** @returns the first value of the first row. */
async function askOnce(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query({ text: statement, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}
