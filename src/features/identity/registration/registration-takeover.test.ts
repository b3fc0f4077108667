import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { openBrowser, otherThan, PASSWORD } from '../testing/browser.ts'
import { appCode } from '../testing/factors.ts'
import { readConfirmationLink } from '../user/rules.ts'

const shop = await testShop({ connections: 20 })

const MALLORYS = 'Mallorys-Own1!'
const NEW = 'Brand-New-Pass2!'

type Browser = ReturnType<typeof openBrowser>
type Link = { email: string; code: string; registration: string }
const ask = async (browser: Browser, email: string) => (await browser.post('/api/auth/auto-sign-in', { email })).json
const confirm = (browser: Browser, link: Link, password?: string) =>
  browser.post('/api/auth/confirm', { ...link, ...(password && { password }) })
const usersWith = (email: string) =>
  shop.services.db.selectFrom('users').selectAll().where('email', '=', email).execute()

/** The data in the newest e-mail to an address. */
async function linkTo(email: string): Promise<Link> {
  const link = /http\S+/.exec((await shop.outbox(email))[0]!.text)![0]
  return readConfirmationLink(new URL(link).hash) as Link
}
async function register(email: string, password = PASSWORD, userAgent = '') {
  const browser = openBrowser(shop)
  const headers = { 'user-agent': userAgent }
  const details = { email, password, name: 'Robin Gale', phone: '8015550100', birthDate: '1990-05-17' }
  expect((await browser.post('/api/auth/register', details, headers)).status).toBe(200)
  const link = await linkTo(email)
  shop.clock.advance(1000)
  return { browser, link }
}
async function resetByMail(email: string) {
  await openBrowser(shop).post('/api/auth/forgot-password', { email })
  await shop.settleJobs()
  const json = { email, code: await openBrowser(shop).codeFor(email), newPassword: NEW }
  expect((await openBrowser(shop).post('/api/auth/reset-password', json)).status).toBe(200)
  shop.clock.advance(1000)
}

describe('an address that an attacker registers right after its owner', () => {
  it('the attacker gains nothing when the owner confirms the newest e-mail on another device', async () => {
    const email = 'raced@example.com'
    const owner = await register(email)
    const mallory = await register(email, MALLORYS)
    const phone = openBrowser(shop)
    for (const answer of [await phone.confirm(email, mallory.link.code), await confirm(phone, mallory.link)])
      expect([answer.status, answer.json.code]).toEqual([400, 'PasswordRequired'])
    const wrong = await confirm(phone, mallory.link, PASSWORD)
    expect([wrong.status, wrong.json.code]).toEqual([400, 'RegistrationPasswordWrong'])
    expect(await usersWith(email)).toEqual([])
    expect(await ask(mallory.browser, email)).toEqual({ success: false, message: 'The account is not confirmed yet.' })

    // The owner's own e-mail still works with the owner's password.
    expect((await confirm(phone, owner.link, PASSWORD)).json).toMatchObject({ success: true, requiresSignIn: true })
    expect((await ask(mallory.browser, email)).success).toBe(false)
    expect((await openBrowser(shop).signIn(email, MALLORYS)).status).toBe(401)
    expect((await phone.signIn(email, PASSWORD)).json.success).toBe(true)
  })

  it('no browser is signed in automatically, the owner’s neither', async () => {
    const email = 'nothing-by-itself@example.com'
    const owner = await register(email)
    await register(email, MALLORYS)
    expect((await confirm(openBrowser(shop), owner.link, PASSWORD)).status).toBe(200)
    expect((await ask(owner.browser, email)).success).toBe(false)
    expect((await owner.browser.signIn(email)).json.success).toBe(true)
  })

  it('the code alone confirms in the browser that registered', async () => {
    const email = 'own-browser@example.com'
    const { browser, link } = await register(email)
    const mallory = await register(email, MALLORYS)
    expect((await browser.confirm(email, mallory.link.code)).json.code).toBe('CodeMismatchException')
    expect((await browser.confirm(email, link.code)).json.requiresSignIn).toBe(false)
    expect((await mallory.browser.token()).status).toBe(401)
  })

  it('the owner signs in with the own password although the newest registration is the attacker’s', async () => {
    const email = 'hidden@example.com'
    await register(email)
    await register(email, MALLORYS)
    const later = openBrowser(shop)
    const { challenge } = (await later.signIn(email)).json
    expect(challenge.type).toBe('CONFIRM_SIGN_UP')
    const answer = await later.post('/api/auth/challenge', { id: challenge.id, code: await later.codeFor(email) })
    expect(answer.json).toMatchObject({ success: true, user: { email } })
    expect((await openBrowser(shop).signIn(email, MALLORYS)).status).toBe(401)
  })

  it('a guesser at the password gets three tries for each code', async () => {
    const email = 'guessed-password@example.com'
    await register(email)
    const mallory = await register(email, MALLORYS)
    for (let n = 0; n < 3; n++)
      expect((await confirm(openBrowser(shop), mallory.link, 'Wrong-Guess9!')).json.code).toBe(
        'RegistrationPasswordWrong',
      )
    expect((await confirm(openBrowser(shop), mallory.link, MALLORYS)).json.code).toBe('ExpiredCodeException')
  })
})

describe('a registration', () => {
  it('a second registration in one browser replaces the first, so that one stays open', async () => {
    const email = 'typed-twice@example.com'
    const { browser, link } = await register(email)
    await browser.register({ email })
    const newer = await linkTo(email)
    expect((await confirm(openBrowser(shop), link)).json.code).toBe('CodeMismatchException')
    expect((await confirm(openBrowser(shop), newer)).json).toMatchObject({ success: true, requiresSignIn: true })
    expect((await ask(browser, email)).success).toBe(true)
  })

  it('the e-mail names a registration by time and device', async () => {
    const email = 'recognised@example.com'
    await register(email, PASSWORD, 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36')
    const { text } = (await shop.outbox(email))[0]!
    expect(text).toMatch(/This registration was made on March 2, 2026 at 12:\d\d\sPM UTC with Chrome on Windows\./)
  })

  it('only the owner of the address deletes a registration, by the link of the e-mail', async () => {
    const email = 'never-registered@example.com'
    const mallory = await register(email, MALLORYS)
    const reject = (link: Link) => openBrowser(shop).post('/api/auth/reject-registration', link)
    expect((await reject({ ...mallory.link, code: otherThan(mallory.link.code) })).json.code).toBe(
      'CodeMismatchException',
    )
    expect((await reject(mallory.link)).json.success).toBe(true)
    expect((await mallory.browser.confirm(email, mallory.link.code)).json.code).toBe('CodeMismatchException')
    expect(await usersWith(email)).toEqual([])
  })

  it('wrong guesses of strangers leave the tries of the own browser and link', async () => {
    const email = 'guessed-by-strangers@example.com'
    const { browser, link } = await register(email)
    for (let n = 0; n < 4; n++) await openBrowser(shop).confirm(email, otherThan(link.code))
    expect((await openBrowser(shop).confirm(email, link.code)).json.code).toBe('ExpiredCodeException')
    expect((await browser.confirm(email, link.code)).status).toBe(200)
  })

  it('many concurrent confirmations make one user', async () => {
    const email = 'confirm-race@example.com'
    const owner = await register(email)
    const mallory = await register(email, MALLORYS)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        n % 4 === 0
          ? confirm(owner.browser, owner.link)
          : n % 4 === 1
            ? confirm(openBrowser(shop), owner.link, PASSWORD)
            : n % 4 === 2
              ? confirm(openBrowser(shop), mallory.link)
              : ask(mallory.browser, email).then(json => ({ status: json.success ? 200 : 400, json })),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(await usersWith(email)).toHaveLength(1)
    expect((await openBrowser(shop).signIn(email)).json.success).toBe(true)
  })
})

describe('a reset by mailbox', () => {
  async function addTotp(browser: Browser, idToken: string) {
    const me = browser.as(idToken)
    const { secret } = (await me.post('/api/auth/mfa/totp')).json
    expect((await me.post('/api/auth/mfa/totp', { code: appCode(secret, shop.clock.now()) })).status).toBe(200)
  }

  it('a reset removes factors added before the user proved the mailbox', async () => {
    const email = 'habit@example.com'
    // Only the attacker registered, and the owner opened the link out of habit.
    const mallory = await register(email, MALLORYS)
    expect((await confirm(openBrowser(shop), mallory.link)).status).toBe(200)
    const session = await ask(mallory.browser, email)
    await addTotp(mallory.browser, session.idToken)
    shop.clock.advance(1000)
    await resetByMail(email)
    const [sentEmail] = await shop.outbox(email)
    expect(sentEmail!.text).toContain('were removed by the password reset')
    expect((await mallory.browser.token()).status).toBe(401)
    expect((await openBrowser(shop).signIn(email, NEW)).json).toMatchObject({ success: true, user: { email } })
    const left = await shop.services.db
      .selectFrom('recovery_code')
      .innerJoin('users', 'users.id', 'recovery_code.user_id')
      .select('code_hash')
      .where('email', '=', email)
      .execute()
    expect(left).toEqual([])
  })

  it('a reset keeps factors added after it, for each way of proving the mailbox', async () => {
    const inOwnBrowser = async (email: string) => {
      const { browser, link } = await register(email)
      return { browser, idToken: (await confirm(browser, link)).json.idToken }
    }
    const byLinkAndPassword = async (email: string) => {
      const { browser, link } = await register(email)
      await confirm(openBrowser(shop), link, PASSWORD)
      return { browser, idToken: (await ask(browser, email)).idToken }
    }
    const byAnEarlierReset = async (email: string) => {
      const { link } = await register(email)
      await confirm(openBrowser(shop), link)
      await resetByMail(email)
      const browser = openBrowser(shop)
      return { browser, idToken: (await browser.signIn(email, NEW)).json.idToken }
    }
    for (const prove of [inOwnBrowser, byLinkAndPassword, byAnEarlierReset]) {
      const email = `${prove.name.toLowerCase()}@example.com`
      const { browser, idToken } = await prove(email)
      await addTotp(browser, idToken)
      shop.clock.advance(1000)
      await resetByMail(email)
      expect((await openBrowser(shop).signIn(email, NEW)).json.challenge?.type, prove.name).toBe('SOFTWARE_TOKEN_MFA')
    }
  })
})
