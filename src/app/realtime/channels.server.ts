import { WebSocket } from 'ws'
import { viewerOf } from '#features/giveaways/catalogue/viewer.server.ts'
import { liveSlotsOf, SLOTS, type SlotsMoved } from '#features/giveaways/entries/live-slots.server.ts'
import { lacksSecondFactor } from '#kernel/api/api.server.ts'
import { ADMIN, type AdminChange, MY, type MyChange } from '#kernel/realtime-topics.server.ts'
import { refuse } from '#platform/errors.ts'
import type { Shop } from '../services/services.server.ts'
import { type Connection, LIMITS, send, sendText } from './connection.server.ts'

const GIVEAWAY = /^giveaways\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export type Channels = {
  /** Subscribes a connection. @throws the API's errors for this resource. */
  start: (connection: Connection, id: string, wanted: unknown) => Promise<void>
  stop: (connection: Connection, id: string) => void
  /** Removes all subscriptions of a closed connection. */
  leave: (connection: Connection) => void
  close: () => void
}

/** Maps channels to listeners, and forwards signals of all processes to them. */
export function createChannels(shop: Shop): Channels {
  const listeners = new Map<string, Map<Connection, string>>()
  const { signals } = shop.services

  function tell(channel: string, payload: object) {
    const hearing = listeners.get(channel)
    if (!hearing) return
    const json = JSON.stringify(payload)
    // Nearly all pages use one id for this channel, and thousands may listen, so each distinct message is serialized once.
    const texts = new Map<string, string>()
    for (const [connection, id] of hearing) {
      const text = texts.get(id) ?? `{"type":"data","id":${JSON.stringify(id)},"payload":${json}}`
      texts.set(id, text)
      sendText(connection, text)
    }
  }
  const slotBatches = createSlotBatches((giveawayId, moves) => tell(`giveaways/${giveawayId}`, moves))
  const unsubscribe = [
    signals.subscribe(SLOTS, message => slotBatches.add(message as SlotsMoved)),
    signals.subscribe(MY, message => {
      const { userId, changed } = message as MyChange
      tell(`my/${userId}`, { changed })
    }),
    signals.subscribe(ADMIN, message => tell('admin', message as AdminChange)),
  ]

  function forget(connection: Connection, id: string) {
    const channel = connection.channels.get(id)
    connection.channels.delete(id)
    if (channel === undefined) return
    const others = listeners.get(channel)
    others?.delete(connection)
    if (others?.size === 0) listeners.delete(channel)
  }

  return {
    async start(connection, id, wanted) {
      const { channels, socket } = connection
      if (channels.has(id) || channels.size >= LIMITS.channels) throw refuse('LimitExceededException')
      // Reserves the entry before the lookup, so that concurrent lookups cannot exceed the limit.
      channels.set(id, undefined)
      const channel = await channelFor(shop, connection, wanted).catch(error => {
        channels.delete(id)
        throw error
      })
      // The client stopped or disconnected during the lookup.
      if (!channels.has(id) || socket.readyState !== WebSocket.OPEN) return
      const others = listeners.get(channel) ?? new Map<Connection, string>()
      if (others.has(connection)) {
        channels.delete(id)
        throw refuse('conflict')
      }
      channels.set(id, channel)
      listeners.set(channel, others.set(connection, id))
      send(connection, { type: 'start_ack', id })
    },
    stop(connection, id) {
      forget(connection, id)
      send(connection, { type: 'complete', id })
    },
    leave(connection) {
      for (const id of [...connection.channels.keys()]) forget(connection, id)
    },
    close() {
      for (const stop of unsubscribe) stop()
      slotBatches.close()
    },
  }
}

async function channelFor(shop: Shop, { actor }: Connection, wanted: unknown): Promise<string> {
  if (wanted === 'my' || wanted === 'admin') {
    if (!actor) throw refuse('NotAuthorizedException')
    if (wanted === 'my') return `my/${actor.userId}`
    if (!actor.isAdmin) throw refuse('Unauthorized')
    if (lacksSecondFactor(shop.system, actor)) throw refuse('SecondFactorRequired')
    return 'admin'
  }
  const giveawayId = typeof wanted === 'string' ? GIVEAWAY.exec(wanted)?.[1] : undefined
  if (!giveawayId) throw refuse('not_found')
  const live = await liveSlotsOf(shop.system, giveawayId)
  if (live.hiddenFrom(viewerOf({ ...shop.system, actor }), shop.services.now())) throw refuse('not_found')
  return `giveaways/${giveawayId}`
}

type Moves = Pick<SlotsMoved, 'taken' | 'freed'>
type Waiting = { moved: Map<number, boolean>; timer: NodeJS.Timeout }

/** Maximum rate of slot messages per giveaway, independent of the number of claiming processes. */
export const SLOTS_EVERY_MS = 100

/**
 * Batches slot changes, so that a rush costs each watcher ten messages a second instead of thousands. Sends the first change at once;
 * changes within the next 100 ms are sent together, each slot with its latest state.
 * @param tell sends one message to all watchers of the giveaway.
 */
export function createSlotBatches(tell: (giveawayId: string, moves: Moves) => void) {
  const waiting = new Map<string, Waiting>()

  function flush(giveawayId: string) {
    const { moved } = waiting.get(giveawayId)!
    waiting.delete(giveawayId)
    if (moved.size === 0) return
    const slotsThatAre = (isTaken: boolean) => [...moved].filter(([, taken]) => taken === isTaken).map(([slot]) => slot)
    send(giveawayId, { taken: slotsThatAre(true), freed: slotsThatAre(false) })
  }

  function send(giveawayId: string, moves: Moves) {
    waiting.set(giveawayId, { moved: new Map(), timer: setTimeout(flush, SLOTS_EVERY_MS, giveawayId).unref() })
    tell(giveawayId, moves)
  }

  return {
    add({ giveawayId, taken, freed }: SlotsMoved) {
      const batch = waiting.get(giveawayId)
      if (!batch) return send(giveawayId, { taken, freed })
      for (const slot of taken) batch.moved.set(slot, true)
      for (const slot of freed) batch.moved.set(slot, false)
    },
    close() {
      for (const { timer } of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
