import { expect, it } from 'vitest'
import { few } from '#app/testing/suites/again.ts'
import { openFreeEntries } from '#features/free-entry/testing/free-entries.ts'
import { openEmailCodeBrowser } from '#features/identity/email-codes/testing/email-code-browser.ts'
import { type Made, unprovenAccounts } from '#features/identity/mailbox-proof/testing/unproven.ts'
import { openBrowser, PERSON } from '#features/identity/testing/browser.ts'
import { appCode } from '#features/identity/testing/factors.ts'

const free = await openFreeEntries()
const { shop, addGiveaway } = free
const { MADE, userOf, emailCodeIn, later } = unprovenAccounts(shop)
const pressed = MADE['by a registration whose link another browser pressed']

const ROUNDS = few(3, 8)
/** Runs a race in several accounts one after another. */
const rounds = async (name: string, race: (email: string, round: number) => Promise<void>) => {
  for (let round = 0; round < ROUNDS; round++) await race(`${name}-${round}@example.com`, round)
}

/** An owner's browser whose code is on its way, so that only the proof itself runs in the race. */
async function ready(email: string) {
  const browser = openEmailCodeBrowser(shop)
  const code = await browser.codeFor(email)
  return { browser, prove: () => browser.verify(email, code) }
}
const rows = async (table: 'second_factor' | 'passkey' | 'recovery_code', userId: string) =>
  (await shop.services.db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).length

/** Expects that no session or method of the maker opens the account, also after ended sessions are forgotten. */
async function expectOut(email: string, browsers: readonly Pick<Made['maker'], 'token'>[], password?: string) {
  for (const browser of browsers) expect((await browser.token()).status).toBe(401)
  if (password) expect((await openBrowser(shop).signIn(email, password)).json.code).toBe('NotAuthorizedException')
}

it('no sign-in by the old password outlives the first proof [B-31.11]', () =>
  rounds('old-password', async email => {
    const made = await pressed(email)
    const { browser, prove } = await ready(email)
    const makers = Array.from({ length: 6 }, () => openBrowser(shop))
    const [proved] = await Promise.all([prove(), ...makers.map(maker => maker.signIn(email, made.password))])
    expect(proved.json).toMatchObject({ success: true })
    await expectOut(email, [made.maker, ...makers], made.password)
    expect((await browser.token()).status).toBe(200)
  }))

it('no renewed cookie and no late sign-in of the registering browser outlives it [B-31.11]', () =>
  rounds('renewed', async email => {
    const maker = openEmailCodeBrowser(shop)
    await maker.post('/api/auth/register', { ...PERSON, email })
    await openBrowser(shop).confirm(email, await emailCodeIn(email))
    // Another browser with the cookie of the registration, as of a thief; the owner's has none.
    const { prove } = await ready(email)
    const signing = Array.from({ length: 4 }, () => maker.post('/api/auth/auto-sign-in', { email }))
    const [proved] = await Promise.all([prove(), ...signing, maker.token(), maker.token()])
    expect(proved.json).toMatchObject({ success: true })
    await expectOut(email, [maker], PERSON.password)
  }))

it('no enrolment of the maker ends in a factor after it [B-31.11]', () =>
  rounds('enrolment', async email => {
    const made = await pressed(email)
    const me = made.maker.as(made.idToken)
    const { secret } = (await me.post('/api/auth/mfa/totp')).json
    const { prove } = await ready(email)
    const code = appCode(secret, shop.clock.now())
    const enrol = async () => {
      await me.post('/api/auth/mfa/totp', { code })
      // Begun again after the proof with a token that may not be void everywhere yet.
      const again = (await me.post('/api/auth/mfa/totp')).json
      if (again.secret) await me.post('/api/auth/mfa/totp', { code: appCode(again.secret, shop.clock.now()) })
    }
    await Promise.all([prove(), enrol(), enrol()])
    expect(await rows('second_factor', made.userId)).toBe(0)
    expect(await rows('recovery_code', made.userId)).toBe(0)
  }))

it('no password that the maker changes beside it opens the account [B-31.11]', () =>
  rounds('changed', async email => {
    const made = await pressed(email)
    const { prove } = await ready(email)
    const body = { currentPassword: made.password, newPassword: 'Another-Harbor6!' }
    const [proved] = await Promise.all([prove(), made.maker.as(made.idToken).post('/api/auth/change-password', body)])
    expect(proved.json).toMatchObject({ success: true })
    await expectOut(email, [made.maker], made.password)
    expect((await openBrowser(shop).signIn(email, body.newPassword)).json.code).toBe('NotAuthorizedException')
  }))

it('of many proofs at once one is the first [B-31.11]', () =>
  rounds('many-proofs', async email => {
    const made = await pressed(email)
    const me = made.maker.as(made.idToken)
    await me.post('/api/auth/prove-mailbox')
    const own = await emailCodeIn(email)
    const { prove } = await ready(email)
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, prove),
      ...Array.from({ length: 4 }, () => me.post('/api/auth/prove-mailbox', { code: own })),
    ])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect((await userOf(email)).mailbox_unproven).toBe(false)
    const told = (await shop.outbox(email)).filter(({ text }) => text.includes('were set without access'))
    expect(told.length).toBeLessThanOrEqual(1)
  }))

it('a deletion by the maker beside it takes nothing of the address [B-31.11]', () =>
  rounds('deletion', async (email, round) => {
    const giveaway = await addGiveaway()
    const home = { line1: `${round} Elm Row`, city: 'Reno', state: 'NV', postalCode: '89501' }
    await free.enterFree(giveaway, { name: `Deletion ${round}`, email, birthDate: '1988-04-09', ...home })
    const made = await pressed(email)
    const { prove } = await ready(email)
    const body = { password: made.password, confirmation: 'DELETE' }
    const [, gone] = await Promise.all([prove(), made.maker.as(made.idToken).post('/api/my/delete-account', body)])
    expect([200, 401]).toContain(gone.status)
    await shop.settleJobs()
    const [entry] = await free.mailedEntries(giveaway)
    expect(entry).toMatchObject({ user_id: gone.status === 401 ? made.userId : null })
    const senders = shop.services.db.selectFrom('mail_sender').select('address').where('email', '=', email)
    expect(await senders.execute()).toMatchObject([{ address: expect.stringContaining('Elm Row') }])
  }))

/** Holds the lock of a giveaway, for which a deletion waits before it erases anything. */
async function holdGiveaway(id: string) {
  const client = await shop.services.pool.connect()
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock(giveaway_lock($1))', [id])
  return {
    async isAwaited() {
      const { rows } = await shop.services.pool.query(
        `select from pg_locks where locktype = 'advisory' and not granted`,
      )
      return rows.length > 0
    },
    async release() {
      await client.query('commit')
      client.release()
    },
  }
}

/** The maker of an unproven account enters a giveaway by a granted credit. @returns the maker's signed-in browser. */
async function enter({ maker, idToken, userId }: Awaited<ReturnType<typeof pressed>>, email: string, giveaway: string) {
  await shop.call('/api/admin/credits/grant', { as: free.admin, json: { email, amount: 1, tier: 'Bronze' } })
  await shop.services.db
    .insertInto('shipping_address')
    .values({ user_id: userId, line1: '1 Fort', city: 'Provo', state: 'UT', postal_code: '84601' })
    .execute()
  const me = maker.as(idToken)
  const entered = await me.post(`/api/giveaways/${giveaway}/entries`, { pick: 1 })
  expect(entered.status, entered.text).toBe(200)
  return me
}

it('a deletion that began before the proof and ends after it changes nothing [B-31.11]', async () => {
  const email = 'late-deletion@example.com'
  const [mailed, own] = [await addGiveaway(), await addGiveaway()]
  const home = { line1: '9 Elm Row', city: 'Reno', state: 'NV', postalCode: '89501' }
  await free.enterFree(mailed, { name: 'Late Deletion', email, birthDate: '1988-04-09', ...home })
  const made = await pressed(email)
  const me = await enter(made, email, own.id)
  const { prove } = await ready(email)
  const held = await holdGiveaway(own.id)
  const deleting = me.post('/api/my/delete-account', { password: made.password, confirmation: 'DELETE' })
  await expect.poll(held.isAwaited).toBe(true)
  expect((await prove()).json.success).toBe(true)
  await held.release()
  expect((await deleting).status).toBe(401)
  expect((await userOf(email)).deleted_at).toBe(null)
  await shop.settleJobs()
  expect(await free.mailedEntries(mailed)).toMatchObject([{ user_id: made.userId }])
})

it('a deletion by staff that began before the proof removes no entry that nothing had asked about [B-31.11]', async () => {
  const email = 'staff-deletion@example.com'
  await shop.changeSettings({ draw: { twoPersonsFrom: 3000 } })
  const [mailed, own] = [await addGiveaway({ value: 4000 }), await addGiveaway()]
  const made = await pressed(email)
  const card = { name: 'Staff Deletion', address: '9 Elm Row\nProvo, UT 84601', email }
  const { json: typed } = await free.type(mailed, card)
  if (typed.slotNumber === null) expect((await free.confirm(typed.cardNumber)).json.state).toBe('registered')
  await enter(made, email, own.id)
  const { prove } = await ready(email)
  const held = await holdGiveaway(own.id)
  const json = { email, reason: 'A test' }
  const deleting = shop.call('/api/admin/users', { as: free.admin, method: 'DELETE', json })
  await expect.poll(held.isAwaited).toBe(true)
  expect((await prove()).json.success).toBe(true)
  await held.release()
  // The entry of the address takes two persons, so the deletion is proposed.
  expect((await deleting).status).toBe(202)
  expect((await userOf(email)).deleted_at).toBe(null)
  await shop.settleJobs()
  expect(await free.mailedEntries(mailed)).toMatchObject([{ user_id: made.userId }])
})

it('cards that are typed beside it belong to the account [B-31.8]', () =>
  rounds('typed', async (email, round) => {
    const giveaways = await Promise.all([addGiveaway(), addGiveaway(), addGiveaway()])
    const made = await pressed(email)
    const { prove } = await ready(email)
    const card = { name: `Typed ${round}`, address: `${round} Oak Row\nProvo, UT 84601`, email }
    await Promise.all([prove(), ...giveaways.map(giveaway => free.type(giveaway, card))])
    later()
    await shop.settleJobs()
    for (const giveaway of giveaways)
      expect(await free.mailedEntries(giveaway)).toMatchObject([{ user_id: made.userId }])
  }))
