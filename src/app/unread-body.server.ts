import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** An unread rest of this size is read and thrown away, so that the connection stays. */
const DRAIN_BYTES = 1024 * 1024
/** The time for that, and for the last bytes to a client before its connection closes. */
const DRAIN_MS = 5000
/** A client that is still sending gets this long to notice the answer. */
const LINGER_MS = 30_000
const LINGER_BYTES = 64 * 1024 * 1024

/** Connections that were told `connection: close`: what follows on them is no longer answered. */
const closing = new WeakSet<Socket>()

export const isClosing = (request: IncomingMessage): boolean => closing.has(request.socket)

/**
 * Takes care of a body that is still on its way when the request is answered (401, 404, 413, 429, an answer from memory). Left alone,
 * Node would read the rest for as long as it comes, and `@hono/node-server` would destroy the connection after 500 ms, although the
 * answer said `keep-alive`: a proxy would have sent another visitor's request on it.
 *
 * A small rest is read and thrown away. For a large or unknown one the answer says `connection: close`; then the rest is read for a while
 * after the answer, because a socket that closes over unread bytes resets, and the client would lose the answer.
 */
export function handleUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (coding === undefined && !Number(length)) return
  const { writeHead } = response
  response.writeHead = ((...head: Parameters<typeof writeHead>) => {
    if (request.complete) response.once('finish', () => readToEnd(request))
    else {
      const isSmall = coding === undefined && Number(length) <= DRAIN_BYTES
      if (!isSmall) response.setHeader('connection', 'close')
      takeOverClosing(request, response, isSmall)
    }
    return writeHead.apply(response, head)
  }) as typeof writeHead
}

/** From now on the socket closes as told here: Node and Hono both call `destroySoon`, which closes over what is unread. */
function takeOverClosing(request: IncomingMessage, response: ServerResponse, isKept: boolean): void {
  const { socket } = request
  if (!isKept) closing.add(socket)
  socket.destroySoon = () => {
    if (request.complete || socket.destroyed) giveBack()
    else if (!isKept) socket.end()
  }
  const giveBack = () => {
    // Without its own property the socket has Node's method again.
    Reflect.deleteProperty(socket, 'destroySoon')
    if (!isKept) socket.destroySoon()
  }
  response.once('finish', () => {
    if (request.complete && isKept) {
      giveBack()
      return readToEnd(request)
    }
    discard(request, isKept ? DRAIN_BYTES : LINGER_BYTES, isKept ? DRAIN_MS : LINGER_MS, giveBack)
  })
}

/**
 * Reads what has arrived to its end. Otherwise a handler that read the beginning pauses at the next chunk, the stream never ends, and
 * `@hono/node-server` closes the connection under a later request.
 */
function readToEnd(request: IncomingMessage): void {
  if (request.readableEnded) return
  request.removeAllListeners('data')
  request.resume()
}

/** Reads and throws away. @param done when the body has ended; a connection that sends more, or longer, is destroyed. */
function discard(request: IncomingMessage, bytes: number, ms: number, done: () => void): void {
  const { socket } = request
  const destroy = () => socket.destroy()
  const patience = setTimeout(destroy, ms)
  let left = bytes
  readToEnd(request)
  request.on('data', (piece: Buffer) => {
    left -= piece.length
    if (left < 0) destroy()
  })
  const stopWaiting = () => clearTimeout(patience)
  socket.once('close', stopWaiting)
  request.once('end', () => {
    stopWaiting()
    // The connection goes on to other requests.
    socket.off('close', stopWaiting)
    done()
  })
}
