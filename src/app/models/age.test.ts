import { describe, expect, it } from 'vitest'
import { openBrowser, PERSON } from '#features/identity/testing/browser.ts'
import { subscribingIn } from '#features/membership/testing/subscribing.ts'
import { ageOn, bornUntil } from '#kernel/values/clock/age.ts'
import { testShop } from '../testing/shop.ts'

/** One shop whose clock visits leap days, daylight-saving changes and turns of the year. No check gets a user's age wrong. */
const HOUR = 3_600_000
const DAY = 24 * HOUR
const MINIMUM_AGE = 21

const shop = await testShop({ connections: 20, now: new Date('2027-01-31T10:00:00Z') })
const at = subscribingIn(shop)
await at.addPlans()
await at.loseWebhooks()

const iso = (time: number) => new Date(time).toISOString()

/** A giveaway that opened a day ago. */
async function openGiveaway() {
  const startDate = iso(+shop.clock.now() - DAY)
  const json = { title: 'Of age', description: 'A box of goods.', tier: 'Bronze', startDate }
  return (await shop.call('/api/giveaways', { as: await shop.addUser({ admin: true }), json })).json
}

describe('age', () => {
  it('age and latest birth date agree on every day of nine years', () => {
    for (let day = Date.UTC(2024, 0, 1); day < Date.UTC(2033, 0, 1); day += DAY) {
      for (const hours of [0, 5, 12, 23.999]) {
        const now = new Date(day + hours * HOUR)
        const latest = bornUntil(now, MINIMUM_AGE)
        expect(ageOn(latest, now), iso(+now)).toBe(MINIMUM_AGE)
        const dayAfter = iso(Date.parse(latest) + DAY).slice(0, 10)
        expect(ageOn(dayAfter, now), `${dayAfter} on ${iso(+now)}`).toBe(MINIMUM_AGE - 1)
      }
    }
  })

  const CASES: [birthDate: string, now: string, isOfAge: boolean][] = [
    // An ordinary birthday at several times of day; the shop's day begins at 06:00 or 07:00 UTC.
    ['2006-03-15', '2027-03-14T12:00:00Z', false],
    ['2006-03-15', '2027-03-15T00:00:00Z', false],
    ['2006-03-15', '2027-03-15T05:59:59Z', false],
    ['2006-03-15', '2027-03-15T06:00:00Z', true],
    ['2006-03-15', '2027-03-15T12:00:00Z', true],
    ['2006-03-15', '2027-03-16T05:59:59Z', true],
    // Days of a daylight-saving change.
    ['2006-03-14', '2027-03-14T09:30:00Z', true],
    ['2006-11-07', '2027-11-07T07:30:00Z', true],
    ['2006-11-08', '2027-11-07T08:30:00Z', false],
    // Born on a leap day: of age on 1 March of a common year.
    ['2008-02-29', '2029-02-28T12:00:00Z', false],
    ['2008-02-29', '2029-03-01T06:59:59Z', false],
    ['2008-02-29', '2029-03-01T07:00:00Z', true],
    // A leap day; 21 years earlier the year had none.
    ['2007-02-28', '2028-02-29T12:00:00Z', true],
    ['2007-03-01', '2028-02-29T12:00:00Z', false],
    ['2007-03-01', '2028-03-01T07:00:00Z', true],
    // The turn of a year.
    ['2007-01-01', '2028-01-01T06:59:59Z', false],
    ['2007-01-01', '2028-01-01T07:00:00Z', true],
  ]

  it.each(CASES)(
    'a user born %s gets the same answer from every check at %s: %s [B-1.1] [B-2.77] [B-5.7] [B-6.6] [B-9.1] [B-12.3]',
    async (birthDate, now, isOfAge) => {
      shop.clock.set(now)
      const giveaway = await openGiveaway()
      const person = await shop.addUser({ birthDate, credits: { Bronze: 1 } })
      const email = `born-${birthDate}-${Date.parse(now)}@example.com`
      const registered = await openBrowser(shop).register({ ...PERSON, email, birthDate })
      const entered = await shop.call(`/api/giveaways/${giveaway.id}/entries`, { as: person, json: { pick: 1 } })
      const { item } = await at.addProduct()
      const checkedOut = await at.checkout(person, [item])
      const subscribed = await at.begin(person)
      const outcome = (answer: { status: number; json: { code?: string } }) => answer.json?.code ?? answer.status
      const refused = {
        registered: 'invalid_input',
        entered: 'under_age',
        checkedOut: 'under_age',
        subscribed: 'under_age',
      }
      const admitted = { registered: 200, entered: 200, checkedOut: 200, subscribed: 200 }
      expect({
        registered: outcome(registered),
        entered: outcome(entered),
        checkedOut: outcome(checkedOut),
        subscribed: outcome(subscribed),
      }).toEqual(isOfAge ? admitted : refused)
    },
  )

  it('every check and its message follow the setting `minimumAge` [B-1.1] [B-5.7] [B-10.42]', async () => {
    shop.clock.set('2027-03-14T12:00:00Z')
    const young = await shop.addUser({ birthDate: '2004-03-14', credits: { Bronze: 1 } })
    const giveaway = await openGiveaway()
    const { item } = await at.addProduct()
    await shop.changeSettings({ minimumAge: 25 })
    try {
      const birthDate = '2004-03-14'
      const registered = await openBrowser(shop).register({ ...PERSON, email: 'from-25@example.com', birthDate })
      expect(registered.json.errors).toEqual({ birthDate: ['You must be 25 or older to register'] })
      const entered = await shop.call(`/api/giveaways/${giveaway.id}/entries`, { as: young, json: { pick: 1 } })
      expect(entered.json.detail).toBe('You must be 25 or older to enter giveaways.')
      expect((await at.checkout(young, [item])).json.detail).toBe('You must be 25 or older to complete this purchase')
      expect((await at.begin(young)).json.code).toBe('under_age')
    } finally {
      await shop.changeSettings({ minimumAge: MINIMUM_AGE })
    }
    expect((await at.checkout(young, [item])).status).toBe(200)
  })
})
