import { globSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import { secondPersonOf } from '#features/proposals/testing/second-person.ts'
import { processWinnerDeadlines } from '../commands/process-winner-deadlines.server.ts'
import { giveContacts, messagesOf } from '../testing/contacts.ts'
import { HOME, openPrizeShop } from '../testing/prizes.ts'

const prizes = await openPrizeShop()
const { shop, asAdmin, drawn, placesOf, keyFor, accept, tend, afterDays } = prizes
const { confirmed } = secondPersonOf(shop)
afterEach(prizes.expectAudited)

type First = { id: string; email: string; userId: string }
type Case = First & { contacts: Awaited<ReturnType<typeof giveContacts>>; value: number }

const LARGE = 5000
const AWAY = { ...HOME, line1: '99 Canyon Road', city: 'Logan', postalCode: '84321' }
const staff = ({ id }: First, act: string, json: object = {}) => asAdmin(`/api/admin/winners/${id}/${act}`, json)
const asWinner = async ({ id, email }: First, act: string, json: object = {}) =>
  shop.call(`/api/prizes/${id}/${act}`, { json: { key: await keyFor(email), ...json } })
const acceptIt = async (first: First) => accept(first.id, { key: await keyFor(first.email) })
const passOn = (first: First) => staff(first, 'pass-on', { as: 'disqualified', reason: 'Lives abroad' })
const officer = () => shop.addUser({ role: 'draw-officer' })
const ship = (first: First, carrier = 'UPS') => staff(first, 'ship', { carrier, trackingNumber: '1Z999' })
const confirmPass = async ({ id }: First) =>
  shop.call(`/api/admin/winners/${id}/pass-on/confirm`, { as: await officer(), json: {} })
const refusePass = async ({ id }: First) =>
  shop.call(`/api/admin/winners/${id}/pass-on/refuse`, { as: await officer(), json: { reason: 'All is well' } })

/** The act happened, or another person confirmed the proposal that it became. */
async function settled(answer: Awaited<ReturnType<typeof asAdmin>>) {
  if (answer.status === 202) await confirmed(answer)
  else expect(answer.status, answer.text).toBe(200)
}

type Step = {
  /** The value of the prize: a large one takes two persons. */
  value?: number
  before?: (first: Case) => Promise<unknown>
  act: (first: Case) => Promise<unknown>
  says: string
  place?: string | null
}

/** Each step that changes something of a prize for its winner, by its action in the audit log. */
const TOLD: Record<string, Step> = {
  'accepted the prize': { act: acceptIt, says: 'accepted', place: 'Provo, UT 84601' },
  'noted the answer': {
    act: async first => confirmed(await staff(first, 'accept', { shipTo: AWAY, reason: 'By phone' })),
    says: 'accepted',
    place: 'Logan, UT 84321',
  },
  'corrected the address': {
    before: acceptIt,
    act: first => asWinner(first, 'accept', { shipTo: AWAY, isEligible: true }),
    says: 'address was changed',
    place: 'Logan, UT 84321',
  },
  'noted a paper as': {
    value: 900,
    before: acceptIt,
    act: first => staff(first, 'papers', { kind: 'affidavit', status: 'received' }),
    says: 'noted this paper as received',
    place: 'Provo, UT 84601',
  },
  'sent the tax form': {
    value: 2400,
    before: acceptIt,
    act: first =>
      asWinner(first, 'tax-form', {
        ...{ firstName: 'Sam', lastName: 'Porter', numberKind: 'ssn', number: '219-09-9999' },
        ...{ signedAs: 'Sam Porter', isTrue: true },
      }),
    says: 'Form W-9',
    place: 'Provo, UT 84601',
  },
  'shipped the prize': { before: acceptIt, act: first => ship(first), says: 'left us', place: 'Provo, UT 84601' },
  'shipped the prize: tracking corrected': {
    before: async first => [await acceptIt(first), await ship(first)],
    act: first => ship(first, 'FedEx'),
    says: 'FedEx',
    place: 'Provo, UT 84601',
  },
  finished: {
    before: async first => [await acceptIt(first), await ship(first)],
    act: first => staff(first, 'finish'),
    says: 'arrived',
    place: 'Provo, UT 84601',
  },
  'told the winner': {
    before: ({ id }) =>
      shop.services.db
        .updateTable('winner')
        .set({ state: 'drawn', notified_at: null, notice_id: null, answer_due_at: null })
        .where('id', '=', id)
        .execute(),
    act: first => staff(first, 'tell', { by: 'otherwise', reason: 'By phone' }),
    says: 'noted that we told you',
  },
  'declined the prize': { act: first => asWinner(first, 'decline'), says: 'declined' },
  'passed the prize on': { act: passOn, says: 'next entry of the drawn order' },
  'proposed to pass the prize on': { value: LARGE, act: passOn, says: 'A second person decides' },
  'confirmed passing the prize on': { value: LARGE, before: passOn, act: confirmPass, says: 'next entry' },
  'refused to pass the prize on': { value: LARGE, before: passOn, act: refusePass, says: 'It stays yours' },
  forfeited: { act: () => afterDays(8), says: 'its time was over' },
  'gave the prize up': {
    act: async ({ email, userId }) => {
      const claims = { userId, email, name: 'Sam Porter', isAdmin: false, role: null, isSubscriber: false }
      const { idToken } = await shop.idTokens.issue({ ...claims, authenticatedAt: shop.clock.now() })
      const as = { userId, email, idToken }
      await settled(await shop.call('/api/my/delete-account', { as, json: { confirmation: 'DELETE' } }))
    },
    says: 'account was deleted',
  },
  'moved the prize to another account': {
    // An open prize moves to no other account.
    before: async first => [await acceptIt(first), await ship(first)],
    act: async ({ userId }) => {
      const { userId: into } = await shop.addUser()
      await settled(await asAdmin('/api/admin/users/merge', { from: userId, into, reason: 'One person' }))
    },
    says: 'another account',
  },
}

/** Steps without a message to the winner, each with the reason. */
const SILENT: Record<string, string> = {
  'came up in the drawn order': 'the notice tells the new winner',
  disqualified: 'a place that was never told; the rules ended it',
  notified: 'the notice itself has left',
  'sent the notice': 'is the notice',
  'sent the notice again': 'is the notice',
  'sent a reminder': 'is an e-mail',
  'wrote to the winner': 'is an e-mail',
  'settled the prize': 'the prize had left the winner',
  'read the tax form': 'changes nothing',
  'made the 1099-MISC file': 'changes nothing',
}

const actionsInSource = globSync('src/features/winners/{commands,papers,gallery}/**/*.ts')
  .concat('src/features/winners/personal-data.server.ts')
  .flatMap(file => [...readFileSync(file, 'utf8').matchAll(/action: ['`]([^'`$]+?) ?(?:['`]|\$)/g)])
  .map(([, action]) => action!)

async function caseOf(title: string, value: number): Promise<Case> {
  const { giveaway } = await drawn(2, { title, value })
  const [first] = await placesOf(giveaway)
  const { userId } = await prizes.winner(first.id)
  const contacts = await giveContacts(shop, { ...first, userId })
  await tend()
  return { ...first, userId, contacts, value }
}

describe('the winner hears of a change of the prize at all known contacts', () => {
  it('each step of a prize in the source tells the winner, or has a reason for its silence [B-34.3]', () => {
    const known = [...Object.keys(TOLD).filter(action => !action.includes(':')), ...Object.keys(SILENT)]
    const unknown = new Set(actionsInSource.filter(action => !known.includes(action)))
    expect([...unknown].filter(action => !/stor(y|ies)|photo/.test(action))).toEqual([])
    const gone = known.filter(action => !actionsInSource.includes(action))
    expect(gone).toEqual([])
  })

  for (const [action, { value = 80, before, act, says, place }] of firstOf(Object.entries(TOLD), 4))
    it(`"${action}" reaches account, entry, phone and browser, with city and ZIP and without the street [B-34.3]`, async () => {
      const first = await caseOf(`Kit: ${action}`.slice(0, 60), value)
      await before?.(first)
      const told = await messagesOf(shop, first.contacts, async () => {
        await act(first)
        await shop.settleJobs()
      })
      const mails = [...told.account, ...told.entry]
      expect(told.entry.join('\n'), action).toContain(says)
      expect(told.account.join('\n'), action).toContain(place ?? says)
      expect(told.phone, action).not.toEqual([])
      // The browsers of a deleted account are gone with it.
      if (action !== 'gave the prize up') expect(told.push, action).not.toEqual([])
      if (place) {
        for (const text of [told.account, told.entry, told.phone, told.push]) expect(text.join('\n')).toContain(place)
      }
      expect(mails.join('\n')).not.toMatch(/Fort Street|Canyon Road/)
      // A former contact may belong to another person: the link with the key goes to the account alone.
      expect([...told.entry, ...told.phone, ...told.push].join('\n')).not.toMatch(/\/prizes\/[\w-]+#/)
    })

  it('a phone that staff changed is told at the old and at the new one, once, and so is a change by any other writer [B-34.4]', async () => {
    const first = await caseOf('Phone Kit', 80)
    const version = async () => (await asAdmin(`/api/admin/users/${first.userId}`)).json.version
    const phone = '8015559876'
    const change = { phone, version: await version(), reason: 'By phone' }
    const contacts = { ...first.contacts, entry: first.contacts.phone, phone: `+1${phone}` }
    const told = await messagesOf(shop, contacts, async () => {
      const done = await asAdmin(`/api/admin/users/${first.userId}`, change, 'PATCH')
      await settled(done)
      await tend()
    })
    expect(told.account.join('\n')).toContain('phone of the account')
    expect(told.entry, 'the old phone').toHaveLength(1)
    expect(told.phone, 'the new phone').toHaveLength(1)
    const { db } = shop.services
    expect(await db.selectFrom('winner_contact_change').select('id').execute()).toEqual([])

    // Another writer of the row, and ten runs of the job at once: it is told once.
    await db.updateTable('users').set({ email: 'new-mailbox@example.com' }).where('id', '=', first.userId).execute()
    const after = { ...contacts, entry: 'new-mailbox@example.com' }
    const again = await messagesOf(shop, after, () =>
      Promise.all(Array.from({ length: 10 }, () => processWinnerDeadlines(shop.system))),
    )
    expect(again.account.join('\n')).toContain('The e-mail address')
    expect([again.account.length, again.entry.length, again.phone.length]).toEqual([1, 1, 1])
    expect(again.account.join('\n')).not.toContain('#')
  })

  it('a phone that said STOP gets no text, and a city that mail programs would link is left out [B-34.3]', async () => {
    const first = await caseOf('Stop Kit', 80)
    await shop.services.db
      .insertInto('sms_stop')
      .values({ phone_hash: shop.system.keyedHash(`phone:${first.contacts.phone}`), stopped_at: shop.clock.now() })
      .execute()
    const told = await messagesOf(shop, first.contacts, async () =>
      accept(first.id, { key: await keyFor(first.email), shipTo: { ...HOME, city: 'evil.example/x' } }),
    )
    expect(told.phone).toEqual([])
    expect(told.entry.join('\n')).toContain('an address in UT 84601')
    expect([...told.account, ...told.entry, ...told.push].join('\n')).not.toContain('evil')
  })
})
