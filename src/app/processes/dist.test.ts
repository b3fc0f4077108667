import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { RELEASE } from '#platform/release.server.ts'
import { openTestDatabase } from '#platform/testing/database.ts'
import { makeCrowd } from '../../../bench/crowd.ts'
import { BENCH_SECRET } from '../../../bench/secret.ts'
import { buildServerIfNeeded } from '../cli/build.ts'

type Started = { server: ChildProcess; address: string; said: () => string }

let folder: string
let database: Awaited<ReturnType<typeof openTestDatabase>>
let first: Started
/** Outside of the project, so that a missing package or file is not found in the sources. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redoubt-dist-'))
  buildServerIfNeeded()
  await cp(join(import.meta.dirname, '../../../dist'), join(folder, 'dist'), { recursive: true })
  database = await openTestDatabase(1)
  first = await start()
})

async function start(): Promise<Started> {
  const server = spawn(process.execPath, [join(folder, 'dist/server.js')], {
    cwd: folder,
    env: {
      ...{ PORT: '0', DATABASE_URL: database.url, SEED: 'off', LOG_LEVEL: 'warn', DATA_DIR: join(folder, 'data') },
      AUTH_SECRET: BENCH_SECRET,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const hear = (text: Buffer) => {
    said += text
  }
  server.stdout!.on('data', hear)
  server.stderr!.on('data', hear)
  const address = await new Promise<string>((done, fail) => {
    server.stdout!.on('data', () => {
      const open = / at (http:[^\s,]+)/.exec(said)
      if (open) done(open[1]!)
    })
    server.on('exit', () => fail(new Error(said)))
  })
  return { server, address, said: () => said }
}

afterAll(async () => {
  if (first.server.exitCode === null) first.server.kill('SIGKILL')
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const get = async (path: string) => {
  const answer = await fetch(first.address + path)
  return { status: answer.status, text: await answer.text() }
}

/** Uploads a picture as an owner. @returns the process id of the process of pictures, the only one that the server starts. */
async function upload({ server, address }: Started): Promise<number> {
  const [owner] = await makeCrowd(database.pool, 1, 1, true)
  const body = new FormData()
  const noise = { type: 'gaussian', mean: 90, sigma: 9 } as const
  const picture = sharp({ create: { width: 400, height: 300, channels: 3, background: '#3b4a33', noise } }).png()
  body.append('files', new File([new Uint8Array(await picture.toBuffer())], 'photo.png'))
  const headers = { authorization: `Bearer ${owner!.token}`, 'idempotency-key': crypto.randomUUID() }
  const answer = await fetch(`${address}/api/products/images`, { method: 'POST', headers, body })
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"width":400')])
  const started = readdirSync('/proc').filter(pid => parentOf(pid) === server.pid)
  expect(started).toHaveLength(1)
  return Number(started[0])
}

/** Undefined for what is no process, or has ended. */
function parentOf(pid: string): number | undefined {
  const stat = /^\d+$/.test(pid) && existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
  return Number(/\) \S (\d+)/.exec(stat)?.[1]) || undefined
}

const untilGone = (pid: number) => expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false)

describe('the built server, without the sources', () => {
  it('serves pages, the API, files, metrics and its health', async () => {
    expect(await get('/healthz')).toEqual({ status: 200, text: 'ok' })
    expect(await get('/readyz')).toEqual({ status: 200, text: 'ready' })
    const page = await get('/store')
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('<!DOCTYPE html>') })
    const stylesheet = /\/assets\/styles-[\w-]+\.css/.exec(page.text)![0]
    for (const path of [stylesheet, '/sw.js', '/verify/redoubt-verify.mjs', '/api/products', '/api/fairness'])
      expect([path, (await get(path)).status]).toEqual([path, 200])
    expect((await get('/metrics')).text).toContain(`redoubt_build_info{version="${RELEASE}"} 1`)
  })

  it('encodes pictures in a process of its own without the settings of the shop, which ends with a killed server [B-30.10] [B-30.11]', {
    tags: 'again',
  }, async () => {
    const killed = await start()
    onTestFinished(() => void killed.server.kill('SIGKILL'))
    const pid = await upload(killed)
    const env = readFileSync(`/proc/${pid}/environ`, 'utf8')
    expect(env).toContain('NODE_ENV=production')
    for (const secret of [BENCH_SECRET, database.url, 'DATA_DIR']) expect(env).not.toContain(secret)
    killed.server.kill('SIGKILL')
    await untilGone(pid)
    expect(killed.said()).not.toContain('does not yield')
  })

  it('leaves no process of pictures when it ends in order [B-30.11]', { tags: 'again' }, async () => {
    const stopped = await start()
    onTestFinished(() => void stopped.server.kill('SIGKILL'))
    const pid = await upload(stopped)
    stopped.server.kill('SIGTERM')
    expect(await once(stopped.server, 'exit')).toEqual([0, null])
    expect(existsSync(`/proc/${pid}`)).toBe(false)
  })

  it('answers its own health check, and ends in order', async () => {
    const check = spawn(process.execPath, [join(folder, 'dist/health-check.js')], {
      env: { PORT: new URL(first.address).port },
    })
    expect(await once(check, 'exit')).toEqual([0, null])
    first.server.kill('SIGTERM')
    expect(await once(first.server, 'exit')).toEqual([0, null])
    expect(first.said()).not.toMatch(/error|"level":[4-6]/i)
  })
})
