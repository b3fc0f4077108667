import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FREQUENCIES, type PopupFrequency, schedulePopup } from './recent-sales-popup.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** The popup under a manual clock. `events` holds the shown turns, and 'hidden'. */
function popup(frequency: PopupFrequency, ...chances: number[]) {
  const events: (number | 'hidden')[] = []
  const schedule = schedulePopup({
    frequency,
    onShow: turn => events.push(turn),
    onHide: () => events.push('hidden'),
    chance: () => chances.shift() ?? 0,
  })
  return { ...schedule, events }
}

describe.each([
  ['constant', 3, 8, 30, 1],
  ['reduced', 15, 30, 120, 0.7],
  ['minimal', 60, 120, 300, 0.4],
] as const)('%s', (frequency, firstShow, rotate, reshow, probability) => {
  it(`shows first after ${firstShow} s, rotates every ${rotate} s, and comes back ${reshow} s after it was closed [B-9.21]`, () => {
    const { events, close } = popup(frequency)
    vi.advanceTimersByTime(firstShow * 1000 - 1)
    expect(events).toEqual([])
    vi.advanceTimersByTime(1)
    expect(events).toEqual([0])
    vi.advanceTimersByTime(rotate * 1000 - 1)
    expect(events).toEqual([0])
    vi.advanceTimersByTime(1)
    expect(events).toEqual([0, 1])
    close()
    vi.advanceTimersByTime(reshow * 1000 - 1)
    expect(events).toEqual([0, 1, 'hidden'])
    vi.advanceTimersByTime(1)
    expect(events).toEqual([0, 1, 'hidden', 2])
  })

  it(`comes with a probability of ${probability}, and tries again ${reshow} s later when it did not [B-9.21]`, () => {
    expect(FREQUENCIES[frequency].probability).toBe(probability)
    const { events } = popup(frequency, probability, probability - 0.001)
    vi.advanceTimersByTime(firstShow * 1000)
    expect(events).toEqual([])
    vi.advanceTimersByTime(reshow * 1000 - 1)
    expect(events).toEqual([])
    vi.advanceTimersByTime(1)
    expect(events).toEqual([0])
  })
})

it('stays closed over a reload, and not longer than without one [B-9.21]', () => {
  const { reshowMs } = FREQUENCIES.minimal
  const events: number[] = []
  const open = (closedAt: number) =>
    schedulePopup({ frequency: 'minimal', closedAt, onShow: turn => events.push(turn), onHide() {}, chance: () => 0 })
  const closedAt = Date.now()
  vi.advanceTimersByTime(100_000)
  const reloaded = open(closedAt)
  vi.advanceTimersByTime(reshowMs - 100_001)
  expect(events).toEqual([])
  vi.advanceTimersByTime(1)
  expect(events).toEqual([0])
  reloaded.stop()
  // Long ago, and in the future of a clock that was set back.
  for (const [at, waitMs] of [
    [Date.now() - 2 * reshowMs, FREQUENCIES.minimal.firstShowMs],
    [Date.now() + 86_400_000, reshowMs],
  ] as const) {
    events.length = 0
    const { stop } = open(at)
    vi.advanceTimersByTime(waitMs - 1)
    expect(events).toEqual([])
    vi.advanceTimersByTime(1)
    expect(events).toEqual([0])
    stop()
  }
})

it('never shows when it is off [B-9.21]', () => {
  const { events, close } = popup('off')
  vi.advanceTimersByTime(24 * 3_600_000)
  close()
  vi.advanceTimersByTime(24 * 3_600_000)
  expect(events).toEqual(['hidden'])
})

it('shows nothing after it is stopped [B-2.29]', () => {
  const { events, stop } = popup('constant')
  vi.advanceTimersByTime(3000)
  stop()
  vi.advanceTimersByTime(600_000)
  expect(events).toEqual([0])
})

it('always comes by the constant frequency, and by minimal in about two of five tries', () => {
  let seed = 7
  const chance = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const shown = { constant: 0, minimal: 0 }
  for (const frequency of ['constant', 'minimal'] as const)
    for (let page = 0; page < 1000; page++) {
      const { stop } = schedulePopup({ frequency, onShow: () => shown[frequency]++, onHide() {}, chance })
      vi.advanceTimersByTime(FREQUENCIES[frequency].firstShowMs)
      stop()
    }
  expect(shown.constant).toBe(1000)
  expect(shown.minimal).toBeGreaterThan(350)
  expect(shown.minimal).toBeLessThan(450)
})
