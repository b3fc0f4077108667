import { expect, it } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import type { TestUser } from '#app/testing/users.ts'
import { hasRight, ROLES } from '#kernel/rights.ts'
import type { AdminGiveaway } from '../giveaway/admin-contract.ts'
import { openGivingShop } from '../testing/giving.ts'
import { fixedFields } from './fixed-fields.ts'
import { type Act, offeredActsOf, RIGHT_OF } from './offered-acts.ts'

const giving = await openGivingShop()
const { shop, addGiveaway, enter, endedDaysAgo, inDays, drawnNow, asAdmin } = giving
const reason = 'A walk over all pairs'

type Made = { id: string; title: string }

/** The call of each act, as its dialog makes it. */
const CALLS: Record<Act, (made: Made) => [method: string, path: string, json: object]> = {
  draw: ({ id, title }) => ['POST', 'admin/select-automatic-winner', { giveawayId: id, title, reason }],
  publish: ({ id }) => ['PATCH', `giveaways/${id}`, { isDraft: false }],
  duplicate: ({ id }) => ['POST', `admin/giveaways/${id}/duplicate`, {}],
  relist: ({ id }) => ['POST', `admin/giveaways/${id}/relist`, { startDate: inDays(3), endDate: inDays(9) }],
  close: ({ id }) => ['POST', `admin/giveaways/${id}/close`, { reason }],
  cancel: ({ id, title }) => ['POST', `admin/giveaways/${id}/cancel`, { title, reason }],
  delete: ({ id, title }) => ['DELETE', `giveaways/${id}`, { title, reason, returnCredits: true }],
}

async function withEntries(more: object = {}) {
  const made = await addGiveaway({ title: 'Pairs Kit', ...more })
  for (let at = 0; at < 2; at++) await enter(made, await shop.addUser({ credits: { Bronze: 1 } }), { pick: 1 })
  return made
}

/** States of a giveaway. */
const STATES: Record<string, () => Promise<Made>> = {
  draft: () => addGiveaway({ title: 'Pairs Kit', isDraft: true }),
  upcoming: () => addGiveaway({ title: 'Pairs Kit', startDate: inDays(9) }),
  'open, without entries': () => addGiveaway({ title: 'Pairs Kit' }),
  open: () => withEntries(),
  async closed() {
    const made = await withEntries()
    await endedDaysAgo(made, 1)
    return made
  },
  async 'closed, without entries'() {
    const made = await addGiveaway({ title: 'Pairs Kit' })
    await endedDaysAgo(made, 1)
    return made
  },
  async 'closed and relisted'() {
    const made = await STATES['closed, without entries']!()
    expect((await call('relist', made, giving.admin)).status).toBe(200)
    return made
  },
  async cancelled() {
    const made = await withEntries()
    expect((await call('cancel', made, giving.admin)).status).toBe(200)
    return made
  },
  async sealed() {
    const made = await withEntries()
    expect((await call('draw', made, giving.admin)).status).toBe(202)
    return made
  },
  async drawn() {
    const made = await withEntries()
    await drawnNow(made)
    return made
  },
}

/** What is public is published, and what is drawn is drawn: the server answers with the giveaway as it is. */
const isWithoutEffect = (act: Act, { isDraft, state }: AdminGiveaway) =>
  (act === 'publish' && !isDraft) || (act === 'draw' && state === 'drawn')

function call(act: Act, made: Made, as: TestUser) {
  const [method, path, json] = CALLS[act](made)
  return shop.call(`/api/${path}`, { as, method, json })
}

it.each(firstOf(Object.keys(STATES), 3))(
  'a giveaway offers the acts that the server does not refuse: %s [B-13.111]',
  async state => {
    const make = STATES[state]!
    let made = await make()
    const { json } = await asAdmin(`/api/admin/giveaways/${made.id}`)
    const possible: Act[] = []
    for (const act of Object.keys(RIGHT_OF) as Act[]) {
      const answer = await call(act, made, giving.admin)
      expect(answer.status, `${act}: ${answer.text}`).not.toBe(400)
      if (answer.status >= 400 || isWithoutEffect(act, json)) continue
      possible.push(act)
      if (act !== 'duplicate') made = await make()
    }
    expect(offeredActsOf(json, 'owner')).toEqual(possible)
  },
)

it.each(firstOf(ROLES, 2))('a giveaway offers the acts of the rights of a role: %s [B-13.111]', async role => {
  const as = await shop.addUser({ role })
  for (const act of Object.keys(RIGHT_OF) as Act[]) {
    const made = await (act === 'relist'
      ? STATES['closed, without entries']
      : act === 'publish'
        ? STATES.draft
        : STATES.open)!()
    const { json } = await asAdmin(`/api/admin/giveaways/${made.id}`)
    expect(offeredActsOf(json, role).includes(act), act).toBe(hasRight(role, RIGHT_OF[act]))
    expect((await call(act, made, as)).status !== 403, act).toBe(hasRight(role, RIGHT_OF[act]))
  }
})

/** A change of each field that entries, the close or the seal can fix. */
const CHANGES = {
  ...{ title: 'Other Kit', description: 'Other words.', value: 77, tier: 'Gold', totalSlots: 120, entryLimit: 3 },
  ...{ startDate: inDays(-1.5), endDate: inDays(20), earlyAccessDate: inDays(-30) },
  ...{ eligibleStates: ['UT'], minimumAge: 30 },
}
const FIXED = ['giveaway_closed', 'prize_fixed', 'tier_fixed', 'terms_fixed']

it.each(firstOf(Object.keys(STATES), 3))(
  'the editor of a giveaway fixes the fields that a change is refused for: %s [B-13.111]',
  async state => {
    const made = await STATES[state]!()
    const { json } = await asAdmin(`/api/admin/giveaways/${made.id}`)
    const fixed: string[] = []
    for (const [field, value] of Object.entries(CHANGES)) {
      const change = { [field]: value, rulesReason: reason }
      const answer = await asAdmin(`/api/giveaways/${made.id}`, change, 'PATCH')
      if (answer.status !== 200) expect(FIXED, `${field}: ${answer.text}`).toContain(answer.json.code)
      if (answer.status !== 200) fixed.push(field)
    }
    expect([...fixedFields(json)].sort()).toEqual(fixed.sort())
  },
)
