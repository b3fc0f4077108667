import fc from 'fast-check'
import { expect, it } from 'vitest'
import { HOUR_MS } from '../durations.ts'
import { dayInWords, formatMoment } from '../format-moment.ts'
import { SHOP_ZONE, shopDayOf } from '../shop-day.ts'
import { dayWords, ownDay, utcDay } from './day-words.ts'

const MOMENT = new Intl.DateTimeFormat('en-US', {
  timeZone: SHOP_ZONE,
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})
const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: SHOP_ZONE, year: 'numeric', month: '2-digit', day: '2-digit' })
const byIntl = (at: Date) => MOMENT.format(at).replaceAll('\u202f', ' ')
const moments = fc.date({
  min: new Date('1990-01-01T00:00:00Z'),
  max: new Date('2200-01-01T00:00:00Z'),
  noInvalidDate: true,
})

it('a moment and a day of the shop are what the time zone data of Node says, at random and in each hour of the changes until 2060', () => {
  fc.assert(
    fc.property(moments, at => {
      expect(formatMoment(at)).toBe(byIntl(at))
      expect(shopDayOf(at)).toBe(DAY.format(at))
    }),
    { numRuns: 2000 },
  )
  const differences: string[] = []
  for (let year = 2006; year <= 2060; year++) {
    for (const [month, from, days] of [
      [2, 7, 9],
      [9, 31, 9],
    ] as const) {
      const start = Date.UTC(year, month, from)
      for (let hour = 0; hour < days * 24; hour++)
        for (const at of [new Date(start + hour * HOUR_MS - 1), new Date(start + hour * HOUR_MS)])
          if (formatMoment(at) !== byIntl(at)) differences.push(`${byIntl(at)} is ${formatMoment(at)}`)
    }
  }
  expect(differences).toEqual([])
})

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
      fc.property(moments, at => {
        expect(dayWords(utcDay(at), form)).toBe(utc!.format(at))
        expect(dayWords(ownDay(at), form)).toBe(own!.format(at))
      }),
      { numRuns: 300 },
    )
  }
  expect(() => dayInWords('2026-02-31x')).toThrow(RangeError)
})
