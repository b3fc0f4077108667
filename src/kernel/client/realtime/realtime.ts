import { useSyncExternalStore } from 'react'
import { ACK_MS, type Connection, type ConnectionMessage, openConnection } from './websocket-connection.ts'

/** The first reconnection follows after 5 s, later ones every 60 s. */
const FIRST_RETRY_MS = 5_000
const RETRY_MS = 60_000

/** `pending keep-alive` is a connection that has been silent for 35 s or more. */
export type RealtimeState = 'connected' | 'connecting' | 'disconnected' | 'disrupted' | 'pending keep-alive'

type Listener = {
  channel: string
  onData: (payload: never) => void
  /** The subscription is active; fetch earlier changes now. Called again after every reconnection. */
  onStart: () => void
  late?: ReturnType<typeof setTimeout> | undefined
}

type Options = {
  open: () => WebSocket
  /** The ID token, for private channels; undefined for a guest. */
  token: () => string | undefined | Promise<string | undefined>
  /** Replaces a void ID token. */
  refreshToken: () => Promise<unknown>
  now?: () => number
}

export type Realtime = {
  state: () => RealtimeState
  onState: (listener: () => void) => () => void
  /**
   * Listens to a channel. The connection is open while at least one listener exists. A channel has one listener at a time.
   * @returns a function that stops listening.
   */
  listen: <T>(channel: string, onData: (payload: T) => void, onStart: () => void) => () => void
  /** Reconnects, if connected, because another user is signed in. */
  renew: () => void
  /** Sends a newer ID token of the current user over the open connection. */
  showToken: (idToken: string) => void
}

/** Creates the single WebSocket for all channels of a page. */
export function createRealtime({ open, token, refreshToken, now = Date.now }: Options): Realtime {
  const listeners = new Map<string, Listener>()
  const watchers = new Set<() => void>()
  let state: RealtimeState = 'disconnected'
  let wire: Connection | undefined
  let failures = 0
  let count = 0
  let retry: ReturnType<typeof setTimeout> | undefined

  function become(next: RealtimeState) {
    if (next === state) return
    state = next
    for (const watcher of watchers) watcher()
  }

  function start(id: string, listener: Listener) {
    listener.late = setTimeout(() => lose(), ACK_MS)
    wire?.send({ type: 'start', id, payload: { channel: listener.channel } })
  }

  function connect() {
    become('connecting')
    wire = openConnection(open(), {
      token,
      now,
      onReady() {
        failures = 0
        become('connected')
        for (const [id, listener] of listeners) start(id, listener)
      },
      onMessage: receive,
      onSilence: isSilent => become(isSilent ? 'pending keep-alive' : 'connected'),
      onLost: isVoid => (isVoid ? void reauthorize() : lose()),
    })
  }

  function receive({ type, id, payload }: ConnectionMessage) {
    const listener = id === undefined ? undefined : listeners.get(id)
    if (type === 'start_ack') {
      clearTimeout(listener?.late)
      listener?.onStart()
    } else if (type === 'data') listener?.onData(payload as never)
    // A refused channel stays silent; its listener must poll.
    else if (type === 'error') id === undefined ? lose() : clearTimeout(listener?.late)
  }

  function drop() {
    clearTimeout(retry)
    for (const listener of listeners.values()) clearTimeout(listener.late)
    wire?.close()
    wire = undefined
  }

  /** Drops a failed connection and retries later. */
  function lose() {
    drop()
    become('disrupted')
    retry = setTimeout(connect, failures++ === 0 ? FIRST_RETRY_MS : RETRY_MS)
  }

  /** Reconnects at once with a new token, because the page must learn of the change of rights that voided the old token. */
  async function reauthorize() {
    drop()
    become('disrupted')
    await refreshToken().finally(() => listeners.size > 0 && !wire && connect())
  }

  return {
    state: () => state,
    onState(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    listen(channel, onData, onStart) {
      const id = String(++count)
      const listener: Listener = { channel, onData, onStart }
      listeners.set(id, listener)
      if (state === 'disconnected') connect()
      else if (state === 'connected' || state === 'pending keep-alive') start(id, listener)
      return () => {
        clearTimeout(listener.late)
        listeners.delete(id)
        wire?.send({ type: 'stop', id })
        if (listeners.size > 0) return
        drop()
        failures = 0
        become('disconnected')
      }
    },
    showToken: idToken => wire?.renew(idToken),
    renew() {
      if (listeners.size === 0) return
      drop()
      failures = 0
      connect()
    },
  }
}

/** Subscribes a component to the connection's state; always disconnected on the server. */
export const useRealtimeState = (realtime: Realtime): RealtimeState =>
  useSyncExternalStore(realtime.onState, realtime.state, () => 'disconnected')
