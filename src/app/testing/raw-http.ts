import { connect } from 'node:net'
import { PATIENCE_MS } from '#platform/testing/patience.ts'

export type Sending = {
  /** Request line and headers, without `host`. */
  head: string[]
  /** Bytes of the body. */
  bytes?: number
  isChunked?: boolean
  /** The pause between chunks of the body. */
  pauseMs?: number
  /** A second request on the connection, sent after the body. */
  next?: string[]
}

const PIECE = 64 * 1024
/** One for all bodies, so that the memory of a test is the server's. */
const FILLED = Buffer.alloc(PIECE, ' ')

/**
 * Sends raw requests over one connection, as no HTTP client would.
 * @param isDone decides from the received text whether all responses have arrived; the connection is then closed.
 */
export async function sendRaw(address: string, sending: Sending, isDone: (text: string) => boolean) {
  const { hostname, port } = new URL(address)
  // Half open: keeps sending after the server's end, like a client that reads only after sending its body.
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  let text = ''
  let error: string | undefined
  let ended = false
  let isSent = false
  const over = new Promise<void>(done => {
    const patience = setTimeout(done, PATIENCE_MS)
    socket.on('data', piece => {
      text += piece
      if (isDone(text)) done()
    })
    socket.on('error', problem => {
      error = (problem as NodeJS.ErrnoException).code
    })
    socket.on('end', () => {
      ended = true
      if (isSent) socket.end()
    })
    socket.on('close', () => done())
    void new Promise<void>(end => socket.once('close', end)).then(() => clearTimeout(patience))
  })
  const headOf = (lines: string[]) =>
    `${[lines[0], `host: ${hostname}:${port}`, ...lines.slice(1)].join('\r\n')}\r\n\r\n`
  socket.write(headOf(sending.head))
  await sendBody(socket, sending)
  if (sending.next && socket.writable) socket.write(headOf(sending.next))
  isSent = true
  if (ended) socket.end()
  await over
  const isOpen = !socket.destroyed && !ended
  socket.destroy()
  return {
    text,
    statuses: [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status)),
    error,
    ended,
    isOpen,
  }
}

async function sendBody(socket: ReturnType<typeof connect>, { bytes = 0, isChunked, pauseMs }: Sending) {
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += PIECE) {
    const piece = FILLED.subarray(0, bytes - sent)
    const framed = isChunked
      ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
      : piece
    if (!socket.write(framed)) {
      await new Promise<void>(go => {
        socket.once('drain', go)
        socket.once('close', go)
      })
    }
    if (pauseMs) await new Promise(done => setTimeout(done, pauseMs))
  }
  if (isChunked && socket.writable) socket.write('0\r\n\r\n')
}

/**
 * Sends a request and holds back the last byte of its body. Resolves when the server has read the rest: a health check in the same packet comes
 * before it and is answered.
 */
export async function sendUnfinished(address: string, { path, body }: { path: string; body: string }) {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  const host = `host: ${hostname}:${port}`
  const head = [`POST ${path} HTTP/1.1`, host, 'content-type: application/json', `content-length: ${body.length}`]
  let text = ''
  let error: unknown
  const ended = new Promise<string>(done => socket.on('close', () => done(text)))
  socket.on('error', problem => {
    error = problem
  })
  const isRead = new Promise<void>((done, fail) => {
    socket.on('data', chunk => {
      text += chunk
      done()
    })
    socket.on('close', () => fail(error ?? new Error('The server closed the connection.')))
  })
  socket.write(`GET /healthz HTTP/1.1\r\n${host}\r\n\r\n${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`)
  await isRead
  return {
    /** All that the server sent, the answered health check first. */
    ended,
    finish: () => socket.write(body.slice(-1)),
    breakOff: () => socket.destroy(),
  }
}
