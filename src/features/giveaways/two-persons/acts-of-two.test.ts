import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import type { TestUser } from '#app/testing/users.ts'
import { selectWinner } from '#features/draws/commands/select-winner.server.ts'
import type { Proposal } from '#features/proposals/contract.ts'
import { secondPersonOf } from '#features/proposals/testing/second-person.ts'
import { transact } from '#kernel/transaction.server.ts'
import { takeOutEntry } from '../entries/commands/staff-entries.server.ts'
import { GiveawayPatch } from '../giveaway/admin-contract.ts'
import { openGivingShop } from '../testing/giving.ts'
import { runningIn } from '../testing/running.ts'

const giving = await openGivingShop()
const { shop, inDays, addGiveaway, enter, expectAudited } = giving
const { running, rowOf } = runningIn(giving)
const { proposedBy, proposalsFor, decide } = secondPersonOf(shop)
const manager = await shop.addUser({ role: 'manager' })
const other = await shop.addUser({ role: 'manager' })
const officer = await shop.addUser({ role: 'draw-officer' })
const owner = await shop.addUser({ admin: true })
afterEach(expectAudited)

const LARGE = 5000
const REASON = { reason: 'The prize was damaged' }
type Made = { id: string; title: string }

const call = (path: string, as: TestUser, json: object, method = 'POST') => shop.call(path, { as, json, method })
const patch = (given: object) => (made: Made, as: TestUser) =>
  call(`/api/giveaways/${made.id}`, as, { ...given, rulesReason: 'A registration failed' }, 'PATCH')

type Act = { kind: string; act: (made: Made, as: TestUser) => ReturnType<typeof shop.call>; by: TestUser }
const TERMS = { kind: 'change_giveaway_terms', by: manager }

/**
 * Every act on a giveaway in public that decides who may enter, who is in the list, or when it is drawn. That it takes two persons is walked in
 * `src/app/house/duties/effects`.
 */
const ACTS: Record<string, Act> = {
  'removing an entry': {
    kind: 'remove_entry',
    act: ({ id }, as) => call(`/api/admin/giveaways/${id}/entries/1`, as, REASON, 'DELETE'),
    by: manager,
  },
  'closing early': {
    kind: 'close_giveaway',
    act: ({ id }, as) => call(`/api/admin/giveaways/${id}/close`, as, REASON),
    by: manager,
  },
  cancelling: {
    kind: 'cancel_giveaway',
    act: ({ id, title }, as) => call(`/api/admin/giveaways/${id}/cancel`, as, { ...REASON, title }),
    by: manager,
  },
  deleting: {
    kind: 'delete_giveaway',
    act: ({ id, title }, as) => call(`/api/giveaways/${id}`, as, { ...REASON, title, returnCredits: true }, 'DELETE'),
    by: manager,
  },
  'drawing early': {
    kind: 'draw_early',
    act: ({ id: giveawayId, title }, as) =>
      call('/api/admin/select-automatic-winner', as, { giveawayId, title, ...REASON }),
    by: officer,
  },
  'drawing early by the other route': {
    kind: 'draw_early',
    act: ({ id, title }, as) => call(`/api/giveaways/${id}/winner`, as, { method: 'random', title, ...REASON }),
    by: officer,
  },
  'taking a state out': { ...TERMS, act: patch({ eligibleStates: ['UT'] }) },
  'another age': { ...TERMS, act: patch({ minimumAge: 40 }) },
  'members alone': { ...TERMS, act: patch({ subscriptionVisibilityOnly: true }) },
  'another end': { ...TERMS, act: patch({ endDate: inDays(1) }) },
  'another early access': { ...TERMS, act: patch({ earlyAccessDate: inDays(-9) }) },
}

describe.each(Object.keys(ACTS))('%s', name => {
  const { kind, act, by: first } = ACTS[name]!

  it('below the threshold happens by one person, and neither a lower value nor a higher threshold brings it there [B-34.1] [B-34.5]', async () => {
    const cheap = await running(100)
    const before = await rowOf(cheap)
    expect([200, 202]).toContain((await act(cheap, first)).status)
    expect(await rowOf(cheap)).not.toEqual(before)

    const made = await running(LARGE)
    const lower = { value: 100, rulesReason: 'Cheaper' }
    expect((await call(`/api/giveaways/${made.id}`, manager, lower, 'PATCH')).status).toBe(200)
    const lowered = await rowOf(made)
    await shop.changeSettings({ draw: { twoPersonsFrom: 100_000 } })
    const answer = await act(made, first)
    proposedBy(answer)
    expect(answer.json.proposal.kind).toBe(kind)
    await shop.changeSettings({ draw: { twoPersonsFrom: 5000 } })
    expect(await rowOf(made)).toEqual(lowered)
  })
})

describe('the terms of a giveaway', () => {
  /** Fields of a patch that decide nothing about entrants, and why. */
  const HARMLESS: Record<string, string> = {
    ...{ title: 'words', description: 'words', category: 'words', image: 'a picture', images: 'pictures' },
    ...{ imageAlts: 'words', rulesReason: 'a reason', version: 'what staff read' },
    ...{ sendPremiumEmails: 'an announcement', sendFreeUserEmails: 'an announcement' },
    ...{ sendPremiumSMS: 'an announcement', sendFreeUserSMS: 'an announcement' },
    isDraft: 'publishes a draft, which nobody has entered',
    value: 'counts at its highest, and see the test of cards',
  }
  const WAITS = [
    ...['eligibleStates', 'minimumAge', 'subscriptionVisibilityOnly', 'tier', 'totalSlots', 'entryLimit'],
    ...['startDate', 'endDate', 'earlyAccessDate'],
  ]

  it('each field of a patch waits for a second person, or says why it decides nothing [B-34.5]', async () => {
    // What an answer has beside the terms is taken with any value, and ignored.
    const isIgnored = (field: string) => GiveawayPatch.safeParse({ [field]: { any: 'thing' } }).success
    const fields = Object.keys(GiveawayPatch.shape).filter(field => !isIgnored(field))
    expect(fields.toSorted()).toEqual([...Object.keys(HARMLESS), ...WAITS].toSorted())
    // Before the first entry every term can change: each waits.
    const other: Record<string, unknown> = {
      ...{ eligibleStates: ['UT'], minimumAge: 40, subscriptionVisibilityOnly: true, tier: 'Gold', totalSlots: 7 },
      ...{ entryLimit: 2, startDate: inDays(1), endDate: inDays(2), earlyAccessDate: inDays(-4) },
    }
    for (const field of WAITS) {
      const made = await addGiveaway({ value: LARGE, endDate: inDays(5) })
      const answer = await patch({ [field]: other[field] })(made, manager)
      expect(answer.status, `${field}: ${answer.text}`).toBe(202)
    }
  })

  it('words and pictures change by one person, a draft too, and an answer sent back changes nothing [B-34.5]', async () => {
    const made = await running(LARGE)
    const words = await call(`/api/giveaways/${made.id}`, manager, { title: 'Other', rulesReason: 'Typo' }, 'PATCH')
    expect(words.status).toBe(200)
    const back = { ...words.json, title: 'Third', rulesReason: 'Typo' }
    expect((await call(`/api/giveaways/${made.id}`, manager, back, 'PATCH')).status).toBe(200)
    const draft = await addGiveaway({ value: LARGE, isDraft: true })
    const narrow = await call(`/api/giveaways/${draft.id}`, manager, { eligibleStates: ['UT'] }, 'PATCH')
    expect(narrow.status).toBe(200)
    const silent = await call(`/api/giveaways/${made.id}`, manager, { minimumAge: 50 }, 'PATCH')
    expect(silent.json.code).toBe('rules_reason_needed')
    const fresh = await addGiveaway({ value: LARGE, endDate: inDays(5) })
    const unsaid = await call(`/api/giveaways/${fresh.id}`, manager, { minimumAge: 50 }, 'PATCH')
    expect(unsaid.json.errors.rulesReason[0]).toContain('A second person and the public read it')
  })

  it('a value that brings the rule of two persons waits where a card or an entry exists, with whatever it comes [B-34.5]', async () => {
    const carded = await addGiveaway({ value: 100, endDate: inDays(5) })
    const card = { name: 'Sender', address: '12 Main Street\nProvo, UT 84601' }
    expect((await call(`/api/admin/giveaways/${carded.id}/private-entries`, manager, card)).status).toBe(200)
    for (const made of [carded, await running(100)]) {
      const raised = { value: LARGE, minimumAge: 40, title: 'Greater Prize' }
      const id = proposedBy(await patch(raised)(made, manager))
      expect(await rowOf(made)).toMatchObject({ value_cents: 10_000, minimum_age: null })
      const [{ facts }] = (await proposalsFor(other, `?subjectType=giveaway&subjectId=${made.id}`)) as [Proposal]
      expect(facts).toEqual([
        { label: 'Title', value: `${made.title} → Greater Prize` },
        { label: 'Value', value: '100 → 5000' },
        { label: 'Minimum age', value: 'nothing → 40' },
      ])
      expect((await decide(id, 'confirm', other)).status).toBe(200)
      expect(await rowOf(made)).toMatchObject({ value_cents: LARGE * 100, minimum_age: 40 })
    }
    const untouched = await addGiveaway({ value: 100, endDate: inDays(5) })
    expect((await patch({ value: LARGE })(untouched, manager)).status).toBe(200)
  })

  it('terms that wait leave no job: none looks at the entrants or enters members for terms that are not there [B-34.5]', async () => {
    const made = await running(LARGE)
    await shop.settleJobs()
    const jobs = async () =>
      (await sql`select name from pgboss.job where data->>'giveawayId' = ${made.id}`.execute(shop.services.db)).rows
    const before = await jobs()
    proposedBy(await patch({ eligibleStates: ['UT'], minimumAge: 40, earlyAccessDate: inDays(-9) })(made, manager))
    expect(await jobs()).toEqual(before)
  })

  it('a proposal made for terms that changed since is void [B-34.5]', async () => {
    const made = await running(LARGE)
    const id = proposedBy(await patch({ minimumAge: 40 })(made, manager))
    await call(`/api/giveaways/${made.id}`, other, { title: 'Changed', rulesReason: 'Typo' }, 'PATCH')
    expect((await decide(id, 'confirm', other)).json.code).toBe('version_conflict')
    expect((await decide(id, 'confirm', other)).json.code).toBe('already_decided')
  })
})

describe('a proposal for a giveaway', () => {
  it('to remove an entry says whose it is and what becomes of the credit, and takes out no later entry of the slot [B-34.5]', async () => {
    const made = await running(LARGE)
    const json = { ...REASON, returnCredit: false }
    const id = proposedBy(await call(`/api/admin/giveaways/${made.id}/entries/1`, manager, json, 'DELETE'))
    const found = (await proposalsFor(other)).find(one => one.id === id)!
    expect(found.facts).toEqual([
      { label: 'Entrant', value: 'Sam Porter', isPrivate: true },
      { label: 'Credit', value: 'Kept by the shop' },
    ])
    // The shop's own acts, such as the refund of a purchase, need no second person.
    await transact(shop.system, tx => takeOutEntry(tx, { giveawayId: made.id, slotNumber: 1 }))
    const later = await shop.addUser({ credits: { Bronze: 1 } })
    expect((await enter(made, later, { slots: [1] })).status).toBe(200)
    expect((await decide(id, 'confirm', other)).json.code).toBe('entry_not_found')
    expect((await decide(id, 'confirm', other)).json.code).toBe('already_decided')
  })

  it('to seal the list early is void once the list is sealed [B-34.5]', async () => {
    const made = await running(LARGE)
    const json = { giveawayId: made.id, title: made.title, ...REASON }
    const seal = (as: TestUser) => call('/api/admin/select-automatic-winner', as, json)
    const id = proposedBy(await seal(officer))
    await selectWinner(shop.system, { giveawayId: made.id, method: 'random', title: made.title, reason: 'The rules' })
    expect((await decide(id, 'confirm', owner)).json.code).toBe('already_frozen')
    expect((await decide(id, 'confirm', owner)).json.code).toBe('already_decided')
  })
})
