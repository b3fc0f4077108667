import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HonoRequest } from 'hono/request'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiContext } from '#kernel/api/api.server.ts'
import { MAX_PICTURE_BYTES } from '#kernel/picture-limits.ts'
import { type ReceivedFile, removeLeftFiles, withReceivedFiles } from './received-files.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'redoubt-inbox-'))
const inbox = join(folder, 'uploads')
beforeEach(() => rm(inbox, { recursive: true, force: true }))
afterAll(() => rm(folder, { recursive: true }))

/** A body that is a stream needs it; the type of requests does not know it. */
const STREAMED: object = { duplex: 'half' }

/** Passes a request with this body through, and returns what `work` returned. */
function receive<Result>(init: RequestInit, work: (files: readonly ReceivedFile[]) => Promise<Result>, most = 2) {
  const raw = new Request('http://shop.test', { method: 'POST', ...STREAMED, ...init })
  const c = { req: new HonoRequest(raw), var: { ctx: { pictures: { inbox } } } } as unknown as ApiContext
  return withReceivedFiles(c, most, work)
}
const form = (...parts: [string, File | string][]) => {
  const body = new FormData()
  for (const [field, value] of parts) body.append(field, value)
  return { body }
}
const fileOf = (content: BlobPart, name = 'a.png') => new File([content], name)
const left = () => readdirSync(inbox)
const errorsOf = async (init: RequestInit) =>
  receive(init, async () => 'taken').then(
    result => result,
    error => error.errors,
  )

describe('files of a request', () => {
  it('wait in the inbox with length and hash while they are worked on, and are gone after it', async () => {
    const parts = form(['files', fileOf('one', 'émigré "1".png')], ['files', fileOf('three', '../b.png')])
    const seen = await receive(parts, async files =>
      files.map(file => ({ ...file, text: readFileSync(file.path, 'utf8') })),
    )
    expect(seen).toMatchObject([
      { name: 'émigré "1".png', bytes: 3, text: 'one', hash: createHash('sha256').update('one').digest('base64url') },
      { name: 'b.png', bytes: 5, text: 'three' },
    ])
    expect(left()).toEqual([])
  })

  it('are gone when the work fails, and when it is refused', async () => {
    await expect(receive(form(['files', fileOf('x')]), async () => Promise.reject(new Error('full')))).rejects.toThrow(
      'full',
    )
    expect(await errorsOf(form(['picture', fileOf('x')], ['files', fileOf('y')]))).toEqual({
      picture: ['This field is not known.'],
    })
    expect(left()).toEqual([])
  })

  it('are read from the body that an Idempotency-Key had read, which is held no longer', async () => {
    const raw = new Request('http://shop.test', { method: 'POST', ...form(['files', fileOf('one')]) })
    const req = new HonoRequest(raw)
    await req.arrayBuffer()
    const c = { req, var: { ctx: { pictures: { inbox } } } } as unknown as ApiContext
    expect(await withReceivedFiles(c, 1, async ([file]) => readFileSync(file!.path, 'utf8'))).toBe('one')
    expect(req.bodyCache).toEqual({})
  })

  it('are written up to a byte more than a picture may have', async () => {
    const large = fileOf(new Uint8Array(MAX_PICTURE_BYTES + 100_000))
    expect(await receive(form(['files', large]), async ([file]) => file!.bytes)).toBe(MAX_PICTURE_BYTES + 1)
  })

  it('among ten thousand unknown fields are refused with the first of them', async () => {
    const fields = Array.from({ length: 10_000 }, (_, n): [string, string] => [`f${n}`, 'x'])
    const errors = await errorsOf(form(...fields, ['files', fileOf('x')]))
    expect(Object.keys(errors)).toHaveLength(20)
    expect(left()).toEqual([])
  })

  it('are counted before they are worked on', async () => {
    const parts = form(...Array.from({ length: 9 }, (): [string, File] => ['files', fileOf('x')]))
    expect(await errorsOf(parts)).toEqual({ files: ['At most 2 pictures can be uploaded at once.'] })
    expect(left()).toEqual([])
  })

  it.each([
    ['no body', {}],
    ['text in place of a file', form(['files', 'text'])],
    ['another kind of body', { body: '{}', headers: { 'content-type': 'application/json' } }],
    ['no boundary', { body: 'x', headers: { 'content-type': 'multipart/form-data' } }],
    [
      'a body without its end',
      {
        body: '--b\r\ncontent-disposition: form-data; name="files"; filename="a.png"\r\n\r\nhalf',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      },
    ],
    [
      'a connection that breaks off',
      {
        body: new ReadableStream({
          start(controller) {
            controller.enqueue(
              new TextEncoder().encode(
                '--b\r\ncontent-disposition: form-data; name="files"; filename="a.png"\r\n\r\nhalf',
              ),
            )
            setTimeout(() => controller.error(new Error('gone')), 20)
          },
        }),
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      },
    ],
  ] as [string, RequestInit][])('of %s are none, and nothing stays', async (_what, init) => {
    expect(await errorsOf(init)).toEqual({ files: ['Please choose a picture.'] })
    expect(left()).toEqual([])
  })

  it('of a killed process are removed after an hour', async () => {
    const [old, fresh] = [join(inbox, 'request-old'), join(inbox, 'request-fresh')]
    for (const path of [old, fresh]) await mkdir(path, { recursive: true })
    const now = new Date()
    utimesSync(old, now, new Date(+now - 3_700_000))
    await removeLeftFiles(inbox, now)
    expect(left()).toEqual(['request-fresh'])
    await removeLeftFiles(join(folder, 'none'), now)
  })
})
