import { afterEach, expect, it } from 'vitest'
import { secondPersonOf } from '#features/proposals/testing/second-person.ts'
import { openRegister, VALUABLE } from '../../testing/register.ts'

const { shop, admin, second, addGiveaway, endedDaysAgo, asAdmin, type, recordRefused, refuse, confirm, ...register } =
  await openRegister()
const { proposedBy, proposalsFor, decide } = secondPersonOf(shop)
afterEach(register.expectAudited)

const stateOf = async (number: number) =>
  (await shop.call(`/api/admin/cards/${number}`, { as: second })).json as { state: string; reason: string | null }
const nextToConfirm = async (giveawayId: string) => {
  const json = { stage: 'waiting', giveawayId }
  return (await shop.call('/api/admin/mail-desk/next', { as: second, json })).json.card
}
const waitingFor = async (number: number) => {
  const [found] = await proposalsFor(second, `?subjectType=card&subjectId=${number}`)
  return found!.id
}

it('a card of a giveaway that takes two persons is refused by two and never by one alone, also where the value is lowered [B-34.7]', async () => {
  const giveaway = await addGiveaway({ value: VALUABLE })
  const { cardNumber } = (await type(giveaway)).json
  await asAdmin(`/api/giveaways/${giveaway.id}`, { value: 100 }, 'PATCH')
  const id = proposedBy(await refuse(cardNumber, 'not_by_hand'))
  expect((await decide(id, 'confirm', second)).json.code).toBe('other_person_needed')
  expect((await refuse(cardNumber, 'other')).json.code).toBe('already_proposed')
  expect(await stateOf(cardNumber)).toMatchObject({ state: 'waiting', reason: null })
  expect(await nextToConfirm(giveaway.id)).toBeNull()
  const all = await Promise.all(Array.from({ length: 6 }, () => decide(id, 'confirm', admin)))
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await register.cardsOf(giveaway)).toMatchObject([{ state: 'refused', reason: 'not_by_hand' }])
})

it('a confirmed card leaves no proposal to refuse it, and a refused proposal leaves the card to the desk [B-34.7]', async () => {
  const giveaway = await addGiveaway({ value: VALUABLE })
  const numbers = [(await type(giveaway)).json.cardNumber, (await type(giveaway)).json.cardNumber]
  const [kept, left] = [proposedBy(await refuse(numbers[0], 'other')), proposedBy(await refuse(numbers[1], 'other'))]
  expect((await confirm(numbers[0])).json.state).toBe('registered')
  expect((await decide(kept, 'confirm', admin)).json.code).toBe('already_decided')
  expect((await decide(left, 'refuse', admin)).status).toBe(200)
  expect(await nextToConfirm(giveaway.id)).toMatchObject({ number: numbers[1] })
})

it('a card that one person records as no entry waits for a second, readable or not, and is not typed before [B-34.7]', async () => {
  const giveaway = await addGiveaway({ value: VALUABLE })
  for (const [input, state] of [
    [{ ...register.cardOf(), reason: 'duplicate' }, 'waiting'],
    [{ reason: 'unreadable' }, 'opened'],
  ] as const) {
    const { json } = await recordRefused(giveaway, input)
    expect(json.state).toBe(state)
    const id = await waitingFor(json.cardNumber)
    expect((await decide(id, 'confirm', admin)).json.code).toBe('other_person_needed')
    const json2 = { stage: state, giveawayId: giveaway.id }
    expect((await shop.call('/api/admin/mail-desk/next', { as: admin, json: json2 })).json.card).toBeNull()
    expect((await decide(id, 'confirm', second)).status).toBe(200)
    const [card] = await register.cardsOf(giveaway)
    expect(card).toMatchObject({ number: json.cardNumber, state: 'refused', reason: input.reason })
  }
  await register.expectNoGaps()
})

it('a card of the desk whose opener noted a late day waits for a second person, who cannot enter it either [B-34.7]', async () => {
  const giveaway = await addGiveaway({ value: VALUABLE })
  await endedDaysAgo(giveaway, 10)
  const { numbers } = (await asAdmin('/api/admin/mail-desk/cards', { giveaway: giveaway.id })).json
  const typed = await asAdmin(`/api/admin/cards/${numbers[0]}/type`, register.cardOf())
  expect(typed.json).toMatchObject({ state: 'waiting', problem: { code: 'mail_too_late' } })
  expect((await confirm(numbers[0])).json.code).toBe('mail_too_late')
  expect((await decide(await waitingFor(numbers[0]), 'confirm', second)).status).toBe(200)
  expect(await register.cardsOf(giveaway)).toMatchObject([{ state: 'refused', reason: 'outside_window' }])
})

it('below the threshold, and after the seal, one person refuses a card [B-34.7]', async () => {
  const cheap = await addGiveaway({ value: 100 })
  expect((await recordRefused(cheap, { reason: 'unreadable' })).json.state).toBe('refused')
  const sealed = await addGiveaway({ value: VALUABLE })
  const entrant = await shop.addUser({ credits: { Bronze: 1 } })
  expect((await register.enter(sealed, entrant, { pick: 1 })).status).toBe(200)
  await register.drawnNow(sealed)
  expect((await recordRefused(sealed, { reason: 'outside_window' })).json.state).toBe('refused')
})
