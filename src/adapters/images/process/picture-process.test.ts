import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Refusal } from '#platform/errors.ts'
import { createLogger } from '#platform/log.server.ts'
import { createPictureProcess, pictureEnv } from './picture-process.server.ts'

const LONG_MS = 600_000
const SECRETS = {
  AUTH_SECRET: 'key of the shop',
  DATABASE_URL: 'postgres://shop:password@db/shop',
  STRIPE_SECRET_KEY: 'sk_live_1',
  NODE_OPTIONS: '--no-warnings',
}

const inbox = mkdtempSync(join(tmpdir(), 'redoubt-inbox-'))
afterAll(() => rmSync(inbox, { recursive: true }))
/** An upload that waits in the inbox. */
function inInbox(bytes: Uint8Array) {
  const path = join(inbox, crypto.randomUUID())
  writeFileSync(path, bytes)
  return { path }
}

/** A process of pictures that ends with the test. It never ends by a pause unless the test says so. */
function open(options: { idleMs?: number; longestMs?: number; mostCpuMs?: number } = {}) {
  const pictures = createPictureProcess({
    log: createLogger('silent'),
    inbox,
    idleMs: LONG_MS,
    longestMs: LONG_MS,
    ...options,
  })
  onTestFinished(pictures.stop)
  return pictures
}

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#3b4a33', noise: { type: 'gaussian', mean: 90, sigma: 9 } },
  })
const picture = (width: number, height = width) => noise(width, height).png().toBuffer()
const photo = (width: number, height: number) => noise(width, height).jpeg({ quality: 80 }).toBuffer()
const tiny = await picture(8)
/** The most resident memory of a process so far, in megabytes. */
const mostResident = (pid: number) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
const isAlive = (pid: number) => existsSync(`/proc/${pid}`)
const untilGone = (pid: number) => expect.poll(() => isAlive(pid)).toBe(false)
const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    reason => reason,
  )
  expect(error).toBeInstanceOf(Refusal)
  return { code: error.code, status: error.status, ...error.details }
}
const TRY_AGAIN = { code: 'overloaded', status: 503, retryAfter: 5 }

describe('the process of pictures', () => {
  it('starts with the first picture, serves later ones, and ends after a pause [B-30.10]', async () => {
    const pictures = open({ idleMs: 1 })
    expect(pictures.pid()).toBeUndefined()
    expect(await pictures.runTask('sizeOf', { bytes: tiny })).toEqual({ width: 8, height: 8 })
    await expect.poll(pictures.pid).toBeUndefined()
    expect(await pictures.runTask('sizeOf', { bytes: tiny })).toEqual({ width: 8, height: 8 })

    const lasting = open()
    await lasting.runTask('sizeOf', { bytes: tiny })
    const pid = lasting.pid()!
    await lasting.runTask('sizeOf', { bytes: tiny })
    expect(lasting.pid()).toBe(pid)
  })

  it('has no secret of the shop in its environment [B-30.10]', async () => {
    for (const [name, secret] of Object.entries(SECRETS)) vi.stubEnv(name, secret)
    onTestFinished(() => void vi.unstubAllEnvs())
    const pictures = open()
    await pictures.runTask('sizeOf', { bytes: tiny })
    const env = readFileSync(`/proc/${pictures.pid()}/environ`, 'utf8').split('\0').filter(Boolean)
    const names = env.map(line => line.split('=')[0]!)
    const allowed = [...Object.keys(pictureEnv(process.env)), 'TINYPOOL_WORKER_ID', 'NODE_CHANNEL_FD']
    expect(names.filter(name => ![...allowed, 'NODE_CHANNEL_SERIALIZATION_MODE'].includes(name))).toEqual([])
    for (const secret of Object.values(SECRETS)) expect(env.join()).not.toContain(secret)
    expect(Object.keys(pictureEnv({ ...SECRETS, TMPDIR: '/data/tmp', SMTP_URL: 'smtp://u:p@host' }))).toEqual([
      ...['TMPDIR', 'NODE_ENV', 'MALLOC_ARENA_MAX', 'MALLOC_MMAP_THRESHOLD_', 'MALLOC_TRIM_THRESHOLD_'],
      'UV_THREADPOOL_SIZE',
    ])
  })

  it('yields the processors to the shop with each of its threads [B-30.10]', async () => {
    const pictures = open()
    await pictures.runTask('encodeUpload', inInbox(tiny))
    const threads = readdirSync(`/proc/${pictures.pid()}/task`).map(Number)
    expect(threads.length).toBeGreaterThan(1)
    for (const thread of threads) expect(getPriority(thread)).toBe(constants.priority.PRIORITY_BELOW_NORMAL)
  })

  it('asks the caller to try again when it is killed, and the next picture starts another [B-30.11]', async () => {
    const pictures = open()
    const whileStarting = pictures.runTask('sizeOf', { bytes: tiny })
    await expect.poll(pictures.pid).toBeDefined()
    process.kill(pictures.pid()!, 'SIGKILL')
    expect(await refusalOf(whileStarting)).toEqual(TRY_AGAIN)

    await pictures.runTask('sizeOf', { bytes: tiny })
    const pid = pictures.pid()!
    process.kill(pid, 'SIGSTOP')
    const whileWorking = pictures.runTask('encodeUpload', inInbox(tiny))
    process.kill(pid, 'SIGKILL')
    expect(await refusalOf(whileWorking)).toEqual(TRY_AGAIN)
    expect(await pictures.runTask('encodeUpload', inInbox(tiny))).toMatchObject({ width: 8, height: 8 })

    process.kill(pictures.pid()!, 'SIGKILL')
    await expect.poll(pictures.pid).toBeUndefined()
    expect(await pictures.runTask('sizeOf', { bytes: tiny })).toEqual({ width: 8, height: 8 })
  })

  it('is ended when a decoder hangs [B-30.11]', async () => {
    const pictures = open({ longestMs: 1500 })
    const size = () => pictures.runTask('sizeOf', { bytes: tiny })
    // On a busy machine it may start more slowly.
    await expect.poll(() => size().then(({ width }) => width, String)).toBe(8)
    const pid = pictures.pid()!
    process.kill(pid, 'SIGSTOP')
    expect(await refusalOf(size())).toEqual(TRY_AGAIN)
    await untilGone(pid)
  })

  it('is ended when a picture takes more processor time than any does [B-30.11]', async () => {
    const bytes = await photo(4032, 3024)
    const pictures = open({ mostCpuMs: 1 })
    expect(await refusalOf(pictures.runTask('encodeUpload', inInbox(bytes)))).toEqual(TRY_AGAIN)
    expect(await open().runTask('encodeUpload', inInbox(bytes))).toMatchObject({ width: 1200, height: 900 })
  })

  it('finishes its picture when a signal reaches the whole group, and ends with the shop [B-30.11]', async () => {
    const pictures = open()
    await pictures.runTask('sizeOf', { bytes: tiny })
    const pid = pictures.pid()!
    const work = pictures.runTask('encodeUpload', inInbox(await picture(1600, 1200)))
    // The task reaches the process before the signals: both wait for its event loop, the task first.
    const signals = ['SIGINT', 'SIGHUP'] as const
    for (const signal of signals) process.kill(pid, signal)
    expect(await work).toMatchObject({ width: 1200, height: 900 })
    expect(pictures.pid()).toBe(pid)
    await pictures.stop()
    await untilGone(pid)
    expect(await refusalOf(pictures.runTask('sizeOf', { bytes: tiny }))).toEqual(TRY_AGAIN)
  })

  it('is ended by a stop during its work, whose caller is asked to try again [B-30.11]', async () => {
    const pictures = open()
    await pictures.runTask('sizeOf', { bytes: tiny })
    const pid = pictures.pid()!
    process.kill(pid, 'SIGSTOP')
    const work = refusalOf(pictures.runTask('encodeUpload', inInbox(tiny)))
    await pictures.stop()
    expect(await work).toEqual(TRY_AGAIN)
    await untilGone(pid)
  })

  it('holds no photo at full size: one of 12 megapixels takes less than 50 MB above a small picture [B-30.12]', async () => {
    const pictures = open()
    await pictures.runTask('encodeUpload', inInbox(tiny))
    const before = mostResident(pictures.pid()!)
    const bytes = await photo(4032, 3024)
    expect(await pictures.runTask('encodeUpload', inInbox(bytes))).toMatchObject({ width: 1200, height: 900 })
    expect(mostResident(pictures.pid()!) - before).toBeLessThan(50)
  })

  it('reports a failure of its own as an error', async () => {
    const part = { left: 900, top: 900, width: 64, height: 64 }
    await expect(open().runTask('encodePart', { bytes: tiny, part })).rejects.toThrow('encodePart failed')
  })
})
