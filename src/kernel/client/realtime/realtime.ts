import { createStore, useStore, type Watched } from '../store.ts'
import { ACK_MS, type Connection, type ConnectionMessage, openConnection } from './websocket-connection.ts'

/** The first reconnection follows after 5 s, later ones every 60 s. */
const FIRST_RETRY_MS = 5_000
const RETRY_MS = 60_000

/** Refusals of a channel that another try does not change. */
const LASTING = new Set(['not_found', 'Unauthorized', 'SecondFactorRequired', 'NotAuthorizedException'])
const codeOf = (payload: unknown) => (payload as { errors?: { code?: string }[] }).errors?.[0]?.code ?? ''

/** `pending keep-alive` is a connection that has been silent for 35 s or more. */
export type RealtimeState = 'connected' | 'connecting' | 'disconnected' | 'disrupted' | 'pending keep-alive'

type Listener = {
  onData: (payload: never) => void
  /** The subscription is active; fetch earlier changes now. Called again after every reconnection. */
  onStart: () => void
}

/** One for each channel, because the server knows one subscription of a channel for each connection. */
type Subscription = {
  id: string
  channel: string
  listeners: Set<Listener>
  /** The server has acknowledged it on the current connection. */
  isActive: boolean
  /** Set once it was started on this connection. */
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
  state: Watched<RealtimeState>
  /**
   * Listens to a channel. The connection is open while at least one listener exists.
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
  const subscriptions = createSubscriptions(message => wire?.send(message), lose)
  const state = createStore<RealtimeState>(() => 'disconnected')
  let wire: Connection | undefined
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined

  function connect() {
    state.set('connecting')
    wire = openConnection(open(), {
      token,
      now,
      onReady() {
        failures = 0
        state.set('connected')
        subscriptions.start()
      },
      onMessage: message =>
        message.type === 'error' && message.id === undefined ? lose() : subscriptions.receive(message),
      onSilence: isSilent => state.set(isSilent ? 'pending keep-alive' : 'connected'),
      onLost: isVoid => (isVoid ? void reauthorize() : lose()),
    })
  }

  function drop() {
    clearTimeout(retry)
    subscriptions.pause()
    wire?.close()
    wire = undefined
  }

  /** Drops a failed connection and retries later. */
  function lose() {
    drop()
    state.set('disrupted')
    retry = setTimeout(connect, failures++ === 0 ? FIRST_RETRY_MS : RETRY_MS)
  }

  /** Reconnects at once with a new token, because the page must learn of the change of rights that voided the old token. */
  async function reauthorize() {
    drop()
    state.set('disrupted')
    await refreshToken().finally(() => subscriptions.count() > 0 && !wire && connect())
  }

  return {
    state,
    listen(channel, onData, onStart) {
      const leave = subscriptions.add(channel, { onData, onStart })
      const now = state.get()
      if (now === 'disconnected') connect()
      else if (now === 'connected' || now === 'pending keep-alive') subscriptions.start(channel)
      return () => {
        leave()
        if (subscriptions.count() > 0) return
        drop()
        failures = 0
        state.set('disconnected')
      }
    },
    showToken: idToken => wire?.renew(idToken),
    renew() {
      if (subscriptions.count() === 0) return
      drop()
      failures = 0
      connect()
    },
  }
}

/**
 * The subscriptions of a connection, which outlive it.
 * @param onLate called when the server does not acknowledge a subscription in time.
 */
function createSubscriptions(
  send: (message: { type: string; id: string; payload?: object }) => void,
  onLate: () => void,
) {
  const all = new Map<string, Subscription>()
  let count = 0

  function startOne(subscription: Subscription) {
    if (subscription.late !== undefined) return
    subscription.late = setTimeout(onLate, ACK_MS)
    send({ type: 'start', id: subscription.id, payload: { channel: subscription.channel } })
  }

  return {
    count: () => all.size,
    /** Starts what is not started yet: one channel, or all. */
    start(channel?: string) {
      for (const one of all.values()) if (channel === undefined || one.channel === channel) startOne(one)
    },
    /** The connection is gone; all start again with the next one. */
    pause() {
      for (const one of all.values()) {
        clearTimeout(one.late)
        one.late = undefined
        one.isActive = false
      }
    },
    receive({ type, id, payload }: ConnectionMessage) {
      const one = [...all.values()].find(subscription => subscription.id === id)
      if (!one) return
      if (type === 'data') for (const { onData } of one.listeners) onData(payload as never)
      else if (type === 'start_ack' || type === 'error') clearTimeout(one.late)
      // A channel that this user may not read stays silent. Any other refusal passes: the next connection starts the channel again.
      if (type === 'error' && !LASTING.has(codeOf(payload))) onLate()
      if (type !== 'start_ack') return
      one.isActive = true
      for (const { onStart } of one.listeners) onStart()
    },
    /** @returns a function that takes the listener out, and with the last one ends the subscription. */
    add(channel: string, listener: Listener) {
      const one = all.get(channel) ?? { id: String(++count), channel, listeners: new Set(), isActive: false }
      one.listeners.add(listener)
      all.set(channel, one)
      if (one.isActive) listener.onStart()
      return () => {
        if (!one.listeners.delete(listener) || one.listeners.size > 0) return
        clearTimeout(one.late)
        all.delete(channel)
        send({ type: 'stop', id: one.id })
      }
    },
  }
}

/** Subscribes a component to the connection's state; always disconnected on the server. */
export const useRealtimeState = (realtime: Realtime): RealtimeState =>
  useStore<RealtimeState>(realtime.state, 'disconnected')
