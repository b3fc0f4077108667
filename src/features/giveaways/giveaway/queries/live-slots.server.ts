import type { Context } from '#kernel/context.ts'
import { tellStaff, tellUser } from '#kernel/realtime-topics.server.ts'
import { refusals } from '#platform/errors.ts'
import type { Signals } from '#platform/jobs/signals.server.ts'
import { GIVEAWAY_ERRORS } from '../contract.ts'
import { type Hidden, hiddenFrom, type Viewer } from '../rules.ts'
import { addMoves, type Moves, movesOf, type SlotFate } from '../slot-moves.ts'
import { IS_FROZEN, IS_IN_DRAW } from './entry-conditions.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/** One process's cached slots of a giveaway: enough to list taken slots without the database. */
export type LiveSlots = {
  totalSlots: number
  taken: Set<number>
  /** Numbers of staff entries, also of those by mail. */
  staff: Set<number>
  /** Entries in the draw beyond the taken slots that are not of staff: those by mail, less the flagged ones. */
  drawnBeyondSlots: number
  /** All signed-in users may enter now, so a full giveaway is the first rule that refuses. */
  isOpenToAll: (now: Date) => boolean
  /** Closed by a time or by hand, so the end is the first rule that refuses. */
  isClosed: (now: Date) => boolean
  hiddenFrom: (viewer: Viewer, now: Date) => Hidden | null
  /** When a giveaway that is hidden for this reason becomes visible. */
  opensAt: (hidden: Hidden) => Date
}

/** Slots that changed hands in one giveaway; sent to the realtime endpoint and to the other processes. */
export type SlotsMoved = { giveawayId: string } & Moves

/** Signal topics: slots that changed hands, and the id of a giveaway with another change, such as an entry by mail. */
export const SLOTS = 'slots'
export const CHANGED = 'giveaway-changed'

/** Maximum age of cached slots. Signals between processes may be lost, so older data is read again. */
const FRESH_MS = 3000
/** Slot changes within this time are sent as one batch. */
const BATCH_MS = 50
/** Slots per message, to stay below the size limit of a signal. */
const CHUNK = 500

type Known = { at: number; slots: LiveSlots | undefined; loading: Promise<LiveSlots> | undefined; missed: SlotsMoved[] }
type Memory = {
  known: Map<string, Known>
  moved: Map<string, Map<number, SlotFate>>
  timer: NodeJS.Timeout | undefined
}

/** One cache per shop in a process; it lives as long as the shop's signals. */
const memories = new WeakMap<Signals, Memory>()

function memoryOf({ signals }: Pick<Context, 'signals'>): Memory {
  const existing = memories.get(signals)
  if (existing) return existing
  const memory: Memory = { known: new Map(), moved: new Map(), timer: undefined }
  memories.set(signals, memory)
  signals.subscribe(SLOTS, message => apply(memory, message as SlotsMoved))
  signals.subscribe(CHANGED, id => void memory.known.delete(id as string))
  signals.onGap(() => memory.known.clear())
  return memory
}

function apply(memory: Memory, moved: SlotsMoved) {
  const known = memory.known.get(moved.giveawayId)
  if (!known) return
  if (known.loading) known.missed.push(moved)
  if (known.slots) move(known.slots, moved)
}

function move({ taken, staff }: LiveSlots, moved: SlotsMoved) {
  const fates = new Map<number, SlotFate>()
  addMoves(fates, moved)
  for (const [slot, fate] of fates) {
    if (fate === 'free') taken.delete(slot)
    else taken.add(slot)
    if (fate === 'staff') staff.add(slot)
    else staff.delete(slot)
  }
}

/** Number of entries that a draw would choose from now. */
export const drawnCountOf = ({ taken, staff, drawnBeyondSlots }: LiveSlots): number =>
  taken.size - [...staff].filter(slot => taken.has(slot)).length + drawnBeyondSlots

/** Returns fresh cached slots without a database query, else undefined. */
export function knownSlots(ctx: Context, giveawayId: string): LiveSlots | undefined {
  const known = memoryOf(ctx).known.get(giveawayId)
  return known && Date.now() - known.at < FRESH_MS ? known.slots : undefined
}

/** Slots of a giveaway, from the cache while fresh. Concurrent callers share one query. @throws giveaway_not_found */
export async function readLiveSlots(ctx: Context, giveawayId: string): Promise<LiveSlots> {
  const { known } = memoryOf(ctx)
  const entry = known.get(giveawayId) ?? { at: 0, slots: undefined, loading: undefined, missed: [] }
  if (entry.slots && Date.now() - entry.at < FRESH_MS) return entry.slots
  known.set(giveawayId, entry)
  entry.loading ??= readSlots(ctx, giveawayId)
    .then(slots => {
      // Signals that arrived during the query may be newer than its result.
      for (const moved of entry.missed) move(slots, moved)
      Object.assign(entry, { at: Date.now(), slots })
      return slots
    })
    .catch(error => {
      // Any caller may ask for an unknown giveaway, so misses are not cached.
      known.delete(giveawayId)
      throw error
    })
    .finally(() => Object.assign(entry, { loading: undefined, missed: [] }))
  return entry.loading
}

async function readSlots(ctx: Context, giveawayId: string): Promise<LiveSlots> {
  const giveaway = await ctx.db
    .selectFrom('giveaway as g')
    .select(['total_slots', 'starts_at as startsAt', 'ends_at', 'early_access_at as earlyAccessAt', 'closed_at'])
    .select(['subscription_visibility_only as subscriptionVisibilityOnly', 'published_at', 'archived_at'])
    .select(IS_FROZEN.as('isFrozen'))
    .where('id', '=', giveawayId)
    .executeTakeFirst()
  if (!giveaway || giveaway.archived_at) throw refuse('giveaway_not_found')
  const entries = await ctx.db
    .selectFrom('giveaway_entry as e')
    .select(['e.slot_number as slot', 'e.is_staff as isStaff', IS_IN_DRAW.as('isInDraw')])
    .where('e.giveaway_id', '=', giveawayId)
    .where('e.removed_at', 'is', null)
    .execute()
  const terms = { ...giveaway, isDraft: !giveaway.published_at }
  const taken = new Set(entries.filter(({ slot }) => slot <= giveaway.total_slots).map(({ slot }) => slot))
  const staff = new Set(entries.filter(({ isStaff }) => isStaff).map(({ slot }) => slot))
  const staffOnSlots = [...staff].filter(slot => taken.has(slot)).length
  const isClosed = (now: Date) =>
    !terms.isDraft && (terms.closed_at !== null || (terms.ends_at !== null && terms.ends_at <= now))
  return {
    totalSlots: giveaway.total_slots,
    taken,
    staff,
    drawnBeyondSlots: entries.filter(({ isInDraw }) => isInDraw).length - taken.size + staffOnSlots,
    isOpenToAll: now => !terms.subscriptionVisibilityOnly && !terms.isDraft && terms.startsAt <= now && !isClosed(now),
    isClosed,
    hiddenFrom: (viewer, now) => hiddenFrom(viewer, terms, now),
    opensAt: hidden => (hidden === 'hidden_until_early_access' ? terms.earlyAccessAt : terms.startsAt),
  }
}

/** Announces slots that changed hands. Changes within `BATCH_MS` are sent together. @param by.isStaff staff entries took the slots. */
export function slotsMoved(
  ctx: Context,
  giveawayId: string,
  { taken = [], freed = [] }: { taken?: readonly number[]; freed?: readonly number[] },
  by: { isStaff: boolean } = { isStaff: false },
) {
  const memory = memoryOf(ctx)
  const moves = { taken: [...taken], freed: [...freed], staff: by.isStaff ? [...taken] : [] }
  apply(memory, { giveawayId, ...moves })
  const moved = memory.moved.get(giveawayId) ?? new Map<number, SlotFate>()
  memory.moved.set(giveawayId, moved)
  addMoves(moved, moves)
  if (memory.timer) return
  // The first change is sent at once; changes within `BATCH_MS` wait for the batch.
  tell(ctx, memory)
  memory.timer = setTimeout(() => {
    memory.timer = undefined
    if (memory.moved.size > 0) tell(ctx, memory)
  }, BATCH_MS).unref()
}

function tell(ctx: Context, memory: Memory) {
  const batch = memory.moved
  memory.moved = new Map()
  for (const [giveawayId, moved] of batch) {
    const slots = [...moved]
    for (let from = 0; from < slots.length; from += CHUNK) {
      const moves = movesOf(slots.slice(from, from + CHUNK))
      ctx.signals.publish(SLOTS, { giveawayId, ...moves } satisfies SlotsMoved)
    }
  }
  ctx.changed('giveaways', ...[...batch.keys()].map(id => `giveaway:${id}`))
  tellStaff(ctx, 'giveaways')
}

/** Announces that a giveaway was created, changed, closed or drawn, or that other entries than those on its slots changed. */
export function giveawayChanged(ctx: Context, giveawayId: string) {
  memoryOf(ctx).known.delete(giveawayId)
  ctx.signals.publish(CHANGED, giveawayId)
  ctx.changed('giveaways', `giveaway:${giveawayId}`)
  tellStaff(ctx, 'giveaways')
}

/** Notifies open screens that a user's entries were removed and their credits returned. */
export function entriesRemoved(
  ctx: Context,
  userId: string,
  gone: readonly { giveawayId: string; slot: number }[],
): void {
  for (const giveawayId of new Set(gone.map(entry => entry.giveawayId))) {
    const slots = gone.filter(entry => entry.giveawayId === giveawayId).map(entry => entry.slot)
    slotsMoved(ctx, giveawayId, { freed: slots })
    giveawayChanged(ctx, giveawayId)
  }
  tellUser(ctx, userId, 'entries', 'credits')
}
