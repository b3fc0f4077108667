import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { disableUser, setRole } from '../../accounts/commands/accounts.server.ts'
import { demandPasswordReset } from '../../passwords/commands/temporary-password.server.ts'
import { openBrowser, otherThan, PASSWORD } from '../../testing/browser.ts'
import { appCode, joinShop } from '../../testing/factors.ts'
import { DETAILS, openEmailCodeBrowser } from '../testing/email-code-browser.ts'

const shop = await testShop({ connections: 12 })

let made = 0
const newEmail = () => `code-${made++}@example.com`
const told = ({ status, json }: { status: number; json: { code: string } }) => [status, json.code]
const MISMATCH = [400, 'CodeMismatchException']
const EXPIRED = [400, 'ExpiredCodeException']
const REFUSED = [403, 'EmailSignInRefused']

describe('a code by e-mail', () => {
  it('signs in to the account of its address, once [B-10.68] [B-10.69]', async () => {
    const email = newEmail()
    const { user } = await openBrowser(shop).join(email)
    const browser = openEmailCodeBrowser(shop)
    const code = await browser.codeFor(email)
    expect(code).toMatch(/^\d{6}$/)
    const answer = await browser.verify(email, code)
    expect(answer.json).toMatchObject({ success: true, user: { id: user.id, email } })
    expect((await browser.token()).status).toBe(200)
    // A second use finds a signed-in browser, then a used code.
    expect(told(await browser.verify(email, code))).toEqual([409, 'UserAlreadyAuthenticatedException'])
    await browser.post('/api/auth/logout')
    expect(told(await browser.verify(email, code))).toEqual(MISMATCH)
  })

  it('creates the account of a new address, without a password, with address and accepted terms [B-10.71]', async () => {
    const email = newEmail()
    const browser = openEmailCodeBrowser(shop)
    const proved = await browser.signInByCode(email)
    expect(proved.json).toMatchObject({ success: true, registrationToken: expect.any(String) })
    expect(proved.json.idToken).toBeUndefined()
    expect((await browser.token()).status).toBe(401)
    expect(await shop.services.db.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([])

    const joined = await browser.register(email, proved.json.registrationToken)
    expect(joined.json).toMatchObject({ success: true, user: { email, name: 'Riley Marsh', role: null } })
    const as = { userId: joined.json.user.id, email, idToken: joined.json.idToken }
    expect((await shop.call('/api/my/profile', { as })).json).toMatchObject({
      phone: '+18015550142',
      birthDate: '1988-04-09',
      shippingAddress: { line1: '12 Bastion Way', state: 'UT' },
      hasPassword: false,
      smsConsent: false,
    })
    const accepted = shop.services.db.selectFrom('legal_acceptance').select('how').where('user_id', '=', as.userId)
    expect(await accepted.execute()).toEqual([1, 2, 3].map(() => ({ how: 'registration' })))
    // No SMS goes to a phone that any caller may have typed.
    expect(await shop.outbox('+18015550142')).toEqual([])
    // Later the code signs in to the account.
    expect((await openEmailCodeBrowser(shop).signInByCode(email)).json).toMatchObject({
      success: true,
      user: { email },
    })
  })

  it('a minor reads the sentence of the registration, and the proof stays usable [B-10.71]', async () => {
    const email = newEmail()
    const browser = openEmailCodeBrowser(shop)
    const { registrationToken } = (await browser.signInByCode(email)).json
    const young = await browser.register(email, registrationToken, { birthDate: '2010-01-01' })
    expect([young.status, young.json.errors.birthDate]).toEqual([400, ['You must be 21 or older to register']])
    const abroad = { ...DETAILS.shippingAddress, country: 'FR' }
    expect((await browser.register(email, registrationToken, { shippingAddress: abroad })).status).toBe(400)
    expect((await browser.register(email, registrationToken, { phone: '12' })).status).toBe(400)
    expect((await browser.register(email, registrationToken)).json.success).toBe(true)
  })

  it('lasts 10 minutes, and the newest of a browser counts [B-10.68]', async () => {
    const email = newEmail()
    const browser = openEmailCodeBrowser(shop)
    const first = await browser.codeFor(email)
    shop.clock.advance(1000)
    const second = await browser.codeFor(email)
    if (first !== second) expect(told(await browser.verify(email, first))).toEqual(MISMATCH)
    shop.clock.advance(10 * 60_000)
    expect(told(await browser.verify(email, second))).toEqual(EXPIRED)
  })

  it('the proof of an address ends after 30 minutes, and after its use [B-10.71]', async () => {
    const late = newEmail()
    const browser = openEmailCodeBrowser(shop)
    const { registrationToken } = (await browser.signInByCode(late)).json
    shop.clock.advance(30 * 60_000)
    expect(told(await browser.register(late, registrationToken))).toEqual([400, 'EmailProofExpired'])

    const email = newEmail()
    const proof = (await browser.signInByCode(email)).json.registrationToken
    expect((await browser.register(email, proof)).json.success).toBe(true)
    await browser.post('/api/auth/logout')
    expect(told(await browser.register(email, proof))).toEqual([400, 'EmailProofExpired'])
  })

  it('an address that got an account in between is not registered twice [B-10.71]', async () => {
    const email = newEmail()
    const browser = openEmailCodeBrowser(shop)
    const { registrationToken } = (await browser.signInByCode(email)).json
    await openBrowser(shop).join(email)
    expect(told(await browser.register(email, registrationToken))).toEqual([409, 'UsernameExistsException'])
    expect((await browser.signInByCode(email)).json).toMatchObject({ success: true, user: { email } })
  })
})

describe('an account with more than a password', () => {
  it('asks for its authenticator app after the code [B-10.69]', async () => {
    const shopper = await joinShop(shop, newEmail())
    const { secret } = await shopper.turnOnTotp()
    const browser = openEmailCodeBrowser(shop)
    const { json } = await browser.signInByCode(shopper.email)
    expect(json).toMatchObject({ success: false, challenge: { type: 'SOFTWARE_TOKEN_MFA' } })
    expect((await browser.token()).status).toBe(401)
    const answer = (code: string) => browser.post('/api/auth/challenge', { id: json.challenge.id, code })
    expect(told(await answer(otherThan(appCode(secret, shop.clock.now()))))).toEqual(MISMATCH)
    expect((await answer(appCode(secret, shop.clock.now()))).json).toMatchObject({ success: true })
  })

  it('never takes a second code by e-mail for the second factor [B-10.69]', async () => {
    const shopper = await joinShop(shop, newEmail())
    await shopper.turnOnEmail()
    expect(told(await openEmailCodeBrowser(shop).signInByCode(shopper.email))).toEqual(REFUSED)
    await shopper.turnOnTotp()
    const browser = openEmailCodeBrowser(shop)
    const { challenge } = (await browser.signInByCode(shopper.email)).json
    expect(challenge).toMatchObject({ type: 'SOFTWARE_TOKEN_MFA', methods: ['SOFTWARE_TOKEN_MFA'] })
    const turned = await browser.post('/api/auth/challenge', { id: challenge.id, method: 'EMAIL_OTP' })
    expect(told(turned)).toEqual([400, 'InvalidParameterException'])
    // With the password, the code by e-mail is a second factor as before.
    expect((await shopper.signIn()).challenge.methods).toContain('EMAIL_OTP')
  })

  it('staff, disabled accounts and demanded resets are refused in one sentence [B-10.70]', async () => {
    const accounts = await Promise.all([1, 2, 3].map(async () => joinShop(shop, newEmail())))
    const [staff, disabled, demanded] = accounts.map(({ userId }) => userId)
    await setRole(shop.system, { userId: staff!, role: 'support' })
    await disableUser(shop.system, disabled!)
    await demandPasswordReset(shop.system, demanded!)
    const answers = []
    for (const { email } of accounts) {
      const browser = openEmailCodeBrowser(shop)
      const { status, json } = await browser.signInByCode(email)
      answers.push(JSON.stringify([status, json.code, json.detail]))
      expect((await browser.token()).status).toBe(401)
    }
    expect(new Set(answers)).toEqual(new Set([JSON.stringify([...REFUSED, REFUSED_SENTENCE])]))
  })

  it('an account whose password was set without its mailbox goes to the reader of the mail [B-10.75]', async () => {
    const email = newEmail()
    const thief = openBrowser(shop)
    await thief.register({ email })
    const code = await thief.codeFor(email)
    // The owner confirms the thief's registration out of habit, on another device.
    await openBrowser(shop).confirm(email, code)
    const session = (await thief.post('/api/auth/auto-sign-in', { email })).json
    await thief.as(session.idToken).post('/api/auth/mfa/totp')

    const owner = openEmailCodeBrowser(shop)
    const answer = await owner.signInByCode(email)
    expect(answer.json).toMatchObject({ success: true, user: { email } })
    expect((await thief.token()).status).toBe(401)
    expect((await openBrowser(shop).signIn(email, PASSWORD)).status).toBe(401)
    const as = { userId: answer.json.user.id, email, idToken: answer.json.idToken }
    expect((await shop.call('/api/my/profile', { as })).json.hasPassword).toBe(false)
    const subjects = (await shop.outbox(email)).map(({ subject }) => subject)
    expect(subjects).toContain('The sign-in of your Redoubt account changed')
  })
})

const REFUSED_SENTENCE = 'This account cannot sign in by a code from an e-mail. Please use the sign-in page.'
