import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSlotBatches, SLOTS_EVERY_MS } from './channels.server.ts'

const GIVEAWAY = 'a'
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function listen() {
  const heard: {
    giveawayId: string
    taken: number[]
    freed: number[]
    staff: number[]
    isChanged?: true
    at: number
  }[] = []
  const began = Date.now()
  const batches = createSlotBatches((giveawayId, moves) => heard.push({ giveawayId, ...moves, at: Date.now() - began }))
  return { heard, batches }
}

it('sends the first change at once and later ones together, each slot in its last state', () => {
  const { heard, batches } = listen()
  batches.add({ giveawayId: GIVEAWAY, taken: [1], freed: [], staff: [] })
  batches.add({ giveawayId: GIVEAWAY, taken: [2, 3], freed: [], staff: [2, 3] })
  batches.add({ giveawayId: GIVEAWAY, taken: [4], freed: [2], staff: [] })
  expect(heard).toEqual([{ giveawayId: GIVEAWAY, taken: [1], freed: [], staff: [], at: 0 }])
  vi.advanceTimersByTime(SLOTS_EVERY_MS)
  expect(heard[1]).toEqual({ giveawayId: GIVEAWAY, taken: [3, 4], freed: [2], staff: [3], at: SLOTS_EVERY_MS })
})

it('sends another change of the giveaway with the slots of its batch', () => {
  const { heard, batches } = listen()
  batches.addChange(GIVEAWAY)
  batches.addChange(GIVEAWAY)
  batches.add({ giveawayId: GIVEAWAY, taken: [1], freed: [], staff: [] })
  vi.advanceTimersByTime(SLOTS_EVERY_MS)
  expect(heard).toEqual([
    { giveawayId: GIVEAWAY, taken: [], freed: [], staff: [], isChanged: true, at: 0 },
    { giveawayId: GIVEAWAY, taken: [1], freed: [], staff: [], isChanged: true, at: SLOTS_EVERY_MS },
  ])
})

it('sends each giveaway at most every 100 ms and loses no change', () => {
  const { heard, batches } = listen()
  for (let slot = 1; slot <= 1000; slot++) {
    batches.add({ giveawayId: GIVEAWAY, taken: [slot], freed: [], staff: [] })
    vi.advanceTimersByTime(1)
  }
  vi.advanceTimersByTime(SLOTS_EVERY_MS)
  expect(heard.length).toBeLessThanOrEqual(11)
  expect(heard.flatMap(({ taken }) => taken)).toHaveLength(1000)
  for (const [n, { at }] of heard.entries()) expect(at).toBeGreaterThanOrEqual(n * SLOTS_EVERY_MS)
})

it('keeps giveaways apart, and sends nothing after a pause', () => {
  const { heard, batches } = listen()
  batches.add({ giveawayId: GIVEAWAY, taken: [1], freed: [], staff: [] })
  batches.add({ giveawayId: 'b', taken: [1], freed: [], staff: [] })
  vi.advanceTimersByTime(10 * SLOTS_EVERY_MS)
  batches.add({ giveawayId: GIVEAWAY, taken: [], freed: [1], staff: [] })
  expect(heard.map(({ giveawayId, at }) => [giveawayId, at])).toEqual([
    [GIVEAWAY, 0],
    ['b', 0],
    [GIVEAWAY, 1000],
  ])
  expect(vi.getTimerCount()).toBe(1)
})
