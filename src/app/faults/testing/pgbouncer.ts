import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#platform/free-port.server.ts'

const run = promisify(execFile)
const INSTALL_MS = 60_000
/** Fewer than the shop's connections, so that server connections are shared. */
const SERVER_CONNECTIONS = 4

/** True when PgBouncer is installed. Installs Debian's package if the machine allows that. */
export async function hasPgbouncer(): Promise<boolean> {
  const isThere = () =>
    run('pgbouncer', ['--version']).then(
      () => true,
      () => false,
    )
  if (await isThere()) return true
  if (userInfo().uid !== 0) return false
  const install = 'apt-get update && apt-get install -y --no-install-recommends pgbouncer && service pgbouncer stop'
  await run('sh', ['-c', install], { timeout: INSTALL_MS }).catch(() => {})
  return isThere()
}

/** Starts PgBouncer in transaction mode in front of a database. PgBouncer refuses to run as root. */
export async function startPgbouncer(url: string) {
  const { hostname, port: target, username, password, pathname } = new URL(url)
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-pgbouncer-'))
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${target} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${SERVER_CONNECTIONS}
max_client_conn = 300
`,
  )
  await run('chmod', ['-R', 'a+rX', folder])
  const NOBODY = 65_534
  const asNobody = userInfo().uid === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const child = spawn('pgbouncer', ['-q', file], { stdio: 'ignore', ...asNobody })
  await listening(port)
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function listening(port: number): Promise<void> {
  for (let n = 0; n < 100; n++) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise(done => socket.once('connect', () => done(true)).once('error', () => done(false)))
    socket.destroy()
    if (isOpen) return
    await new Promise(done => setTimeout(done, 50))
  }
  throw new Error('PgBouncer did not start.')
}
