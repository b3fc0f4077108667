import { beforeAll, describe, expect, it } from 'vitest'
import { secondPersonOf } from '#features/proposals/testing/second-person.ts'
import { openPrizeShop } from '#features/winners/testing/prizes.ts'
import { zipIn } from '#kernel/shipping/testing/zip-in.ts'
import { declaredRefusals } from '../api/testing/declared-refusals.ts'
import { fileText, repositoryFiles } from '../testing/source/repository-files.ts'
import type { TestUser } from '../testing/users.ts'

/** Every way into a giveaway and to its prize, against every kind of person whom its terms refuse. */

/** Files that insert an entry, and the doors that lead to them. */
const WRITERS: Record<string, readonly string[]> = {
  'db/functions/claim_slots.sql': ['claim', 'claim of any slots', 'members-only giveaway', 'auto-entry'],
  'db/functions/claim_slots_together.sql': ['claim', 'members-only giveaway'],
  'src/features/free-entry/cards/commands/enter-card.server.ts': [
    'typed card',
    'confirmed card',
    'free entry online',
    'confirmed free entry',
  ],
  // The demo's entries; they pass no door.
  'src/features/draws/seed.server.ts': [],
}
/** Operations that refuse by a giveaway's terms, and their doors. */
const OPERATIONS: Record<string, readonly string[]> = {
  'POST /giveaways/{id}/entries': ['claim', 'claim of any slots', 'members-only giveaway'],
  'POST /giveaways/{id}/entries/swap': ['swap'],
  'POST /giveaways/{id}/free-entries': ['free entry online'],
  'POST /free-entries/link': ['confirmed free entry'],
  'POST /admin/giveaways/{id}/private-entries': ['typed card'],
  'POST /admin/cards/{number}/confirm': ['confirmed card'],
  'POST /prizes/{id}/accept': ['prize link', 'corrected prize address', 'alternate'],
  'POST /admin/winners/{id}/accept': ['answer noted by staff'],
  'POST /admin/proposals/{id}/confirm': ['confirmed answer'],
}

const BIRTH = { old: '1990-05-17', young: '2004-01-01' }
const KINDS = {
  'a person in an excluded state': { state: 'NV', country: 'US', birthDate: BIRTH.old },
  'a person abroad': { state: 'ON', country: 'CA', birthDate: BIRTH.old },
  'a person below its age': { state: 'UT', country: 'US', birthDate: BIRTH.young },
} as const
type Kind = keyof typeof KINDS
type Person = (typeof KINDS)[Kind]
const TERMS = { eligibleStates: ['UT' as const], minimumAge: 25 }
const SENTENCES: Record<Kind, RegExp> = {
  'a person in an excluded state': /^This giveaway is not open to residents of Nevada\./,
  'a person abroad':
    /^Giveaways are open to residents of the United States\.|^Prizes are sent within the United States\./,
  'a person below its age': /^You must be 25 or older to enter this giveaway\.|under 25\. Refuse the card/,
}

const prizes = await openPrizeShop()
const { shop, asAdmin, addGiveaway, enter } = prizes
const { carriedOut, decide, proposedBy } = secondPersonOf(shop)
const { db } = shop.services
beforeAll(() => shop.changeSettings({ shipping: { countries: ['US', 'CA'] }, freeEntry: { online: true } }))

async function become({ userId }: TestUser, { state, country, birthDate }: Person) {
  await db.updateTable('users').set({ birth_date: birthDate }).where('id', '=', userId).execute()
  await db.updateTable('shipping_address').set({ state, country }).where('user_id', '=', userId).execute()
}
async function personWho(person: Person, options = {}) {
  const user = await shop.addUser({ credits: { Bronze: 3 }, ...options })
  await become(user, person)
  return user
}
const ADDRESSES: Record<string, string> = {
  NV: '2 Fort Street\nReno, NV 89501',
  ON: '2 Fort Street\nToronto, ON M4B 1B3\nCanada',
  UT: '2 Fort Street\nProvo, UT 84601',
}
type Said = { status: number; detail: string } | { refusedBy: string }
const said = ({
  status,
  json,
}: {
  status: number
  json: { detail: string; errors?: Record<string, string[]> }
}): Said => ({
  status,
  detail: Object.values(json.errors ?? {})[0]?.[0] ?? json.detail,
})

const HOME = { name: 'Sam Porter', line1: '1 Fort Street', city: 'Reno' }
type Prize = { id: string; email: string; userId: string; giveawayId: string }
/** The prize of a drawn giveaway, whose terms are set after the draw. @param place 2: the first winner declined. */
async function wonPrize(place: 1 | 2): Promise<Prize> {
  const { giveaway } = await prizes.drawn(2, { value: 80 })
  await prizes.tend()
  const [first] = await prizes.placesOf(giveaway)
  if (place === 2) {
    await shop.call(`/api/prizes/${first.id}/decline`, { json: { key: await prizes.keyFor(first.email) } })
    await prizes.tend()
  }
  const won = (await prizes.placesOf(giveaway))[place - 1]
  const terms = { eligible_states: TERMS.eligibleStates, minimum_age: TERMS.minimumAge }
  await db.updateTable('giveaway').set(terms).where('id', '=', giveaway.id).execute()
  const { user_id: userId } = await db
    .selectFrom('winner')
    .select('user_id')
    .where('id', '=', won.id)
    .executeTakeFirstOrThrow()
  return { id: won.id, email: won.email, userId: userId!, giveawayId: giveaway.id }
}
const wonOnce = new Map<1 | 2, Promise<Prize>>()
const prizeOf = (place: 1 | 2) => wonOnce.get(place) ?? wonOnce.set(place, wonPrize(place)).get(place)!
async function acceptFrom(prize: Prize, { state, country, birthDate }: Person) {
  await db.updateTable('users').set({ birth_date: birthDate }).where('id', '=', prize.userId).execute()
  return shop.call(`/api/prizes/${prize.id}/accept`, {
    json: {
      key: await prizes.keyFor(prize.email),
      isEligible: true,
      shipTo: { ...HOME, state, country, postalCode: zipIn(state) },
    },
  })
}

const claim =
  (json: object, input: object = {}, options: object = {}) =>
  async (person: Person) => {
    const giveaway = await addGiveaway({ ...TERMS, ...input })
    return said(await enter(giveaway, await personWho(person, options), json))
  }

/** Each door: the person comes through it, and what is said. Doors of one prize come in the order of its life. */
const DOORS: Record<string, (person: Person) => Promise<Said>> = {
  claim: claim({ slots: [3] }),
  'claim of any slots': claim({ pick: 2 }),
  'members-only giveaway': claim({ slots: [3] }, { subscriptionVisibilityOnly: true }, { subscriber: true }),
  async swap(person) {
    const giveaway = await addGiveaway(TERMS)
    const user = await shop.addUser({ credits: { Bronze: 1 } })
    await enter(giveaway, user, { slots: [3] })
    await become(user, person)
    return said(await shop.call(`/api/giveaways/${giveaway.id}/entries/swap`, { as: user, json: { from: 3, to: 4 } }))
  },
  async 'auto-entry'(person) {
    // Auto-entry of the other doors' giveaways is over before this member comes.
    await shop.settleJobs()
    const member = await personWho(person, { subscriber: true })
    await shop.call('/api/my/auto-entry', { as: member, json: { enabled: true } })
    const { id } = await addGiveaway(TERMS)
    await shop.settleJobs()
    const row = await db
      .selectFrom('auto_entry')
      .select('skipped')
      .where('giveaway_id', '=', id)
      .where('user_id', '=', member.userId)
      .executeTakeFirstOrThrow()
    return { refusedBy: row.skipped! }
  },
  async 'typed card'(person) {
    const { email } = await personWho(person)
    const giveaway = await addGiveaway(TERMS)
    const json = { name: 'Sam Porter', address: ADDRESSES[person.state], email }
    return said(await asAdmin(`/api/admin/giveaways/${giveaway.id}/private-entries`, json))
  },
  async 'confirmed card'(person) {
    const { email } = await personWho(person)
    const giveaway = await addGiveaway({ value: 5000 })
    const json = { name: `Sender ${email}`, address: `${email} ${ADDRESSES.UT}`, email }
    const { json: typed } = await asAdmin(`/api/admin/giveaways/${giveaway.id}/private-entries`, json)
    await carriedOut(await asAdmin(`/api/giveaways/${giveaway.id}`, { ...TERMS, rulesReason: 'A law' }, 'PATCH'))
    const address = ADDRESSES[person.state]!
    await db.updateTable('mail_sender').set({ address }).where('email', '=', email).execute()
    const second = await shop.addUser({ role: 'draw-officer' })
    return said(await shop.call(`/api/admin/cards/${typed.cardNumber}/confirm`, { as: second, method: 'POST' }))
  },
  async 'free entry online'({ state, birthDate }) {
    const giveaway = await addGiveaway(TERMS)
    const json = { ...HOME, email: 'free.door@example.com', state, birthDate, postalCode: zipIn(state) }
    return said(await shop.call(`/api/giveaways/${giveaway.id}/free-entries`, { json }))
  },
  async 'confirmed free entry'({ state, birthDate }) {
    const giveaway = await addGiveaway()
    const email = `free.${state}.${birthDate}@example.com`.toLowerCase()
    const json = { ...HOME, email, state: 'UT', birthDate: BIRTH.old, postalCode: '84601' }
    await shop.call(`/api/giveaways/${giveaway.id}/free-entries`, { json })
    const token = /free-entry\?token=(\S+)/.exec((await shop.outbox(email))[0]!.text)![1]
    await asAdmin(`/api/giveaways/${giveaway.id}`, { ...TERMS, rulesReason: 'A law' }, 'PATCH')
    const typed = { region: state, birth_date: birthDate }
    await db.updateTable('free_entry_request').set(typed).where('email', '=', email).execute()
    return said(await shop.call('/api/free-entries/link', { json: { token } }))
  },
  async 'answer noted by staff'({ state, country, birthDate }) {
    const prize = await prizeOf(1)
    await db.updateTable('users').set({ birth_date: birthDate }).where('id', '=', prize.userId).execute()
    const json = { shipTo: { ...HOME, state, country, postalCode: zipIn(state) }, reason: 'By phone.' }
    return said(await asAdmin(`/api/admin/winners/${prize.id}/accept`, json))
  },
  async 'confirmed answer'({ state, country, birthDate }) {
    const prize = await prizeOf(1)
    const becomes = (terms: object, born: string) =>
      Promise.all([
        db.updateTable('giveaway').set(terms).where('id', '=', prize.giveawayId).execute(),
        db.updateTable('users').set({ birth_date: born }).where('id', '=', prize.userId).execute(),
      ])
    // Terms and person are others when the answer is proposed.
    await becomes({ eligible_states: ['UT', 'NV'], minimum_age: null }, BIRTH.old)
    const json = { shipTo: { ...HOME, state, country, postalCode: zipIn(state) }, reason: 'By phone.' }
    const proposed = await asAdmin(`/api/admin/winners/${prize.id}/accept`, json)
    await becomes({ eligible_states: TERMS.eligibleStates, minimum_age: TERMS.minimumAge }, birthDate)
    if (proposed.status !== 202) return said(proposed)
    const confirmed = await decide(proposedBy(proposed), 'confirm', await shop.addUser({ admin: true }))
    await decide(proposedBy(proposed), 'withdraw', prizes.admin)
    return said(confirmed)
  },
  'prize link': async person => said(await acceptFrom(await prizeOf(1), person)),
  async 'corrected prize address'(person) {
    const prize = await prizeOf(1)
    await acceptFrom(prize, { ...KINDS['a person below its age'], birthDate: BIRTH.old } as never)
    return said(await acceptFrom(prize, person))
  },
  alternate: async person => said(await acceptFrom(await prizeOf(2), person)),
}

describe.each(Object.keys(DOORS))('the door “%s”', door => {
  it.each(Object.keys(KINDS) as Kind[])(
    'refuses %s with a sentence [B-22.3] [B-22.4] [B-22.8] [B-22.9]',
    async kind => {
      const answer = await DOORS[door]!(KINDS[kind])
      if ('refusedBy' in answer)
        return expect(answer.refusedBy).toBe(
          {
            'a person in an excluded state': 'state_excluded',
            'a person abroad': 'address_abroad',
            'a person below its age': 'under_giveaway_age',
          }[kind],
        )
      expect(answer.detail).toMatch(SENTENCES[kind])
      expect(answer.status).toBeGreaterThanOrEqual(400)
    },
  )
})

describe('the table of doors', () => {
  it('names each file that inserts an entry [B-22.9]', () => {
    const files = repositoryFiles('src', 'db/functions').filter(
      file => /\.(ts|sql)$/.test(file) && !/\.test\.ts$|\/tests?\/|\/testing\//.test(file),
    )
    const inserts = files.filter(file =>
      /insert into giveaway_entry\b|insertInto\('giveaway_entry'\)/.test(fileText(file)),
    )
    expect(inserts.sort()).toEqual(Object.keys(WRITERS).sort())
  })

  it('names each operation that refuses by the terms, and each door that they name is tested [B-22.9]', () => {
    const refusing = declaredRefusals(shop.web.api).flatMap(({ route, codes }) =>
      [...codes].some(code => /state_excluded$/.test(code)) ? route : [],
    )
    expect(refusing.toSorted()).toEqual(Object.keys(OPERATIONS).toSorted())
    const named = [...Object.values(WRITERS), ...Object.values(OPERATIONS)].flat()
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(DOORS).toSorted())
  })
})
