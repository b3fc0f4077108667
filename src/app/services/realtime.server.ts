import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { RunningToken } from '#features/identity/sessions/id-token.server.ts'
import { isOwnOrigin } from '#features/identity/sessions/same-origin.server.ts'
import { Refusal, refuse } from '#platform/errors.ts'
import { networkOf } from '#platform/http/network.server.ts'
import { callerAddress } from '../http/caller-address.server.ts'
import { rawAnswer, securityHeaders } from '../http/security/security-headers.server.ts'
import { socketsOpen } from '../metrics/process-metrics.server.ts'
import { type Channels, createChannels } from '../realtime/channels.server.ts'
import { type Connection, LIMITS, newConnection, send } from '../realtime/connection.server.ts'
import type { Shop } from './services.server.ts'

const PATH = '/api/realtime'
/** A client treats a connection as dead after 65 s of silence. */
const KEEP_ALIVE_MS = 30_000
const INIT_MS = 15_000
/** How soon a socket closes after its token expires. A revocation closes the socket at once. */
const EXPIRY_MS = 1000
/** Sent to the client in `connection_ack`. */
const CONNECTION_TIMEOUT_MS = 300_000
/** How long a client may take to close. */
const GOODBYE_MS = 1000

export type Realtime = {
  /**
   * Accepts no more sockets and closes all with 1001, each at a random moment within `spreadMs`. Clients reconnect after a fixed pause, so
   * the other servers receive them spread over that time.
   */
  stop: (spreadMs?: number) => void
}

/**
 * Serves realtime on an HTTP server: WebSocket `/api/realtime`; a message is a JSON object with a `type`.
 * Client: `connection_init` (payload.idToken for private channels) · `start` (id, payload.channel) · `stop` (id).
 * Server: `connection_ack` · `start_ack` · `data` (id, payload) · `ka` · `complete` · `error` (payload.errors).
 * `connection_init` with a newer token of the connection's user renews an open connection; a connection ends with its token.
 * Channels: `giveaways/{id}` for callers who may see that giveaway, `my` for its user, `admin` for staff.
 * Slot changes are sent at most every 100 ms.
 * @param options.initMs how long a socket may stay without `connection_init`.
 */
export function attachRealtime(http: Server, shop: Shop, { initMs = INIT_MS } = {}): Realtime {
  // The protocol has no subprotocol; by default ws would accept the first one offered.
  const door = new WebSocketServer({ noServer: true, maxPayload: LIMITS.frameBytes, handleProtocols: () => false })
  const channels = createChannels(shop)
  const headers = securityHeaders(shop.services.origin)
  const refuseUpgrade = (socket: Duplex, status: number) => void socket.end(rawAnswer(status, headers))
  door.on('wsClientError', (_error, socket) => refuseUpgrade(socket, 400))
  const connections = new Set<Connection>()
  const byAddress = new Map<string, number>()

  function admit(socket: WebSocket, address: string) {
    const connection = newConnection(socket)
    connections.add(connection)
    socketsOpen.inc()
    byAddress.set(address, (byAddress.get(address) ?? 0) + 1)
    const tooLate = setTimeout(() => connection.isOpen || socket.close(4408, 'connection_init timeout'), initMs)
    socket.on('message', data => void receive(shop, channels, connection, data))
    socket.on('pong', () => {
      connection.isAlive = true
    })
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      clearTimeout(tooLate)
      connections.delete(connection)
      socketsOpen.dec()
      channels.leave(connection)
      const left = byAddress.get(address)! - 1
      if (left > 0) byAddress.set(address, left)
      else byAddress.delete(address)
    })
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    if (request.url?.split('?')[0] !== PATH) return refuseUpgrade(socket, 404)
    if (!isAllowedOrigin(shop, request)) return refuseUpgrade(socket, 403)
    const forwardedFor = request.headers['x-forwarded-for']?.toString()
    const direct = request.socket.remoteAddress ?? ''
    const address = networkOf(callerAddress(direct, forwardedFor, shop.env.TRUSTED_PROXIES))
    const isFull = connections.size >= LIMITS.connections || (byAddress.get(address) ?? 0) >= LIMITS.perAddress
    if (isFull) return refuseUpgrade(socket, 429)
    door.handleUpgrade(request, socket, head, accepted => admit(accepted, address))
  }

  /** Closes the sockets whose token was revoked or has expired. */
  function closeEnded() {
    for (const connection of connections) {
      if (!connection.token || connection.token.isRunning()) continue
      channels.leave(connection)
      connection.socket.close(4401, 'Unauthorized')
    }
  }

  const beat = setInterval(() => connections.forEach(keepAlive), KEEP_ALIVE_MS).unref()
  const expiry = setInterval(closeEnded, EXPIRY_MS).unref()
  const unsubscribe = shop.idTokens.revocations.onChange(closeEnded)
  http.on('upgrade', upgrade)

  return {
    stop(spreadMs = 0) {
      clearInterval(beat)
      clearInterval(expiry)
      unsubscribe()
      http.off('upgrade', upgrade)
      http.on('upgrade', (_request, socket) => refuseUpgrade(socket, 503))
      const closing = [...connections].map(({ socket }) => closeLater(socket, Math.random() * spreadMs))
      void Promise.all(closing).then(() => channels.close())
    },
  }
}

async function closeLater(socket: WebSocket, delayMs: number): Promise<void> {
  if (delayMs > 0) await sleep(delayMs)
  socket.close(1001, 'The server restarts')
  setTimeout(() => socket.terminate(), GOODBYE_MS).unref()
}

type Message = { type?: unknown; id?: unknown; payload?: Record<string, unknown> | null }

async function receive(shop: Shop, channels: Channels, connection: Connection, data: RawData) {
  if (++connection.messages > LIMITS.messagesPerBeat) return connection.socket.close(1008, 'Too many messages')
  const message = parse(data)
  const id = typeof message.id === 'string' && message.id.length <= 100 ? message.id : undefined
  try {
    if (message.type === 'connection_init') await open(shop, connection, message.payload?.idToken)
    else if (!connection.isOpen) connection.socket.close(4401, 'connection_init comes first')
    else if (message.type === 'start' && id) await channels.start(connection, id, message.payload?.channel)
    else if (message.type === 'stop' && id) channels.stop(connection, id)
    else throw refuse('invalid_input')
  } catch (error) {
    if (!(error instanceof Refusal)) shop.services.log.error({ err: error }, 'realtime')
    const { code, message: sentence } = error instanceof Refusal ? error : refuse('internal')
    send(connection, { type: 'error', ...(id ? { id } : {}), payload: { errors: [{ code, message: sentence }] } })
  }
}

function parse(data: RawData): Message {
  try {
    const message: unknown = JSON.parse(String(data))
    return message && typeof message === 'object' ? message : {}
  } catch {
    return {}
  }
}

async function open(shop: Shop, connection: Connection, idToken: unknown) {
  const token = typeof idToken === 'string' ? await shop.idTokens.read(idToken) : undefined
  if (connection.isOpen && !isRenewal(connection, token)) throw refuse('invalid_input')
  connection.token = token
  connection.actor = token?.user ?? null
  connection.isOpen = true
  send(connection, { type: 'connection_ack', payload: { connectionTimeoutMs: CONNECTION_TIMEOUT_MS } })
}

/** True for a newer token of the connection's user with an unchanged role. */
const isRenewal = ({ actor }: Connection, token: RunningToken | undefined) =>
  actor !== null && token?.user.userId === actor.userId && token.user.role === actor.role

/** Terminates dead connections. */
function keepAlive(connection: Connection) {
  const { socket } = connection
  if (!connection.isAlive) return socket.terminate()
  connection.isAlive = false
  connection.messages = 0
  socket.ping()
  send(connection, { type: 'ka' })
}

/**
 * Browsers send the origin of the page that opens a socket; only the shop's own pages are allowed. A client without an origin is a program.
 * It gains nothing from a browser's cookies, because a connection is authorized by its ID token alone.
 */
function isAllowedOrigin({ services, env }: Shop, { headers }: IncomingMessage): boolean {
  const { origin, host } = headers
  return origin === undefined || isOwnOrigin({ origin, host, ours: services.origin, mode: env.MODE })
}
