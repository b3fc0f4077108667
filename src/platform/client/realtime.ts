import { useSyncExternalStore } from 'react'
import { ACK_MS, type Connection, type ConnectionMessage, openConnection } from './websocket-connection.ts'

/** checkout-and-admin.md section 9: first reconnection after 5 s and then every 60 s. */
const FIRST_RETRY_MS = 5_000
const RETRY_MS = 60_000

/** The specified states; `pending keep-alive` is a connection that has been silent longer than it should. */
export type RealtimeState = 'connected' | 'connecting' | 'disconnected' | 'disrupted' | 'pending keep-alive'

type Listener = {
  channel: string
  onData: (payload: never) => void
  /** The server has begun to tell; what changed before has to be read. Called again after every reconnection. */
  onStart: () => void
  late?: ReturnType<typeof setTimeout> | undefined
}

type Options = {
  open: () => WebSocket
  /** The ID token, for private channels; undefined for a guest. */
  token: () => string | undefined | Promise<string | undefined>
  /** Gets a new ID token in place of a void one. */
  refreshToken: () => Promise<unknown>
  now?: () => number
}

export type Realtime = {
  state: () => RealtimeState
  onState: (listener: () => void) => () => void
  /**
   * Listens to a channel; the connection is there as long as somebody listens. A channel has one listener at a time.
   * @returns how to stop.
   */
  listen: <T>(channel: string, onData: (payload: T) => void, onStart: () => void) => () => void
  /** Connects anew, if it is connected: somebody else is here now. */
  renew: () => void
  /** Shows a newer ID token of the same person on the connection there is. */
  showToken: (idToken: string) => void
}

/** One WebSocket for everything that a page listens to. */
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
    // A channel that is refused stays silent; whoever listens goes on asking by itself.
    else if (type === 'error') id === undefined ? lose() : clearTimeout(listener?.late)
  }

  function drop() {
    clearTimeout(retry)
    for (const listener of listeners.values()) clearTimeout(listener.late)
    wire?.close()
    wire = undefined
  }

  /** The connection is no good: let it go, and try again later. */
  function lose() {
    drop()
    become('disrupted')
    retry = setTimeout(connect, failures++ === 0 ? FIRST_RETRY_MS : RETRY_MS)
  }

  /** Connects again at once with a new token: what changed the rights is what the page wants to hear of. */
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

/** Follows the state of the connection from a component; on the server it is always disconnected. */
export const useRealtimeState = (realtime: Realtime): RealtimeState =>
  useSyncExternalStore(realtime.onState, realtime.state, () => 'disconnected')
