import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { openEmailCodeBrowser } from '#features/identity/email-codes/testing/email-code-browser.ts'
import { mailboxProofs, OWNERS_PASSWORD } from '#features/identity/mailbox-proof/testing/proofs.ts'
import { unprovenAccounts } from '#features/identity/mailbox-proof/testing/unproven.ts'
import { ROLES } from '#kernel/rights.ts'
import { defaultsOf } from '#kernel/settings.ts'

const shop = await testShop({ connections: 12 })
const owner = await shop.addUser({ admin: true })
const manager = await shop.addUser({ role: 'manager' })
const { MADE, userOf, emailCodeIn } = unprovenAccounts(shop)
const { PROVED, proveIn, signedIn } = mailboxProofs(shop)

const ADDRESS = { line1: '12 Bastion Way', city: 'Ogden', state: 'UT', postalCode: '84401' }
const person = (email: string) => ({
  name: 'Kim Vale',
  email,
  phone: '8015550142',
  birthday: '1985-02-03',
  address: ADDRESS,
})
const create = (as: typeof owner, json: object) => shop.call('/api/admin/users/create', { as, json })
const putRole = (id: string, role: string | null) =>
  shop.call(`/api/admin/users/${id}/role`, { as: owner, method: 'PUT', json: { role, reason: 'Joins us' } })

/** Asks for a code on the page of the invitation and chooses a password. */
async function accept(email: string) {
  const browser = openEmailCodeBrowser(shop)
  await browser.post('/api/auth/forgot-password', { email })
  await shop.settleJobs()
  const json = { email, code: await emailCodeIn(email), newPassword: OWNERS_PASSWORD }
  expect((await browser.post('/api/auth/reset-password', json)).status).toBe(200)
  shop.clock.advance(1000)
  return (await browser.signIn(email, OWNERS_PASSWORD)).json
}

describe('an account that is created with a role', () => {
  it.each(ROLES)('is an invitation as %s without a password, and staff after the proof [B-31.12]', async role => {
    const email = `invited-${role}@example.com`
    const made = await create(owner, { ...person(email), role })
    expect(made.json).toEqual({ message: `Invitation sent to ${email}`, userId: expect.any(String) })
    expect(await userOf(email)).toMatchObject({ role: 'user', offered_role: role, mailbox_unproven: true })
    const [sentEmail] = await shop.outbox(email)
    expect(sentEmail!.text).toContain(`/login#invited=${encodeURIComponent(email)}`)
    expect(sentEmail!.text).not.toContain('Kim')
    const refused = await openEmailCodeBrowser(shop).signInByCode(email)
    expect(refused.json.code).toBe('EmailSignInRefused')
    expect((await accept(email)).user).toMatchObject({ email, role, isAdmin: true })
    expect(await userOf(email)).toMatchObject({ role, offered_role: null, mailbox_unproven: false })
    const { records } = (await shop.call(`/api/admin/records?type=person&id=${made.json.userId}`, { as: owner })).json
    const actions = records.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(expect.arrayContaining(['invited', 'took the role by proving the mailbox']))
  })

  it('needs the right to change roles, and its refusal is recorded [B-31.12]', async () => {
    const email = 'not-invited@example.com'
    const refused = await create(manager, { ...person(email), role: 'support' })
    expect([refused.status, refused.json.code]).toEqual([403, 'Unauthorized'])
    expect((await create(manager, person(email))).json.tempPassword).toEqual(expect.any(String))
    const { records } = (await shop.call('/api/admin/records?type=route', { as: owner })).json
    expect(records[0]).toMatchObject({ action: 'was refused', after: { right: 'roles.change' } })
  })

  it('needs a fresh sign-in, as a change of a role does', async () => {
    shop.clock.advance(16 * 60_000)
    const stale = await create(owner, { ...person('stale@example.com'), role: 'support' })
    expect(stale.json.code).toBe('ReauthenticationRequired')
    const claims = { ...owner, name: 'Sam Porter', isAdmin: true, role: 'owner' as const, isSubscriber: false }
    owner.idToken = (await shop.idTokens.issue({ ...claims, authenticatedAt: shop.clock.now() })).idToken
  })
})

describe('a role for an account whose mailbox is unproven', () => {
  it.each(Object.entries(MADE))('waits for the proof: an account %s [B-31.13]', async (way, make) => {
    const made = await make(`role-${way.replaceAll(/\W+/g, '-')}@example.com`)
    const answer = await putRole(made.userId, 'manager')
    expect(answer.json).toMatchObject({ role: null, offeredRole: 'manager', isAdmin: false, emailVerified: false })
    // The change of rights voided the tokens of this moment.
    shop.clock.advance(1000)
    const again = await signedIn(made)
    expect(again.json.user).toMatchObject({ isAdmin: false, role: null })
    expect((await again.browser.as(again.idToken).get('/api/admin/users')).status).toBe(403)
    const { json } = await PROVED['a password reset by a code']!.prove(made)
    expect(json.user).toMatchObject({ role: 'manager' })
    const maker = made.maker.as(made.idToken)
    expect((await maker.get('/api/admin/users')).status).toBe(401)
  })

  it('begins in the signed-in browser that proves the mailbox, by a new session [B-31.13]', async () => {
    const made = await MADE['by a registration whose link another browser pressed']('own-role@example.com')
    await putRole(made.userId, 'support')
    shop.clock.advance(1000)
    const { idToken } = (await made.maker.token()).json
    const { user } = await proveIn(made.maker, idToken, made.email)
    expect(user).toMatchObject({ role: 'support', isAdmin: true })
    expect((await made.maker.token()).status).toBe(200)
  })

  it('is withdrawn, and the invitation sent again, until the proof [B-31.13]', async () => {
    const email = 'withdrawn@example.com'
    const { userId } = (await create(owner, { ...person(email), role: 'fulfilment' })).json
    const again = () => shop.call(`/api/admin/users/${userId}/invitation`, { as: owner, method: 'POST' })
    expect((await again()).json).toMatchObject({ offeredRole: 'fulfilment' })
    expect(await shop.outbox(email)).toHaveLength(2)
    expect((await putRole(userId, null)).json).toMatchObject({ role: null, offeredRole: null })
    expect((await again()).json.code).toBe('not_invited')
    expect((await accept(email)).user).toMatchObject({ role: null, isAdmin: false })
    expect((await putRole(userId, 'fulfilment')).json).toMatchObject({ role: 'fulfilment', offeredRole: null })
  })

  it('as an owner is changed by owners alone', async () => {
    const email = 'invited-as-owner@example.com'
    const { userId } = (await create(owner, { ...person(email), role: 'owner' })).json
    const act = { as: manager, json: { reason: 'Wants it' } }
    expect((await shop.call(`/api/admin/users/${userId}/disable`, act)).json.code).toBe('owner_only')
    const deletion = {
      as: await shop.addUser({ role: 'manager' }),
      method: 'DELETE',
      json: { email, reason: 'Wants it' },
    }
    expect((await shop.call('/api/admin/users', deletion)).json.code).toBe('owner_only')
  })

  it('is found by the filter of invited people until the proof [B-31.13]', async () => {
    const email = 'not-come-yet@example.com'
    await create(owner, { ...person(email), role: 'support' })
    const invited = async () => {
      const { json } = await shop.call('/api/admin/users?role=invited&limit=1000', { as: owner })
      return json.users as { email: string; offeredRole: string | null }[]
    }
    const before = await invited()
    expect(before.find(user => user.email === email)).toMatchObject({ offeredRole: 'support' })
    expect(before.filter(({ offeredRole }) => offeredRole === null)).toEqual([])
    await accept(email)
    expect((await invited()).find(user => user.email === email)).toBeUndefined()
  })

  it('waits when the last release gives it', async () => {
    const { userId } = await MADE['by staff']('old-release@example.com')
    await shop.services.db.updateTable('users').set({ role: 'manager' }).where('id', '=', userId).execute()
    expect(await userOf('old-release@example.com')).toMatchObject({ role: 'user', offered_role: 'manager' })
  })
})

describe('a role that waits for the proof', () => {
  /** An invited person whose card is in the list of a giveaway of $80. */
  async function invitedEntrant(email: string): Promise<string> {
    const claims = { ...owner, name: 'Sam Porter', isAdmin: true, role: 'owner' as const, isSubscriber: false }
    owner.idToken = (await shop.idTokens.issue({ ...claims, authenticatedAt: shop.clock.now() })).idToken
    const { userId } = (await create(owner, { ...person(email), role: 'support' })).json
    const startDate = new Date(+shop.clock.now() - 86_400_000).toISOString()
    const giveaway = { title: 'Field Kit', description: 'Eight goods in one box.', value: 80, startDate }
    const { id } = (await shop.call('/api/giveaways', { as: owner, json: giveaway })).json
    const card = { name: 'Kim Vale', address: '12 Bastion Way\nOgden, UT 84401', email }
    const typed = await shop.call(`/api/admin/giveaways/${id}/private-entries`, { as: owner, json: card })
    expect(typed.status, typed.text).toBe(200)
    return userId
  }

  it('becomes real beside an entry for which one person decides [B-34.12]', async () => {
    const email = 'invited-small@example.com'
    await invitedEntrant(email)
    expect((await accept(email)).user).toMatchObject({ email, role: 'support' })
  })

  it('the role lapses at the proof when a prize of the invited person is at stake [B-34.12]', async () => {
    const email = 'invited-entrant@example.com'
    const userId = await invitedEntrant(email)
    await shop.changeSettings({ draw: { twoPersonsFrom: 50 } })
    expect((await accept(email)).user).toMatchObject({ email, isAdmin: false })
    expect(await userOf(email)).toMatchObject({ role: 'user', offered_role: null, mailbox_unproven: false })
    const { records } = (await shop.call(`/api/admin/records?type=person&id=${userId}`, { as: owner })).json
    const actions = records.map(({ action }: { action: string }) => action)
    expect(actions).toContain('lost the invitation, because a prize is at stake')
    expect((await putRole(userId, 'support')).json.code).toBe('entrant_role')
  })

  it('is held by the default threshold of the code, which the database repeats [B-34.12]', () => {
    for (const mode of ['demo', 'production'] as const) expect(defaultsOf(mode).draw.twoPersonsFromCents).toBe(500_000)
  })
})
