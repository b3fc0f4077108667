import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { ADD_CHECKPOINT } from './request.ts'
import { type LogWitness, originHash, type WitnessAnswer, type WitnessStore } from './witness.ts'

/** Room for 63 proof lines and dozens of signatures. */
const MAX_BODY_BYTES = 64 * 1024

/** A client that sends slowly is cut off. */
const TIMEOUTS = { headersTimeout: 5000, requestTimeout: 10_000, keepAliveTimeout: 65_000 }

type Options = {
  witness: LogWitness
  store: WitnessStore
  /** The origins whose checkpoints are shown to monitors. */
  origins: readonly string[]
  vkey: string
  onError: (error: unknown) => void
}

/** Submission and monitoring interface of c2sp.org/tlog-witness under one address. */
export function createWitnessServer({ witness, store, origins, vkey, onError }: Options): Server {
  const originOf = new Map(origins.map(origin => [`/${originHash(origin)}/checkpoint`, origin]))

  async function answerOf(request: IncomingMessage): Promise<WitnessAnswer> {
    const path = request.url?.split('?')[0] ?? ''
    if (path === `/${ADD_CHECKPOINT}`) {
      if (request.method !== 'POST') return text(405, 'Only POST is allowed.\n')
      const body = await bodyOf(request)
      return body === undefined ? text(413, 'The request is too long.\n') : witness.addCheckpoint(body)
    }
    if (request.method !== 'GET') return text(405, 'Only GET is allowed.\n')
    if (path === '/') return text(200, `${vkey}\n`)
    const origin = originOf.get(path)
    const last = origin === undefined ? undefined : await store.read(origin)
    return last ? text(200, last.note) : text(404, 'Not found.\n')
  }

  return createServer(TIMEOUTS, (request, response) => {
    answerOf(request).then(
      answer => send(response, answer),
      error => {
        if (request.destroyed && !request.complete) return
        onError(error)
        send(response, text(500, 'The witness failed.\n'))
      },
    )
  })
}

function send(response: ServerResponse, { status, contentType, body }: WitnessAnswer): void {
  // The rest of a body that is too long is not read.
  if (status === 413) response.setHeader('connection', 'close')
  response.writeHead(status, { 'content-type': contentType, 'x-content-type-options': 'nosniff' }).end(body)
}

/** Returns undefined for a body beyond the limit. Bytes that are no UTF-8 become signs that no signature fits. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  // The default iterator would close the connection before the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += chunk.length
    if (length > MAX_BODY_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const text = (status: number, body: string): WitnessAnswer => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body,
})
