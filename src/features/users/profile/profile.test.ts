import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'

const shop = await testShop()
await shop.addUser({ admin: true })
const manager = await shop.addUser({ role: 'manager', name: 'Max Manager' })

const profileOf = async (email: string) =>
  (await shop.call(`/api/admin/users/profile?email=${email}`, { as: manager })).json
const patch = (id: string, json: unknown) => shop.call(`/api/admin/users/${id}`, { method: 'PATCH', json, as: manager })

/** A user with an entry, and the giveaway of that entry. */
async function entered() {
  const user = await shop.addUser({ credits: { Bronze: 2 }, subscriber: true })
  const startDate = new Date(+shop.clock.now() - 86_400_000).toISOString()
  const admin = await shop.addUser({ admin: true })
  const json = { title: 'Field Kit', description: 'Goods in a box.', startDate }
  const giveaway = (await shop.call('/api/giveaways', { as: admin, json })).json
  const answer = await shop.call(`/api/giveaways/${giveaway.id}/entries`, { as: user, json: { slots: [3] } })
  expect(answer.status).toBe(200)
  return { user, giveaway }
}

it('a profile has what staff work with, by e-mail or id [B-12.35] [B-12.42] [B-12.121] [B-12.139]', async () => {
  const { user, giveaway } = await entered()
  const note = await shop.call(`/api/admin/users/${user.userId}/notes`, {
    as: manager,
    json: { note: 'Prefers calls' },
  })
  expect(note.json).toMatchObject({ note: 'Prefers calls', by: 'Max Manager' })
  const profile = await profileOf(user.email.toUpperCase())
  expect(profile).toMatchObject({
    id: user.userId,
    email: user.email,
    phone: '+18015550100',
    attributes: { 'custom:sms_opt_in': 'false' },
    shippingAddress: { line1: '1 Fort Street', country: 'US' },
    updatedAt: expect.any(String),
    entries: 1,
    credits: { bronze: 1 },
    membership: { plan: 'monthly', status: 'active', endsAtPeriodEnd: false },
    recentOrders: [],
    recentEntries: [
      {
        giveawayId: giveaway.id,
        giveawayTitle: 'Field Kit',
        slotNumber: 3,
        receipt: null,
        holderSecret: null,
        nonce: null,
      },
    ],
    tickets: [],
    sessions: 0,
    lastSignInAt: null,
    disabled: false,
    role: null,
    spent: 0,
    notes: [{ note: 'Prefers calls' }],
    noteCount: 1,
  })
  expect((await shop.call(`/api/admin/users/profile?id=${user.userId}`, { as: manager })).json).toEqual(profile)
  expect((await shop.call('/api/admin/users/profile', { as: manager })).json).toMatchObject({
    status: 400,
    errors: { email: ['Please enter an email address'] },
  })
  expect((await shop.call('/api/admin/users/profile?email=nobody@example.com', { as: manager })).json).toMatchObject({
    status: 404,
    code: 'person_not_found',
  })
})

it('lists the time line newest first, page by page and by kind [B-13.33]', async () => {
  const { user } = await entered()
  shop.clock.advance(60_000)
  await shop.call('/api/admin/credits/grant', {
    as: manager,
    json: { email: user.email, amount: 1, tier: 'Gold', reason: 'Late parcel' },
  })
  shop.clock.advance(60_000)
  await shop.call(`/api/admin/users/${user.userId}/sign-out`, { as: manager, json: { reason: 'Lost phone' } })
  const timeline = async (query = '') =>
    (await shop.call(`/api/admin/users/${user.userId}/timeline${query}`, { as: manager })).json
  const whole = await timeline()
  const titles = whole.items.map((item: { title: string }) => item.title)
  expect(titles.slice(0, 2)).toEqual(['Signed out everywhere', 'Credits granted'])
  expect(titles).toEqual(expect.arrayContaining(['Entered Field Kit', 'Membership began', 'Joined']))
  expect(titles).not.toContain('Credit spent on an entry')
  expect(whole.items[0]).toMatchObject({ kind: 'staff', detail: 'Lost phone', by: 'Max Manager' })
  expect(whole.items[1]).toMatchObject({ kind: 'credit', amount: 1, tier: 'Gold', by: 'Max Manager' })

  const paged: unknown[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await timeline(`?limit=2${cursor && `&cursor=${cursor}`}`)
    paged.push(...page.items)
    cursor = page.nextCursor
  }
  expect(paged).toEqual(whole.items)
  expect((await timeline('?kind=staff')).items.map((item: { title: string }) => item.title)).toEqual([
    'Signed out everywhere',
    'Gave credits',
  ])
  expect((await timeline('?kind=credit')).items).toHaveLength(3)
  const unknown = await shop.call(`/api/admin/users/${crypto.randomUUID()}/timeline`, { as: manager })
  expect(unknown.json).toMatchObject({ status: 404, code: 'person_not_found' })
})

it('a correction covers the birth date; the second of two editors is told, and no change is lost [B-13.71]', async () => {
  const user = await shop.addUser()
  const { version } = await profileOf(user.email)
  const reason = 'Passport seen'
  const first = await patch(user.userId, { birthday: '1991-06-01', version, reason })
  expect(first.json).toMatchObject({ birthday: '1991-06-01', version: version + 1 })
  const second = await patch(user.userId, { name: 'Sam P. Porter', version, reason })
  expect(second.json).toMatchObject({
    status: 409,
    code: 'version_conflict',
    version: version + 1,
    by: expect.any(String),
  })
  expect(await profileOf(user.email)).toMatchObject({ birthday: '1991-06-01', name: 'Sam Porter' })

  const address = { line1: '9 New Road', city: 'Reno', state: 'NV', postalCode: '89501', country: 'US' }
  expect((await patch(user.userId, { address, version: version + 1, reason })).json).toMatchObject({
    shippingAddress: { line1: '9 New Road' },
    version: version + 2,
  })
  expect((await patch(user.userId, { birthday: '2012-01-01', reason })).json.errors).toEqual({
    birthday: ['You must be 21 or older to register'],
  })
  const record = await shop.services.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('subject_id', '=', user.userId)
    .orderBy('id')
    .executeTakeFirst()
  expect(record).toMatchObject({ action: 'changed', before: { birthday: '•••' }, after: { birthday: '•••' } })
})

it('a changed phone withdraws the consent to SMS', async () => {
  const user = await shop.addUser()
  await shop.call('/api/profile', { method: 'PATCH', as: user, json: { smsConsent: true } })
  await shop.services.db.updateTable('users').set({ sms_consent: true }).where('id', '=', user.userId).execute()
  const changed = await patch(user.userId, { phone: '801 555 0199', reason: 'New number' })
  expect(changed.json).toMatchObject({ phone: '+18015550199', smsConsent: false })
})

it('a profile counts all notes and shows the newest 50', async () => {
  const person = await shop.addUser()
  await shop.services.pool.query(
    `insert into user_note (id, user_id, author_id, note, created_at)
     select gen_random_uuid(), $1, $1, 'Note ' || n, now() + n * interval '1 second' from generate_series(1, 51) n`,
    [person.userId],
  )
  const { json } = await shop.call(`/api/admin/users/profile?id=${person.userId}`, { as: manager })
  expect([json.noteCount, json.notes.length, json.notes[0].note]).toEqual([51, 50, 'Note 51'])
})
