import { WebSocket } from 'ws'
import type { Actor } from '#adapters/context.ts'
import type { RunningToken } from '#features/identity/id-token.server.ts'

/** What one socket may ask for; `messagesPerBeat` counts from one keep-alive to the next. */
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
  /** Whose right to listen this is; undefined for a guest. */
  token: RunningToken | undefined
  /** After `connection_init`. */
  isOpen: boolean
  isAlive: boolean
  messages: number
  /** The client's id of each subscription, and its channel; undefined while that is being looked up. */
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

/** Somebody who does not read what is sent is let go, before the memory is full of it. */
export function sendText({ socket }: Connection, text: string) {
  if (socket.readyState !== WebSocket.OPEN) return
  if (socket.bufferedAmount > LIMITS.unsentBytes) socket.terminate()
  else socket.send(text)
}
