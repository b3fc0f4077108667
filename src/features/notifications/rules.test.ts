import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '#kernel/settings.ts'
import { smsReplies } from './commands/receive-sms.server.ts'
import { monthOf, sendableFrom, zonesOf } from './queries/local-time.server.ts'
import { nextAttempt, type Wishes, wants } from './rules.ts'
import { gsmSafe, smsBody, smsRoom } from './sms/sms-text.ts'

describe('quiet hours', () => {
  it.each([
    ['noon', 'America/New_York', '2026-07-01T16:00:00Z', '2026-07-01T16:00:00Z'],
    ['8:00 sharp is day', 'America/New_York', '2026-07-01T12:00:00Z', '2026-07-01T12:00:00Z'],
    ['7:59 waits a minute', 'America/New_York', '2026-07-01T11:59:00Z', '2026-07-01T12:00:00Z'],
    ['20:59 is day', 'America/New_York', '2026-07-02T00:59:59Z', '2026-07-02T00:59:59Z'],
    ['21:00 waits until morning', 'America/New_York', '2026-07-02T01:00:00Z', '2026-07-02T12:00:00Z'],
    ['Eastern day, Hawaiian night', 'Pacific/Honolulu', '2026-07-01T16:00:00Z', '2026-07-01T18:00:00Z'],
    ['the short night of March', 'America/New_York', '2026-03-08T03:30:00Z', '2026-03-08T12:00:00Z'],
    ['the hour that March skips', 'America/New_York', '2026-03-08T07:00:00Z', '2026-03-08T12:00:00Z'],
    ['the long night of November', 'America/New_York', '2026-11-01T01:30:00Z', '2026-11-01T13:00:00Z'],
    ['the hour that November has twice', 'America/New_York', '2026-11-01T06:30:00Z', '2026-11-01T13:00:00Z'],
    ['Arizona keeps its clocks', 'America/Phoenix', '2026-07-02T04:00:00Z', '2026-07-02T15:00:00Z'],
    ['New Year’s Eve', 'America/Denver', '2027-01-01T05:00:00Z', '2027-01-01T15:00:00Z'],
    ['leap day', 'America/Chicago', '2028-02-29T04:00:00Z', '2028-02-29T14:00:00Z'],
  ])('%s', (_, zone, at, expected) => {
    expect(sendableFrom(new Date(at), [zone])).toEqual(new Date(expected))
  })

  it('quiet hours end when it is day in both zones of a state with two [B-9.38]', () => {
    const zones = zonesOf({ timeZone: null, state: 'Tennessee' }, 'Pacific/Honolulu')
    expect(zones).toEqual(['America/New_York', 'America/Chicago'])
    expect(sendableFrom(new Date('2026-07-01T12:30:00Z'), zones)).toEqual(new Date('2026-07-01T13:00:00Z'))
    expect(sendableFrom(new Date('2026-07-02T01:30:00Z'), zones)).toEqual(new Date('2026-07-02T13:00:00Z'))
  })

  it.each([
    [{ timeZone: 'Asia/Tokyo', state: 'UT' }, ['Asia/Tokyo']],
    [{ timeZone: 'Mars/Olympus', state: ' utah ' }, ['America/Denver']],
    // Intl knows this zone and Temporal does not. One user with this zone must not stop the messages to all others.
    [{ timeZone: 'SystemV/PST8', state: 'ca' }, ['America/Los_Angeles']],
    [{ timeZone: null, state: 'ca' }, ['America/Los_Angeles']],
    [{ timeZone: null, state: 'Arizona' }, ['America/Denver', 'America/Phoenix']],
    [{ timeZone: null, state: 'Ontario' }, ['America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu']],
    [{ timeZone: null, state: null }, ['America/New_York', 'America/Los_Angeles', 'Pacific/Honolulu']],
  ])('the zone of %o is known', (given, expected) => {
    expect(zonesOf(given, 'Pacific/Honolulu')).toEqual(expected)
  })

  it('every night of a year leaves a morning to send in, in every zone [B-9.38]', () => {
    for (const timeZone of ['America/New_York', 'America/Phoenix', 'Pacific/Honolulu', 'Australia/Lord_Howe']) {
      const clock = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' })
      const wrong: string[] = []
      for (let hour = 0; hour < 366 * 24; hour += 3) {
        const at = new Date(Date.UTC(2028, 0, 1, hour, 30))
        const from = sendableFrom(at, [timeZone])
        const local = Number(clock.format(from))
        if (local < 8 || local >= 21 || +from - +at > 12 * 3_600_000) wrong.push(`${at.toISOString()} ${timeZone}`)
      }
      expect(wrong).toEqual([])
    }
  })
})

it('SMS are counted by the recipient’s local month [B-9.39]', () => {
  expect(monthOf(new Date('2026-08-01T03:00:00Z'), ['America/New_York'])).toBe('2026-07-01')
  expect(monthOf(new Date('2026-08-01T04:00:00Z'), ['America/New_York'])).toBe('2026-08-01')
})

describe('an SMS', () => {
  it('an SMS names the sender and how to stop, in one part', () => {
    expect(smsBody('Redoubt', 'Field Kit opens to all Friday.')).toBe(
      'Redoubt: Field Kit opens to all Friday. Msg&data rates may apply. Reply STOP to unsubscribe.',
    )
    expect(smsBody('Redoubt', 'x'.repeat(500))).toHaveLength(160)
    expect(smsBody('N'.repeat(20), 'x'.repeat(500))).toHaveLength(160)
    expect(smsBody('Söhne & Çö', 'Hi.')).toMatch(/^Söhne & Çö: Hi\. Msg/)
    expect(smsBody('🏔🏔', 'Hi.')).toMatch(/^Hi\. Msg/)
    expect(smsBody('Redoubt', 'x'.repeat(smsRoom('Redoubt')))).not.toContain('...')
  })

  it.each([
    ['“Ranger’s” kit – 5 × …', '"Ranger\'s" kit - 5 x ...'],
    ['Café Ångström', 'Café Ångström'],
    ['Šárka 🎯 won', 'Sarka won'],
    ['a\u0000b\u200bc\td', 'abc d'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['[x] {y} ~', '(x) (y) -'],
  ])('an SMS is plain text of the GSM alphabet: %s', (text, expected) => {
    expect(gsmSafe(text)).toBe(expected)
  })
})

it('keywords are answered in one SMS each, of the GSM alphabet', () => {
  for (const reply of Object.values(smsReplies(DEFAULT_SETTINGS))) {
    expect(reply.length).toBeLessThanOrEqual(160)
    expect(gsmSafe(reply)).toBe(reply)
  }
})

describe('retries', () => {
  const since = new Date('2026-03-02T12:00:00Z')
  const later = (ms: number) => new Date(+since + ms)
  it.each([
    [0, 5000],
    [5000, 10_000],
    [15_000, 20_000],
    [75_000, 80_000],
    [5 * 3_600_000, 3_600_000],
  ])('after %i ms of failing the next attempt follows after %i ms', (at, wait) => {
    expect(nextAttempt(since, later(at))).toEqual(later(at + wait))
  })
  it('retries end after a day', () => {
    expect(nextAttempt(since, later(24 * 3_600_000 - 1))).toBeDefined()
    expect(nextAttempt(since, later(24 * 3_600_000))).toBeUndefined()
  })
})

describe('the wishes of a user', () => {
  const all: Wishes = {
    enabled: true,
    email: 'sam@example.com',
    phone: '+18015550100',
    smsConsent: true,
    smsStopped: false,
    emailOptIn: true,
    pushOptIn: true,
    types: { giveaway_alert: true, order_update: true, promotional_offer: true, cart_reminder: true },
    emailChoices: {},
  }
  const promo = 'promotional_offer'
  it.each([
    ['everything is on', {}, { email: true, sms: true, push: true }],
    ['the account is disabled', { enabled: false }, { email: false, sms: false, push: false }],
    ['the type is off', { types: { ...all.types, [promo]: false } }, { email: false, sms: false, push: false }],
    ['no SMS consent', { smsConsent: false }, { email: true, sms: false, push: true }],
    ['no phone', { phone: null }, { email: true, sms: false, push: true }],
    ['STOP was said', { smsStopped: true }, { email: true, sms: false, push: true }],
    ['e-mail is off', { emailOptIn: false }, { email: false, sms: true, push: true }],
    ['push is off', { pushOptIn: false }, { email: true, sms: true, push: false }],
    ['unsubscribed by link', { emailChoices: { [promo]: false } }, { email: false, sms: true, push: true }],
    [
      'type off, e-mails of it chosen by link',
      { types: { ...all.types, [promo]: false }, emailChoices: { [promo]: true } },
      { email: true, sms: false, push: false },
    ],
  ] as const)('when %s [B-9.37]', (_, change, expected) => {
    const wishes = { ...all, ...change } as Wishes
    for (const channel of ['email', 'sms', 'push'] as const)
      expect(wants(wishes, promo, channel)).toBe(expected[channel])
  })
})
