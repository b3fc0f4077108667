import { describe, expect, it } from 'vitest'
import { entryLimitOf } from '#features/draw-log/rules.ts'
import { bornUntil } from '#kernel/values/clock/age.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/values/durations.ts'
import { hiddenFrom, maskedName, nearestFree, oddsInWords, stateOf, stateSince, timeLeftInWords } from './rules.ts'

const at = (text: string) => new Date(text)

describe('states', () => {
  const giveaway = {
    startsAt: at('2026-03-10T00:00:00Z'),
    endsAt: at('2026-03-20T00:00:00Z'),
    earlyAccessAt: at('2026-03-08T00:00:00Z'),
    closedAt: null,
    drawnAt: null,
    availableSlots: 3,
  }
  it.each([
    ['upcoming', '2026-03-07T23:59:59Z', {}],
    ['early-access', '2026-03-08T00:00:00Z', {}],
    ['open', '2026-03-10T00:00:00Z', {}],
    ['sold-out', '2026-03-10T00:00:00Z', { availableSlots: 0 }],
    ['closed', '2026-03-20T00:00:00Z', {}],
    ['closed', '2026-03-12T00:00:00Z', { closedAt: at('2026-03-11T00:00:00Z') }],
    ['drawn', '2026-03-12T00:00:00Z', { drawnAt: at('2026-03-11T00:00:00Z') }],
    ['open', '2036-03-10T00:00:00Z', { endsAt: null }],
  ] as const)('a giveaway is %s at %s with %j [B-4.20]', (state, now, change) => {
    expect(stateOf({ ...giveaway, ...change }, at(now))).toBe(state)
  })
})

describe('the state of a giveaway that a page read earlier', () => {
  const read = {
    startDate: '2026-03-10T00:00:00.000Z',
    endDate: '2026-03-20T00:00:00.000Z',
    earlyAccessDate: '2026-03-08T00:00:00.000Z',
  }
  it.each([
    ['upcoming', 'upcoming', '2026-03-07T23:59:59Z'],
    ['upcoming', 'early-access', '2026-03-08T00:00:00Z'],
    ['upcoming', 'open', '2026-03-10T00:00:00Z'],
    ['open', 'closed', '2026-03-20T00:00:00Z'],
    ['sold-out', 'sold-out', '2026-03-19T00:00:00Z'],
    ['sold-out', 'closed', '2026-03-20T00:00:00Z'],
    ['closed', 'closed', '2026-03-12T00:00:00Z'],
    ['drawn', 'drawn', '2026-03-12T00:00:00Z'],
    ['draft', 'draft', '2026-03-21T00:00:00Z'],
  ] as const)('a giveaway that was %s is %s at %s [B-2.85]', (state, later, now) => {
    expect(stateSince({ ...read, state }, +at(now))).toBe(later)
  })

  it('a giveaway without an end stays open', () => {
    expect(stateSince({ ...read, state: 'open', endDate: null }, +at('2036-01-01T00:00:00Z'))).toBe('open')
  })
})

describe('figures in words', () => {
  it.each([
    [48 * HOUR_MS, '48 hours'],
    [47 * HOUR_MS + 1, '48 hours'],
    [HOUR_MS, '1 hour'],
    [HOUR_MS - 1, '1 hour'],
    [59 * MINUTE_MS, '59 minutes'],
    [1, '1 minute'],
    [-1, '1 minute'],
    [72 * HOUR_MS, '72 hours'],
    [73 * HOUR_MS, '4 days'],
    [10 * DAY_MS, '10 days'],
  ])('%i ms left are %s [B-8.19]', (left, words) => {
    expect(timeLeftInWords(left)).toBe(words)
  })

  it('odds have thousands separated, and are silent without an own entry [B-2.81]', () => {
    expect(oddsInWords({ own: 2, all: 1087 })).toBe('2 in 1,087')
    expect(oddsInWords({ own: 0, all: 5 })).toBeNull()
  })
})

describe('who sees a giveaway', () => {
  const now = at('2026-03-02T12:00:00Z')
  const user = { isAdmin: false, role: null, isSubscriber: false }
  const of = (startsAt: string, earlyAccessAt: string, subscriptionVisibilityOnly = false) => ({
    startsAt: at(startsAt),
    earlyAccessAt: at(earlyAccessAt),
    subscriptionVisibilityOnly,
  })
  const giveaways = [
    of('2026-03-02T12:00:00Z', '2026-02-28T12:00:00Z'),
    of('2026-03-02T12:00:01Z', '2026-03-02T12:00:00Z'),
    of('2026-03-04T12:00:01Z', '2026-03-02T12:00:01Z'),
    of('2026-03-02T12:00:00Z', '2026-02-28T12:00:00Z', true),
    of('2026-03-04T12:00:01Z', '2026-03-02T12:00:01Z', true),
    { ...of('2026-03-04T12:00:01Z', '2026-03-02T12:00:01Z', true), isFrozen: true },
  ]
  const none = 'giveaway_not_found'
  it.each([
    ['a guest: what has started for everybody, and what is frozen', null, [null, none, none, none, none, null]],
    ['a user: the same', user, [null, 'hidden_until_start', 'hidden_until_start', none, none, null]],
    [
      'a subscriber: from early access on, and members only',
      { ...user, isSubscriber: true },
      [null, null, 'hidden_until_early_access', null, 'hidden_until_early_access', null],
    ],
    ['an admin: all', { ...user, isAdmin: true }, [null, null, null, null, null, null]],
  ] as const)('%s', (_who, viewer, hidden) => {
    expect(giveaways.map(giveaway => hiddenFrom(viewer, giveaway, now))).toEqual(hidden)
  })
})

describe('the entry limit', () => {
  it('the limit is the tier’s unless the giveaway has its own [B-9.8]', () => {
    const tiers = ['Bronze', 'Silver', 'Gold', 'Platinum'] as const
    expect(tiers.map(tier => entryLimitOf({ tier, entryLimit: null }))).toEqual([5, 5, 10, 10])
    expect(entryLimitOf({ tier: 'Gold', entryLimit: 3 })).toBe(3)
  })
})

describe('age', () => {
  it('the age is reached on the birthday, and by users born on 29 February on 1 March', () => {
    expect(bornUntil(at('2026-03-02T12:00:00Z'), 21)).toBe('2005-03-02')
    expect(bornUntil(at('2028-02-29T12:00:00Z'), 21)).toBe('2007-02-28')
  })
})

describe('the nearest free slot', () => {
  const isTaken = (...slots: number[]) => slots.includes.bind(slots)
  it('the nearest free slot is the lower of two as near, and never a chosen one', () => {
    expect(nearestFree(5, 10, isTaken(5), new Set())).toBe(4)
    expect(nearestFree(5, 10, isTaken(5, 4), new Set([6]))).toBe(3)
    expect(nearestFree(1, 10, isTaken(1), new Set())).toBe(2)
    expect(nearestFree(15, 10, isTaken(), new Set())).toBe(10)
    expect(nearestFree(2, 3, isTaken(1, 2, 3), new Set())).toBeUndefined()
  })
})

describe('a masked name', () => {
  it('a masked name keeps the first letters only', () => expect(maskedName(' Sam  de Porter ')).toBe('S••• d••• P•••'))
})
