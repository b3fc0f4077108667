import { WebSocket } from 'ws'
import {
  CHANGED,
  readLiveSlots,
  SLOTS,
  type SlotsMoved,
} from '#features/giveaways/giveaway/queries/live-slots.server.ts'
import { viewerOf } from '#features/giveaways/giveaway/queries/viewer.server.ts'
import { addMoves, type Moves, movesOf, type SlotFate } from '#features/giveaways/giveaway/slot-moves.ts'
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
    signals.subscribe(CHANGED, giveawayId => slotBatches.addChange(giveawayId as string)),
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
  const live = await readLiveSlots(shop.system, giveawayId)
  if (live.hiddenFrom(viewerOf({ ...shop.system, actor }), shop.services.now())) throw refuse('not_found')
  return `giveaways/${giveawayId}`
}

/** `isChanged`: the giveaway changed in another way, such as an entry by mail; watchers read it again. */
type Batch = Moves & { isChanged?: true }
type Waiting = { fates: Map<number, SlotFate>; isChanged: boolean; timer: NodeJS.Timeout }

/** Maximum rate of slot messages per giveaway, independent of the number of claiming processes. */
export const SLOTS_EVERY_MS = 100

/**
 * Batches slot changes, so that a rush costs each watcher ten messages a second instead of thousands. Sends the first change at once;
 * changes within the next 100 ms are sent together, each slot with its latest state.
 * @param tell sends one message to all watchers of the giveaway.
 */
export function createSlotBatches(tell: (giveawayId: string, batch: Batch) => void) {
  const waiting = new Map<string, Waiting>()

  function flush(giveawayId: string) {
    const { fates, isChanged } = waiting.get(giveawayId)!
    waiting.delete(giveawayId)
    if (fates.size > 0 || isChanged) send(giveawayId, fates, isChanged)
  }

  function send(giveawayId: string, fates: Waiting['fates'], isChanged: boolean) {
    const timer = setTimeout(flush, SLOTS_EVERY_MS, giveawayId).unref()
    waiting.set(giveawayId, { fates: new Map(), isChanged: false, timer })
    tell(giveawayId, { ...movesOf(fates), ...(isChanged && { isChanged }) })
  }

  return {
    add({ giveawayId, ...moves }: SlotsMoved) {
      const batch = waiting.get(giveawayId)
      const fates = batch?.fates ?? new Map<number, SlotFate>()
      addMoves(fates, moves)
      if (!batch) send(giveawayId, fates, false)
    },
    addChange(giveawayId: string) {
      const batch = waiting.get(giveawayId)
      if (batch) batch.isChanged = true
      else send(giveawayId, new Map(), true)
    },
    close() {
      for (const { timer } of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
