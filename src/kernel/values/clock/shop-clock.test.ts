import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts'
import { dayInWords, formatMoment } from '../format-moment.ts'
import { daysAfter, endOfShopDay, shopDayOf, startIn, startOfShopDay } from '../shop-day.ts'
import { dayWords, ownDay, utcDay } from './day-words.ts'
import { clockAt, followZones, type ShopZone, shopZoneAt, zoneWordsAt } from './shop-clock.ts'
import { zoneChangeAt } from './zone-change.ts'
import { zoneData } from './zone-data.server.ts'
import { isZoneName, US_ZONES, zoneWords } from './zone-names.ts'

afterAll(() => followZones([]))

const zonesOf = (...zones: [string, Date?][]): ShopZone[] =>
  zones.map(([zone, since]) => ({ ...zoneData(zone), since: since ? +since : null }))

const formsOf = (timeZone: string) => ({
  moment: new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    timeZoneName: 'short',
  }),
  day: new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
})
const moments = (from = '1990', until = '2200') =>
  fc.date({ min: new Date(`${from}-01-01T00:00:00Z`), max: new Date(`${until}-01-01T00:00:00Z`), noInvalidDate: true })

/** Zones of the list, zones whose clocks skip or repeat midnight, quarters of an hour, and both sides of the date line. */
const ZONES = [
  ...Object.keys(US_ZONES),
  ...['Europe/Berlin', 'Europe/Lisbon', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/Havana', 'America/Santiago'],
  ...['Asia/Beirut', 'Africa/Cairo', 'America/Nuuk', 'Africa/Casablanca', 'Pacific/Auckland', 'Pacific/Chatham', 'UTC'],
  ...['America/St_Johns', 'Pacific/Apia', 'Pacific/Kiritimati', 'Asia/Kolkata', 'Atlantic/Azores'],
]
const zone = fc.constantFrom(...ZONES)

describe('the clock of a zone', () => {
  it.each(ZONES)(
    'of %s is what the time zone data of Node says, at random and in each hour of the changes until 2040',
    zone => {
      followZones(zonesOf([zone]))
      const { moment, day } = formsOf(zone)
      const byIntl = (at: Date) => moment.format(at).replaceAll('\u202f', ' ')
      fc.assert(
        fc.property(moments(), at => {
          expect(formatMoment(at)).toBe(byIntl(at))
          expect(shopDayOf(at)).toBe(day.format(at))
        }),
        { numRuns: 200 },
      )
      const differences: string[] = []
      for (let at = Date.UTC(2019, 11, 30); at < Date.UTC(2040, 0, 3); at += 6 * HOUR_MS) {
        if (clockAt(new Date(at)).offset === clockAt(new Date(at + 6 * HOUR_MS)).offset) continue
        for (let near = at - HOUR_MS; near <= at + 7 * HOUR_MS; near += 15 * MINUTE_MS)
          for (const shown of [new Date(near - 1), new Date(near)])
            if (formatMoment(shown) !== byIntl(shown)) differences.push(`${byIntl(shown)} is ${formatMoment(shown)}`)
      }
      expect(differences).toEqual([])
    },
  )

  it('is the same by Intl, where the data ends and before a shop is read', () => {
    followZones([])
    const [unread, at] = [formatMoment(new Date('2026-07-04T01:05:00Z')), new Date('2026-07-04T01:05:00Z')]
    followZones(zonesOf(['America/Denver']))
    expect(unread).toBe(formatMoment(at))
    expect(unread).toBe('Jul 3, 2026, 7:05 PM MDT')
    expect(formatMoment(at, 'America/New_York')).toBe('Jul 3, 2026, 9:05 PM EDT')
  })

  it('takes a page a quarter of a kilobyte', () => {
    for (const name of Object.keys(US_ZONES)) expect(JSON.stringify(zoneData(name)).length).toBeLessThan(300)
  })

  it('has a name for people, and knows what is none', () => {
    expect(['America/Denver', 'Europe/Berlin'].map(name => zoneWords(name).long)).toEqual([
      'Mountain time',
      'Central European time',
    ])
    expect(['America/New_York', 'UTC', 'Etc/GMT+5'].every(isZoneName)).toBe(true)
    expect(['', 'Mars/Olympus', '+05:00', 'America/New York', "'; drop", 'EDT5'].some(isZoneName)).toBe(false)
  })
})

describe('a day of the shop', () => {
  it('begins once and has each moment until the next begins, in every zone', () => {
    fc.assert(
      fc.property(zone, moments('2020', '2040'), (name, at) => {
        const day = shopDayOf(at, name)
        const [start, end] = [startIn(name, day), startIn(name, daysAfter(day, 1))]
        expect(start).toBeLessThanOrEqual(+at)
        expect(end).toBeGreaterThan(+at)
        expect(shopDayOf(new Date(start - 1), name) < day).toBe(true)
        expect([shopDayOf(new Date(start), name), shopDayOf(new Date(end - 1), name)]).toEqual([day, day])
      }),
      { numRuns: 1500 },
    )
  })
})

describe('a change of the zone', () => {
  it('between any two zones comes at a midnight and lets no day come back, be left out or be counted twice', () => {
    fc.assert(
      fc.property(zone, zone, moments('2021', '2038'), (from, to, at) => {
        const change = zoneChangeAt(at, [from, to])
        if (change === null) {
          expect(distance(from, to, at)).toBeGreaterThanOrEqual(24 * HOUR_MS)
          return
        }
        expect(+change).toBeGreaterThan(+at)
        expect(+change - +at).toBeLessThanOrEqual(2 * DAY_MS)
        followZones(zonesOf([from], [to, change]))
        expect(shopZoneAt(new Date(+change - 1))).toBe(from)
        expect(shopZoneAt(change)).toBe(to)
        let last = ''
        for (let near = +change - 3 * DAY_MS; near < +change + 3 * DAY_MS; near += 15 * MINUTE_MS) {
          const day = shopDayOf(new Date(near))
          if (day !== last) {
            if (last) expect(day).toBe(daysAfter(last, 1))
            expect(+startOfShopDay(day)).toBeLessThanOrEqual(near)
            last = day
          }
          expect(+endOfShopDay(day)).toBeGreaterThan(near)
        }
        // Before the change everything is as it was.
        const before = new Date(+at - 40 * DAY_MS)
        expect(formatMoment(before)).toBe(formatMoment(before, from))
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    ['eastwards', 'America/Denver', 'America/New_York', '2026-11-30T18:00:00Z', '2026-12-01T07:00:00Z', [24, 22]],
    ['westwards', 'America/New_York', 'America/Denver', '2026-11-30T18:00:00Z', '2026-12-01T07:00:00Z', [26, 24]],
    [
      'late in the evening',
      'America/Denver',
      'America/New_York',
      '2026-12-01T06:30:00Z',
      '2026-12-02T05:00:00Z',
      [22, 24],
    ],
    [
      'in the night of the short day',
      'America/Denver',
      'America/New_York',
      '2026-03-08T01:00:00Z',
      '2026-03-08T07:00:00Z',
      [24, 21],
    ],
    [
      'in the night of the long day',
      'America/New_York',
      'America/Denver',
      '2026-11-01T01:00:00Z',
      '2026-11-01T06:00:00Z',
      [27, 24],
    ],
    [
      'from Arizona',
      'America/Phoenix',
      'America/Los_Angeles',
      '2026-07-01T12:00:00Z',
      '2026-07-02T07:00:00Z',
      [24, 24],
    ],
  ])('%s holds from the later midnight', (_, from, to, at, change, hours) => {
    expect(zoneChangeAt(new Date(at), [from, to])?.toISOString()).toBe(new Date(change).toISOString())
    followZones(zonesOf([from], [to, new Date(change)]))
    const first = shopDayOf(new Date(+new Date(change) - 1))
    expect([first, daysAfter(first, 1)].map(day => (+endOfShopDay(day) - +startOfShopDay(day)) / HOUR_MS)).toEqual(
      hours,
    )
  })

  it('of three in a row keeps each day that was counted, and its words', () => {
    const [east, west] = [new Date('2026-04-01T06:00:00Z'), new Date('2026-05-01T07:00:00Z')]
    followZones(zonesOf(['America/Denver']))
    const before = shopDayOf(new Date('2026-03-31T23:30:00-06:00'))
    followZones(zonesOf(['America/Denver'], ['America/New_York', east], ['America/Los_Angeles', west]))
    expect(shopDayOf(new Date('2026-03-31T23:30:00-06:00'))).toBe(before)
    expect([east, west].map(at => zoneWordsAt(at).long)).toEqual(['Eastern time', 'Pacific time'])
    expect(formatMoment(new Date(+east - MINUTE_MS))).toBe('Mar 31, 2026, 11:59 PM MDT')
    expect(formatMoment(east)).toBe('Apr 1, 2026, 2:00 AM EDT')
    expect(formatMoment(west)).toBe('May 1, 2026, 12:00 AM PDT')
    expect(startOfShopDay('2026-04-01').toISOString()).toBe('2026-04-01T06:00:00.000Z')
  })
})

const distance = (from: string, to: string, at: Date) => Math.abs(clockAt(at, from).offset - clockAt(at, to).offset)

it('days are written as Intl writes them', () => {
  const forms = {
    short: { dateStyle: 'medium' },
    long: { dateStyle: 'long' },
    weekday: { weekday: 'long', month: 'long', day: 'numeric' },
    month: { month: 'short', day: 'numeric' },
  } as const
  for (const form of ['short', 'long', 'weekday', 'month'] as const) {
    const [utc, own] = ['UTC', undefined].map(
      timeZone => new Intl.DateTimeFormat('en-US', { ...forms[form], timeZone }),
    )
    fc.assert(
      fc.property(moments(), at => {
        expect(dayWords(utcDay(at), form)).toBe(utc!.format(at))
        expect(dayWords(ownDay(at), form)).toBe(own!.format(at))
      }),
      { numRuns: 300 },
    )
  }
  expect(() => dayInWords('2026-02-31x')).toThrow(RangeError)
})
