import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { freeOwnMemory } from '#platform/http/own-memory.server.ts'

/** An unread rest of up to this size is read and discarded, so that the connection stays open. */
const DRAIN_BYTES = 1024 * 1024
/** The time limit for reading that rest, and for the last bytes to a client before its connection closes. */
const DRAIN_MS = 5000
/** How long a client that is still sending has to notice the response. */
const LINGER_MS = 30_000
const LINGER_BYTES = 64 * 1024 * 1024

/** Connections that were sent `connection: close`: later requests on them get no response. */
const closing = new WeakSet<Socket>()

export const isClosing = (request: IncomingMessage): boolean => closing.has(request.socket)

/**
 * Handles a request body that is still arriving when the response is sent (401, 404, 413, 429, a cached response). By default Node would
 * read the rest without limit, and `@hono/node-server` would destroy the connection after 500 ms, although the response said `keep-alive`:
 * a proxy would have sent another visitor's request on that connection.
 *
 * A small rest is read and discarded. For a large or unknown rest the response says `connection: close`, and the rest is read for a while
 * after the response: a socket that closes with unread bytes resets, and the client would lose the response.
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

/** Replaces the socket's closing. Node and Hono both call `destroySoon`, which closes with unread bytes. */
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
  // Before Node's own listener, which drops the pieces of an unread body and leaves their memory to the garbage collector.
  response.prependOnceListener('finish', () => readToEnd(request))
  response.once('finish', () => {
    if (request.complete && isKept) {
      giveBack()
      return readToEnd(request)
    }
    discard(request, isKept ? DRAIN_BYTES : LINGER_BYTES, isKept ? DRAIN_MS : LINGER_MS, giveBack)
  })
}

/**
 * Reads the rest of the body. Otherwise a handler that read the beginning pauses at the next chunk, the stream never ends, and
 * `@hono/node-server` closes the connection during a later request.
 */
function readToEnd(request: IncomingMessage): void {
  if (request.readableEnded) return
  request.removeAllListeners('data')
  request.on('data', freeOwnMemory)
  request.resume()
}

/**
 * Reads and discards. Destroys a connection that sends more than `bytes` or takes longer than `ms`. @param done called at the body's end.
 */
function discard(request: IncomingMessage, bytes: number, ms: number, done: () => void): void {
  const { socket } = request
  const destroy = () => socket.destroy()
  const patience = setTimeout(destroy, ms)
  let left = bytes
  const count = (piece: Buffer) => {
    left -= piece.length
    if (left < 0) destroy()
  }
  readToEnd(request)
  // Before the listener that frees the piece.
  request.prependListener('data', count)
  const stopWaiting = () => clearTimeout(patience)
  socket.once('close', stopWaiting)
  request.once('end', () => {
    stopWaiting()
    // The connection continues with other requests.
    socket.off('close', stopWaiting)
    done()
  })
}
