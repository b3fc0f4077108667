import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RELEASE } from '#platform/release.server.ts'
import { openTestDatabase } from '#platform/testing/database.ts'
import { buildDist } from '../cli/build-dist.ts'

let folder: string
let database: Awaited<ReturnType<typeof openTestDatabase>>
let server: ChildProcess
let address: string
let said = ''
/** Outside of the project, so that a missing package or file is not found in the sources. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redoubt-dist-'))
  await buildDist(join(folder, 'dist'))
  database = await openTestDatabase(1)
  server = spawn(process.execPath, [join(folder, 'dist/server.js')], {
    cwd: folder,
    env: { PORT: '0', DATABASE_URL: database.url, SEED: 'off', LOG_LEVEL: 'warn', DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const hear = (text: Buffer) => {
    said += text
  }
  server.stdout!.on('data', hear)
  server.stderr!.on('data', hear)
  address = await new Promise<string>((done, fail) => {
    server.stdout!.on('data', () => {
      const open = /Redoubt is open at (\S+)/.exec(said)
      if (open) done(open[1]!)
    })
    server.on('exit', () => fail(new Error(said)))
  })
})
afterAll(async () => {
  if (server.exitCode === null) server.kill('SIGKILL')
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const get = async (path: string) => {
  const answer = await fetch(address + path)
  return { status: answer.status, text: await answer.text() }
}

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

  it('answers its own health check, and ends in order', async () => {
    const check = spawn(process.execPath, [join(folder, 'dist/health-check.js')], {
      env: { PORT: new URL(address).port },
    })
    expect(await once(check, 'exit')).toEqual([0, null])
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
    expect(said).not.toMatch(/error|"level":[4-6]/i)
  })
})
