import { WebSocket } from 'ws'
import type { RunningToken } from '#features/identity/sessions/id-token.server.ts'
import type { Actor } from '#kernel/context.ts'

/** Limits of one socket; `messagesPerBeat` counts from one keep-alive to the next. */
export const LIMITS = {
  frameBytes: 8192,
  connections: 10_000,
  perAddress: 100,
  channels: 20,
  messagesPerBeat: 120,
  unsentBytes: 1_000_000,
}

export type Connection = {
  socket: WebSocket
  actor: Actor
  /** The listener's token; undefined for a guest. */
  token: RunningToken | undefined
  /** True after `connection_init`. */
  isOpen: boolean
  isAlive: boolean
  messages: number
  /** The client's id of each subscription, and its channel; undefined while the lookup runs. */
  channels: Map<string, string | undefined>
}

export const newConnection = (socket: WebSocket): Connection => ({
  socket,
  actor: null,
  token: undefined,
  isOpen: false,
  isAlive: true,
  messages: 0,
  channels: new Map(),
})

export const send = (connection: Connection, message: object) => sendText(connection, JSON.stringify(message))

/** Terminates a client that does not read, before unsent messages fill the memory. */
export function sendText({ socket }: Connection, text: string) {
  if (socket.readyState !== WebSocket.OPEN) return
  if (socket.bufferedAmount > LIMITS.unsentBytes) socket.terminate()
  else socket.send(text)
}
