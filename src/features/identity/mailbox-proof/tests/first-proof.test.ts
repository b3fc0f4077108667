import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { METHOD_TABLES } from '../../accounts/account-tables.ts'
import { openEmailCodeBrowser } from '../../email-codes/testing/email-code-browser.ts'
import { familyOf } from '../../sessions/commands/revoke.server.ts'
import { openBrowser, PASSWORD, PERSON } from '../../testing/browser.ts'
import { appCode } from '../../testing/factors.ts'
import { mailboxProofs, OWNERS_PASSWORD } from '../testing/proofs.ts'
import { type Browser, MAKERS_PASSWORD, type Made, unprovenAccounts } from '../testing/unproven.ts'

const shop = await testShop({ connections: 20 })
const { MADE, addMethods, userOf, emailCodeIn, later } = unprovenAccounts(shop)
const { PROVED, proveIn, signedIn } = mailboxProofs(shop)

/** The ways that a test can walk: a password is known where no second factor of the maker stands before it. */
const WALK = Object.entries(MADE).flatMap(([made, make], at) =>
  Object.entries(PROVED).map(([proved, { knows, prove }], of) => ({
    ...{ made, make, proved, prove, knows },
    email: `walk-${at}-${of}@example.com`,
  })),
)

const rowsOf = async (userId: string) => {
  const counts = METHOD_TABLES.map(async ({ table }) => {
    const { n } = await shop.services.db
      .selectFrom(table)
      .select(eb => eb.fn.countAll<number>().as('n'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return [table, Number(n)] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

/** Expects that no session or method of the maker opens the account. */
async function expectMakerOut({ maker, idToken, email, userId }: Made) {
  expect((await maker.token()).status).toBe(401)
  expect((await maker.as(idToken).get('/api/my/profile')).status).toBe(401)
  const again = await openBrowser(shop).signIn(email, MAKERS_PASSWORD)
  expect([again.status, again.json.code]).toEqual([401, 'NotAuthorizedException'])
  const sessions = shop.services.db.selectFrom('session').where('user_id', '=', userId)
  expect(await sessions.select(familyOf('session').as('family')).distinct().execute()).toHaveLength(1)
}

describe('the first proof of an unproven account', () => {
  it.each(WALK)('$made ends everything of its maker: $proved [B-31.3]', async ({ make, prove, knows, email }) => {
    const made = await make(email)
    expect((await userOf(email)).mailbox_unproven).toBe(true)
    // An authenticator would stand before the password that the owner was told.
    if (!knows) await addMethods(made)
    const { browser, json } = await prove(made)
    expect(json).toMatchObject({ success: true, user: { email } })
    expect((await browser.token()).json.user).toMatchObject({ email })
    expect((await userOf(email)).mailbox_unproven).toBe(false)
    expect(Object.values(await rowsOf(made.userId)).every(count => count === 0)).toBe(true)
    await expectMakerOut(made)
  })

  it('of the registering browser keeps its password, session and sign-in methods, and ends the other sessions [B-31.4]', async () => {
    const pressed = MADE['by a registration whose link another browser pressed']
    const made = await pressed('own-proof@example.com')
    const { secret } = await addMethods(made)
    const other = openEmailCodeBrowser(shop)
    const { challenge } = (await other.signIn(made.email, made.password)).json
    const code = appCode(secret, shop.clock.now())
    expect((await other.post('/api/auth/challenge', { id: challenge.id, code })).json.success).toBe(true)
    later()
    const { idToken } = (await made.maker.token()).json
    const answer = await proveIn(made.maker, idToken, made.email)
    expect(answer).toMatchObject({ success: true, message: 'Your email address is confirmed.' })
    expect((await userOf(made.email)).mailbox_unproven).toBe(false)
    expect((await made.maker.token()).status).toBe(200)
    expect((await other.token()).status).toBe(401)
    const methods = await rowsOf(made.userId)
    expect(methods).toMatchObject({ second_factor: 1, recovery_code: 10 })
    expect((await openBrowser(shop).signIn(made.email, made.password)).json.challenge.type).toBe('SOFTWARE_TOKEN_MFA')
  })

  it('by a sign-in in the registering browser keeps its password [B-31.4]', async () => {
    const email = 'own-cookie@example.com'
    const browser = openEmailCodeBrowser(shop)
    await browser.post('/api/auth/register', { ...PERSON, email })
    await openBrowser(shop).confirm(email, await emailCodeIn(email))
    expect((await browser.signInByCode(email)).json).toMatchObject({ success: true, user: { email } })
    later()
    expect((await openBrowser(shop).signIn(email, PASSWORD)).json.success).toBe(true)
  })

  it('leaves a user without a password, who sets one in the proving browser [B-31.5]', async () => {
    const made = await MADE['by staff']('first-password@example.com')
    const { browser, json } = await PROVED['a code in a signed-in browser']!.prove(made)
    const me = browser.as(json.idToken)
    expect((await me.get('/api/my/profile')).json).toMatchObject({ hasPassword: false, isMailboxProven: true })
    const set = await me.post('/api/auth/set-password', { newPassword: OWNERS_PASSWORD })
    expect(set.json).toMatchObject({ success: true })
    expect((await openBrowser(shop).signIn(made.email, OWNERS_PASSWORD)).json.success).toBe(true)
  })

  it('tells the owner which sign-in methods it removed', async () => {
    const made = await MADE['by staff']('told@example.com')
    await addMethods(made)
    await PROVED['a sign-in by a code by e-mail']!.prove(made)
    expect((await shop.outbox(made.email))[0]!.text).toContain('were removed, because they were set without access')
  })
})

describe('a later proof', () => {
  it.each(Object.entries(PROVED).filter(([, { knows }]) => !knows))(
    '%s removes no authenticator [B-31.6]',
    async (way, { prove }) => {
      const email = `later-${way.replaceAll(/\W/g, '')}@example.com`.toLowerCase()
      const maker = openEmailCodeBrowser(shop)
      const { user, idToken } = await maker.join(email)
      later()
      const mine = { userId: user.id, email, maker, idToken, password: PASSWORD }
      await addMethods(mine)
      const { json } = await prove(mine)
      expect(json.challenge?.type).toBe('SOFTWARE_TOKEN_MFA')
      expect(await rowsOf(user.id)).toMatchObject({ second_factor: 1, recovery_code: 10 })
    },
  )

  it('in a signed-in browser answers that the address is confirmed, and sends no code', async () => {
    const browser = openBrowser(shop)
    const { idToken } = await browser.join('proven-already@example.com')
    const before = (await shop.outbox('proven-already@example.com')).length
    const answer = await browser.as(idToken).post('/api/auth/prove-mailbox')
    expect(answer.json).toEqual({ success: true, message: 'Your email address is confirmed.' })
    expect(await shop.outbox('proven-already@example.com')).toHaveLength(before)
  })
})

describe('an account is proven from creation', () => {
  const unproven = async (email: string) => (await userOf(email)).mailbox_unproven
  const registration = async (email: string) => {
    const browser: Browser = openEmailCodeBrowser(shop)
    await browser.post('/api/auth/register', { ...PERSON, email })
    return browser
  }

  it('by the code in the browser that registered [B-31.1]', async () => {
    const email = 'own-browser@example.com'
    const browser = await registration(email)
    await browser.confirm(email, await emailCodeIn(email))
    expect(await unproven(email)).toBe(false)
  })

  it('by a sign-in with the password of the registration and the code that it sent [B-31.1]', async () => {
    const email = 'by-sign-in@example.com'
    await registration(email)
    const other = openBrowser(shop)
    const { challenge } = (await other.signIn(email, PASSWORD)).json
    await other.post('/api/auth/challenge', { id: challenge.id, code: await emailCodeIn(email) })
    expect(await unproven(email)).toBe(false)
  })

  it('by the code with the password of the registration in another browser [B-31.1]', async () => {
    const email = 'code-and-password@example.com'
    await registration(email)
    const answer = await openBrowser(shop).post('/api/auth/confirm', {
      ...{ email, code: await emailCodeIn(email), password: PASSWORD },
    })
    expect(answer.status).toBe(200)
    expect(await unproven(email)).toBe(false)
  })

  it('by a code typed at the checkout [B-31.1]', async () => {
    await openEmailCodeBrowser(shop).joinByCode('at-checkout@example.com')
    expect(await unproven('at-checkout@example.com')).toBe(false)
  })
})

describe('the code of a signed-in browser', () => {
  it('works only in the session that asked [B-31.2]', async () => {
    const made = await MADE['by staff']('other-session@example.com')
    const other = await signedIn(made)
    await made.maker.as(made.idToken).post('/api/auth/prove-mailbox')
    const code = await emailCodeIn(made.email)
    const answer = await other.browser.as(other.idToken).post('/api/auth/prove-mailbox', { code })
    expect([answer.status, answer.json.code]).toEqual([400, 'CodeMismatchException'])
    expect((await userOf(made.email)).mailbox_unproven).toBe(true)
  })

  it('has three tries', async () => {
    const made = await MADE['by staff']('three-tries@example.com')
    const me = made.maker.as(made.idToken)
    await me.post('/api/auth/prove-mailbox')
    const code = await emailCodeIn(made.email)
    const wrong = code === '123456' ? '654321' : '123456'
    for (let n = 0; n < 3; n++)
      expect((await me.post('/api/auth/prove-mailbox', { code: wrong })).json.code).toBe('CodeMismatchException')
    expect((await me.post('/api/auth/prove-mailbox', { code })).json.code).toBe('ExpiredCodeException')
  })

  it('comes before codes by e-mail as a second factor [B-31.7]', async () => {
    const made = await MADE['by staff']('factor-later@example.com')
    const refused = await made.maker.as(made.idToken).post('/api/auth/mfa/email')
    expect([refused.status, refused.json.code]).toEqual([409, 'MailboxUnproven'])
  })
})
