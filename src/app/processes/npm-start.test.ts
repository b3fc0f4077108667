import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendUnfinished } from '../testing/raw-http.ts'
import { firstOf } from '../testing/suites/again.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** The equivalent of `npm start`, without building pages. */
const START = `
import { startServer } from '${ROOT}/src/app/server.ts'
import { stopOnSignals } from '${ROOT}/src/app/processes/stop-signals.ts'
let running
stopOnSignals(() => running)
running = await startServer()
process.stdout.write('open ' + running.address + ' ' + process.pid + '\\n')`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redoubt-npm-start-'))
  // PostgreSQL does not run as root and must be able to enter the folder.
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'src/app/processes'), { recursive: true })
  await mkdir(join(folder, 'node_modules'))
  await cp(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true })
  for (const file of ['package.json', 'package-lock.json']) await cp(join(ROOT, file), join(folder, file))
  await symlink(join(ROOT, 'node_modules/.bin'), join(folder, 'node_modules/.bin'))
  const lock = createHash('sha256').update(await readFile(join(folder, 'package-lock.json')))
  await writeFile(join(folder, 'node_modules/.redoubt-installed'), lock.digest('hex'))
  await writeFile(join(folder, 'src/app/processes/start.ts'), START)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const isAlive = (pid: number) => existsSync(`/proc/${pid}`)
const statOf = async (pid: number) => /\) (\S) (\d+)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8'))!
const parentOf = async (pid: number) => Number((await statOf(pid))[2])
/** `Z` for a process that has ended and is not yet reaped. */
const stateOf = async (pid: number) => (await statOf(pid))[1]

/** `npm start` in a process group of its own, with an embedded PostgreSQL. */
async function npmStart() {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    SEED: 'off',
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: join(folder, 'data'),
  }
  const npm: ChildProcess = spawn('npm', ['start'], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  npm.stderr!.on('data', text => {
    said += text
  })
  const line = await new Promise<string>((done, fail) => {
    npm.stdout!.on('data', text => {
      said += text
      const open = /^open .*$/m.exec(said)
      if (open) done(open[0])
    })
    npm.on('exit', () => fail(new Error(said)))
  })
  const [, address, pid] = line.split(' ')
  const postmaster = (await postmasterFile()).split('\n')[0]
  return { npm, address: address!, server: Number(pid), postgres: Number(postmaster) }
}

const postmasterPath = () => join(folder, 'data/pg/postmaster.pid')
const postmasterFile = () => readFile(postmasterPath(), 'utf8')

/** A request whose body never ends: a stopping server waits 10 s for it. */
const UNFINISHED = { path: '/api/auth/login', body: '{}' }

describe('npm start ends its server and its PostgreSQL', () => {
  const ways: [string, (started: Awaited<ReturnType<typeof npmStart>>) => unknown][] = [
    ['SIGTERM to npm', ({ npm }) => npm.kill('SIGTERM')],
    ['Ctrl-C, a SIGINT to the whole group', ({ npm }) => process.kill(-npm.pid!, 'SIGINT')],
    ['SIGKILL to npm', ({ npm }) => npm.kill('SIGKILL')],
    [
      'SIGKILL to the step between npm and the server',
      async ({ server }) => process.kill(await parentOf(server), 'SIGKILL'),
    ],
  ]
  it.each(firstOf(ways))('ends at %s', async (_name, end) => {
    const started = await npmStart()
    expect((await fetch(`${started.address}/healthz`)).status).toBe(200)
    await end(started)
    await expect.poll(() => isAlive(started.server), { timeout: 20_000 }).toBe(false)
    // The server waits for it, but a busy system may reap it after the server.
    await expect.poll(() => isAlive(started.postgres), { timeout: 20_000 }).toBe(false)
    // A PostgreSQL that shut down cleanly has removed its file.
    expect(existsSync(postmasterPath())).toBe(false)
  })

  it('ends in order when npm and its step disappear after the first signal', { tags: 'again' }, async () => {
    const { server, address, npm, postgres } = await npmStart()
    const request = await sendUnfinished(address, UNFINISHED)
    const step = await parentOf(server)
    process.kill(step, 'SIGTERM')
    await new Promise(done => setTimeout(done, 1500))
    npm.kill('SIGKILL')
    process.kill(step, 'SIGKILL')
    await new Promise(done => setTimeout(done, 500))
    expect(await stateOf(server)).not.toBe('Z')
    request.breakOff()
    await expect.poll(() => isAlive(server), { timeout: 20_000 }).toBe(false)
    await expect.poll(() => isAlive(postgres), { timeout: 20_000 }).toBe(false)
    expect(existsSync(postmasterPath())).toBe(false)
  })

  it('ends at once at a second signal while a request runs', async () => {
    const { server, address, npm, postgres } = await npmStart()
    const request = await sendUnfinished(address, UNFINISHED)
    npm.kill('SIGTERM')
    // Longer than the window that merges two signals into one, and shorter than the ten seconds for a request in progress.
    await new Promise(done => setTimeout(done, 1500))
    expect(isAlive(server)).toBe(true)
    process.kill(server, 'SIGTERM')
    await expect.poll(() => isAlive(server), { timeout: 7000 }).toBe(false)
    await expect.poll(() => isAlive(postgres), { timeout: 20_000 }).toBe(false)
    request.breakOff()
  })
})
