import { useSyncExternalStore } from 'react'

/**
 * checkout-and-admin.md section 9: acknowledgements within 15 s, keep-alive looked at every 5 s, unhealthy after 65 s of
 * silence, first reconnection after 5 s and then every 60 s.
 */
const ACK_MS = 15_000
const CHECK_MS = 5_000
const PENDING_MS = 35_000
const UNHEALTHY_MS = 65_000
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
  token: () => string | undefined
  now?: () => number
}

export type Realtime = {
  state: () => RealtimeState
  onState: (listener: () => void) => () => void
  /**
   * Listens to a channel; the connection is there as long as somebody listens.
   * @returns how to stop.
   */
  listen: <T>(channel: string, onData: (payload: T) => void, onStart: () => void) => () => void
}

/** One WebSocket for everything that a page listens to. */
export function createRealtime({ open, token, now = Date.now }: Options): Realtime {
  const listeners = new Map<string, Listener>()
  const watchers = new Set<() => void>()
  let state: RealtimeState = 'disconnected'
  let socket: WebSocket | undefined
  let heardAt = 0
  let failures = 0
  let count = 0
  let check: ReturnType<typeof setInterval> | undefined
  let late: ReturnType<typeof setTimeout> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined

  function become(next: RealtimeState) {
    if (next === state) return
    state = next
    for (const watcher of watchers) watcher()
  }
  const send = (message: object) => socket?.readyState === 1 && socket.send(JSON.stringify(message))

  function start(id: string, listener: Listener) {
    listener.late = setTimeout(() => lose(), ACK_MS)
    send({ type: 'start', id, payload: { channel: listener.channel } })
  }

  function connect() {
    clearTimeout(retry)
    become('connecting')
    const mine = open()
    socket = mine
    heardAt = now()
    late = setTimeout(() => lose(), ACK_MS)
    mine.onopen = () => {
      const idToken = token()
      send({ type: 'connection_init', payload: idToken ? { idToken } : {} })
    }
    mine.onmessage = event => socket === mine && receive(JSON.parse(String(event.data)))
    mine.onclose = () => socket === mine && lose()
  }

  function receive(message: { type: string; id?: string; payload?: unknown }) {
    heardAt = now()
    if (state === 'pending keep-alive') become('connected')
    const listener = message.id === undefined ? undefined : listeners.get(message.id)
    if (message.type === 'connection_ack') {
      clearTimeout(late)
      failures = 0
      become('connected')
      check = setInterval(look, CHECK_MS)
      for (const [id, waiting] of listeners) start(id, waiting)
    } else if (message.type === 'start_ack') {
      clearTimeout(listener?.late)
      listener?.onStart()
    } else if (message.type === 'data') listener?.onData(message.payload as never)
    // A channel that is refused stays silent; whoever listens goes on asking by itself.
    else if (message.type === 'error') message.id === undefined ? lose() : clearTimeout(listener?.late)
  }

  function look() {
    const silence = now() - heardAt
    if (silence >= UNHEALTHY_MS) lose()
    else if (silence >= PENDING_MS) become('pending keep-alive')
  }

  function drop() {
    clearTimeout(late)
    clearInterval(check)
    for (const listener of listeners.values()) clearTimeout(listener.late)
    const old = socket
    socket = undefined
    old?.close()
  }

  /** The connection is no good: let it go, and try again later. */
  function lose() {
    drop()
    become('disrupted')
    clearTimeout(retry)
    retry = setTimeout(connect, failures++ === 0 ? FIRST_RETRY_MS : RETRY_MS)
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
        send({ type: 'stop', id })
        if (listeners.size > 0) return
        drop()
        clearTimeout(retry)
        failures = 0
        become('disconnected')
      }
    },
  }
}

/** Follows the state of the connection from a component; on the server it is always disconnected. */
export const useRealtimeState = (realtime: Realtime): RealtimeState =>
  useSyncExternalStore(realtime.onState, realtime.state, () => 'disconnected')
