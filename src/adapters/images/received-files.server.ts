import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { HonoRequest } from 'hono'
import type { ApiContext } from '#kernel/api/api.server.ts'
import { MAX_PICTURE_BYTES } from '#kernel/picture-limits.ts'
import { HOUR_MS } from '#kernel/values/durations.ts'
import { refuse } from '#platform/errors.ts'

/** A file of a request, kept in the inbox until its work ends. `bytes` is its length, `hash` its SHA-256 as base64url. */
export type ReceivedFile = { name: string; path: string; bytes: number; hash: string }

const FIELD = 'files'
/** Of fields that are not known, so many are named. */
const MOST_FIELDS = 20

/**
 * Writes the files of a multipart request to the inbox as they arrive, and removes them after `work`: while pictures wait for their turn,
 * neither this process nor that of pictures has them in memory. Busboy reads the parts; Hono's `formData` holds all of them.
 * @throws invalid_input
 */
export async function withReceivedFiles<Result>(
  c: ApiContext,
  maxFiles: number,
  work: (files: readonly ReceivedFile[]) => Promise<Result>,
): Promise<Result> {
  const { inbox } = c.var.ctx.pictures
  await mkdir(inbox, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(inbox, 'request-'))
  try {
    const { files, unknown } = await receive(c.req, folder, maxFiles + 1)
    if (unknown.size > 0)
      throw refuse(
        'invalid_input',
        {},
        Object.fromEntries([...unknown].map(name => [name, ['This field is not known.']])),
      )
    if (files.length === 0) throw refuse('invalid_input', {}, { files: ['Please choose a picture.'] })
    if (files.length > maxFiles)
      throw refuse(
        'invalid_input',
        {},
        { files: [`At most ${maxFiles} ${maxFiles === 1 ? 'picture' : 'pictures'} can be uploaded at once.`] },
      )
    return await work(files)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Received = { files: ReceivedFile[]; unknown: Set<string> }

/** The files of a body; none of one that is broken off or no multipart body. A file is written up to a byte more than a picture may have. */
async function receive(request: HonoRequest, folder: string, mostFiles: number): Promise<Received> {
  const type = request.header('content-type') ?? ''
  if (!request.raw.body || !/^multipart\/form-data\s*;/i.test(type)) return { files: [], unknown: new Set() }
  const unknown = new Set<string>()
  const writing: Promise<ReceivedFile>[] = []
  try {
    const busboy = new Busboy({
      headers: { 'content-type': type } as BusboyHeaders,
      limits: { fileSize: MAX_PICTURE_BYTES + 1, files: mostFiles, fields: MOST_FIELDS },
    })
    busboy.on('field', field => field !== FIELD && unknown.add(field))
    busboy.on('file', (field, stream, name) => {
      // An error of the body ends its parts, too; `pipeline` below has told of it.
      stream.on('error', () => {})
      if (field === FIELD) writing.push(write(stream, name, join(folder, String(writing.length))))
      else {
        unknown.add(field)
        stream.resume()
      }
    })
    await pipeline(await piecesOf(request), busboy)
    return { files: await Promise.all(writing), unknown }
  } catch {
    await Promise.allSettled(writing)
    return { files: [], unknown: new Set() }
  }
}

/** The body as it arrives, or the one that was read for its Idempotency-Key, which is then held no longer. */
async function piecesOf(request: HonoRequest): Promise<Readable> {
  const { body, bodyUsed } = request.raw
  if (!bodyUsed) return Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
  const read = Buffer.from(await request.arrayBuffer())
  request.bodyCache = {}
  return Readable.from([read])
}

async function write(stream: Readable, name: string, path: string): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    stream,
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        hash.update(piece)
        bytes += piece.length
        yield piece
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  )
  // Browsers write a quotation mark so (WHATWG HTML, multipart/form-data).
  return { name: basename(name).replaceAll('%22', '"'), path, bytes, hash: hash.digest('base64url') }
}

/** Removes what a killed process left in the inbox an hour ago or earlier. */
export async function removeLeftFiles(inbox: string, now: Date): Promise<void> {
  const names = await readdir(inbox).catch(() => [])
  for (const name of names) {
    const path = join(inbox, name)
    const left = await stat(path).catch(() => undefined)
    if (left && +left.mtime < +now - HOUR_MS) await rm(path, { recursive: true, force: true })
  }
}
