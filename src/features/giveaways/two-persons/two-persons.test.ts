import { afterEach, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { openRegister } from '#features/free-entry/testing/register.ts'
import { secondPersonOf } from '#features/proposals/testing/second-person.ts'

const { shop, admin, inDays, asAdmin, addGiveaway, cardOf, confirm, expectAudited, mailedEntries, enter } =
  await openRegister()
const manager = await shop.addUser({ role: 'manager' })
afterEach(expectAudited)

const FROM = 3000
const setDraw = (draw: object) => shop.changeSettings({ draw })
const change = (giveaway: { id: string }, json: object, as: TestUser = manager) =>
  shop.call(`/api/giveaways/${giveaway.id}`, { as, json, method: 'PATCH' })
const typeCard = (giveaway: { id: string }, as: TestUser = manager) =>
  shop.call(`/api/admin/giveaways/${giveaway.id}/private-entries`, { as, json: cardOf() })
const stateOf = ({ json }: { json: { message: string } }) =>
  json.message.endsWith('waits for a second person') ? 'waiting' : 'registered'
const stateTyped = async (giveaway: { id: string }) => stateOf(await typeCard(giveaway))
const shown = async ({ id }: { id: string }) => (await asAdmin(`/api/admin/giveaways/${id}`)).json

describe('the value and the threshold of two persons', () => {
  it('count at their highest and lowest since the publication: neither is moved around a card [B-34.1]', async () => {
    await setDraw({ twoPersonsFrom: FROM })
    const giveaway = await addGiveaway({ value: 3200 })
    expect((await change(giveaway, { value: 2999 })).status).toBe(200)
    expect(await stateTyped(giveaway)).toBe('waiting')
    expect((await change(giveaway, { value: 3200 })).status).toBe(200)
    expect(await mailedEntries(giveaway)).toEqual([])

    await change(giveaway, { value: 2500 })
    expect(await shown(giveaway)).toMatchObject({ value: 2500, highestValue: 3200, takesTwoPersons: true })
    await setDraw({ twoPersonsFrom: 100_000 })
    expect(await stateTyped(giveaway)).toBe('waiting')
    const later = await addGiveaway({ value: 3200 })
    expect(await stateTyped(later)).toBe('registered')
    // Lower for a moment, and the giveaways of that moment keep it.
    await setDraw({ twoPersonsFrom: FROM })
    await setDraw({ twoPersonsFrom: 100_000 })
    expect(await stateTyped(later)).toBe('waiting')
    expect(await shown(later)).toMatchObject({ takesTwoPersons: true })
    expect(await stateTyped(await addGiveaway({ value: 3200 }))).toBe('registered')
  })

  it('of a draft count when it is published, and a giveaway in public keeps them for every writer [B-34.1]', async () => {
    await setDraw({ twoPersonsFrom: FROM })
    const draft = await addGiveaway({ value: 9000, isDraft: true })
    expect(await shown(draft)).toMatchObject({ highestValue: null, takesTwoPersons: true })
    await change(draft, { value: 2000 })
    await change(draft, { isDraft: false })
    expect(await shown(draft)).toMatchObject({ highestValue: 2000, takesTwoPersons: false })
    expect(await stateTyped(draft)).toBe('registered')

    const { db } = shop.services
    const kept = () =>
      db
        .selectFrom('giveaway')
        .select(['highest_value_cents', 'widest_states', 'settings_since'])
        .where('id', '=', draft.id)
        .executeTakeFirstOrThrow()
    const before = await kept()
    const lower = { highest_value_cents: 1, widest_states: [], settings_since: 1_000_000 }
    await db.updateTable('giveaway').set(lower).where('id', '=', draft.id).execute()
    expect(await kept()).toEqual(before)
    await db.updateTable('giveaway').set({ published_at: null }).where('id', '=', draft.id).execute()
    expect(await kept()).toEqual(before)
    const rewrite = db.updateTable('two_persons_setting').set({ from_cents: 1 })
    await expect(rewrite.execute()).rejects.toThrow('append-only')
  })

  it('hold while values and settings change concurrently: no card enters by one person [B-34.1]', async () => {
    await setDraw({ twoPersonsFrom: FROM })
    for (let round = 0; round < 3; round++) {
      const giveaway = await addGiveaway({ value: 3200 })
      const acts = Array.from({ length: 24 }, (_, at) =>
        at % 3 === 0
          ? change(giveaway, { value: at % 2 ? 3200 : 100 })
          : at % 8 === 1
            ? setDraw({ twoPersonsFrom: at % 16 === 1 ? 100_000 : FROM })
            : typeCard(giveaway),
      )
      const answers = (await Promise.all(acts)).flatMap(answer => answer ?? [])
      const cards = answers.filter(({ json }) => json.cardNumber !== undefined)
      expect(cards.length).toBeGreaterThan(8)
      expect(new Set(cards.map(stateOf))).toEqual(new Set(['waiting']))
      expect(await mailedEntries(giveaway)).toEqual([])
      await setDraw({ twoPersonsFrom: FROM })
    }
  })
})

describe('the rule of the mail-in desk', () => {
  const opened = async (giveaway: { id: string }): Promise<number> =>
    (await asAdmin('/api/admin/mail-desk/cards', { giveaway: giveaway.id })).json.numbers[0]
  const type = (number: number) => shop.call(`/api/admin/cards/${number}/type`, { as: admin, json: cardOf() })

  it('counts as on when it is switched off for a moment: the typist confirms no card of that moment [B-25.18] [B-34.1]', async () => {
    const giveaway = await addGiveaway()
    await setDraw({ onePersonDesk: true })
    const number = await opened(giveaway)
    expect((await type(number)).json.message).toContain('waits for a second person')
    expect((await confirm(number, admin)).json.code).toBe('own_card')
    const json = { stage: 'waiting', giveawayId: giveaway.id }
    const next = await shop.call('/api/admin/mail-desk/next', { as: admin, json })
    expect(next.json.card).toBeNull()
    expect((await confirm(number)).json.state).toBe('registered')

    const later = await addGiveaway()
    const own = await opened(later)
    await type(own)
    await setDraw({ onePersonDesk: false })
    await setDraw({ onePersonDesk: true })
    expect((await shop.call(`/api/admin/cards/${own}`, { as: admin })).json.canConfirm).toBe(false)
    expect((await confirm(own, admin)).json.code).toBe('own_card')
    await setDraw({ onePersonDesk: false })
  })
})

describe('other rules that read the value', () => {
  it('the gap before a draw stays that of the highest value, also when the first entry comes while it is lower [B-34.2]', async () => {
    await setDraw({ gapSeconds: 10, longGapSeconds: 7200, longGapFrom: 5000 })
    const giveaway = await addGiveaway({ value: 6000, endDate: inDays(2), eligibleStates: ['UT'] })
    await change(giveaway, { value: 100 })
    const entrant = await shop.addUser({ credits: { Bronze: 1 }, address: true })
    expect((await enter(giveaway, entrant, { pick: 1 })).status).toBe(200)
    expect((await shop.call(`/api/giveaways/${giveaway.id}/draw`)).json.gapSeconds).toBe(7200)
    expect(JSON.stringify((await shop.call(`/api/giveaways/${giveaway.id}/rules`)).json)).toContain('2 hours after')
  })

  it('the duties after a draw stay those of the highest value and of all states since the publication [B-34.2]', async () => {
    const giveaway = await addGiveaway({
      ...{ value: 6000, isDraft: true, startDate: inDays(60), endDate: inDays(70), eligibleStates: ['NY', 'UT'] },
    })
    const duty = (id: string) => `/api/admin/giveaways/${giveaway.id}/obligations/${id}/done`
    for (const id of ['ny-filing', 'ny-bond']) await asAdmin(duty(id), { reference: 'filed' })
    expect((await change(giveaway, { isDraft: false }, admin)).status).toBe(200)
    const duties = async () =>
      (await asAdmin(`/api/admin/giveaways/${giveaway.id}/obligations`)).json.obligations.map(
        (one: { duty: string }) => one.duty,
      )
    expect(await duties()).toContain('ny-winners')
    const narrower = await change(giveaway, { value: 100, eligibleStates: ['UT'], rulesReason: 'A test' })
    await secondPersonOf(shop).confirmed(narrower)
    expect(await duties()).toContain('ny-winners')
    // A state that left before the first entry has no entrants, so its duties before the start do not apply.
    expect(await duties()).not.toContain('ny-bond')
  })
})
