import { describe, expect, it } from 'vitest'
import { ORIGIN, testShop } from '#app/testing/shop.ts'
import { few } from '#app/testing/suites/again.ts'
import { otherThan, PASSWORD } from '../testing/browser.ts'
import { appCode, joinShop } from '../testing/factors.ts'

const shop = await testShop({ connections: 30 })

let joined = 0
const join = () => joinShop(shop, `factor-${joined++}@example.com`)
const told = ({ status, json }: { status: number; json: { code: string; detail: string } }) => [
  status,
  json.code,
  json.detail,
]
const MISMATCH = [400, 'CodeMismatchException', 'Invalid verification code. Please check your email.']
const EXPIRED = [400, 'ExpiredCodeException', 'Verification code has expired. Please request a new one.']
const TOO_MANY = [429, 'LimitExceededException', 'Too many attempts. Please try again later.']
const OVER = [401, 'ChallengeExpired', 'This sign-in took too long. Please sign in again.']

describe('a second factor', () => {
  it('a user without a second factor is not asked for one', async () => {
    const shopper = await join()
    expect((await shopper.signIn()).json.success).toBe(true)
  })

  it('an authenticator app is asked for as SOFTWARE_TOKEN_MFA, and no session starts before it [B-4.5]', async () => {
    const shopper = await join()
    const { secret } = await shopper.turnOnTotp()
    const { browser, json, challenge, answer } = await shopper.signIn()
    expect(json).toMatchObject({ success: false, challenge: { type: 'SOFTWARE_TOKEN_MFA' } })
    expect(json.idToken).toBeUndefined()
    expect((await browser.token()).status).toBe(401)
    expect(Date.parse(challenge.expiresAt) - +shop.clock.now()).toBe(180_000)
    const done = await answer({ code: appCode(secret, shop.clock.now()) })
    expect(done.json).toMatchObject({ success: true, user: { email: shopper.email } })
    expect((await browser.token()).status).toBe(200)
  })

  it('an SMS code goes to the phone as SMS_MFA, with the phone masked [B-4.3]', async () => {
    const shopper = await join()
    await shopper.turnOnSms('+18015550111')
    const { challenge, answer } = await shopper.signIn()
    expect(challenge).toMatchObject({ type: 'SMS_MFA', sentTo: '••• ••• 0111' })
    expect((await answer({ code: await shopper.newest('+18015550111') })).json.success).toBe(true)
  })

  it('an e-mail code goes to the address as EMAIL_OTP [B-4.4]', async () => {
    const shopper = await join()
    await shopper.turnOnEmail()
    const { challenge, answer } = await shopper.signIn()
    expect(challenge).toMatchObject({ type: 'EMAIL_OTP', sentTo: 'f•••@example.com' })
    expect((await answer({ code: await shopper.newest(shopper.email) })).json.success).toBe(true)
  })

  it('a user with several factors chooses with SELECT_MFA_TYPE and can change the choice [B-4.2]', async () => {
    const shopper = await join()
    const { secret } = await shopper.turnOnTotp()
    await shopper.turnOnSms('+18015550122')
    const { challenge, answer } = await shopper.signIn()
    expect(challenge).toMatchObject({ type: 'SELECT_MFA_TYPE', methods: ['SOFTWARE_TOKEN_MFA', 'SMS_MFA'] })
    expect(told(await answer({ code: '123456' }))[1]).toBe('InvalidParameterException')
    expect(told(await answer({ method: 'EMAIL_OTP' }))[1]).toBe('InvalidParameterException')

    const sms = (await answer({ method: 'SMS_MFA' })).json.challenge
    expect(sms).toMatchObject({ type: 'SMS_MFA', methods: ['SOFTWARE_TOKEN_MFA', 'SMS_MFA'] })
    expect(told(await answer({ method: 'SMS_MFA' }))).toEqual(OVER)
    const app = (await answer({ method: 'SOFTWARE_TOKEN_MFA' }, sms.id)).json.challenge
    expect(told(await answer({ code: await shopper.newest('+18015550122') }, sms.id))).toEqual(OVER)
    expect((await answer({ code: appCode(secret, shop.clock.now()) }, app.id)).json.success).toBe(true)
  })

  it('a code sent again replaces the earlier code', async () => {
    const shopper = await join()
    await shopper.turnOnEmail()
    const { challenge, answer } = await shopper.signIn()
    const first = await shopper.newest(shopper.email)
    const again = (await answer({ method: challenge.type })).json.challenge
    const second = await shopper.newest(shopper.email)
    if (first !== second) expect(told(await answer({ code: first }, again.id))).toEqual(MISMATCH)
    expect((await answer({ code: second }, again.id)).json.success).toBe(true)
  })

  it('a second factor is valid for 180 seconds, and in its own challenge only [B-4.9] [B-9.15]', async () => {
    const [one, other] = [await join(), await join()]
    const { secret } = await one.turnOnTotp()
    await other.turnOnTotp()
    const prompt = await one.signIn()
    shop.clock.advance(179_999)
    expect((await prompt.answer({ code: appCode(secret, shop.clock.now()) })).json.success).toBe(true)
    const late = await one.signIn()
    shop.clock.advance(180_000)
    expect(told(await late.answer({ code: appCode(secret, shop.clock.now()) }))).toEqual(OVER)
    const strange = await other.signIn()
    expect(told(await strange.answer({ code: appCode(secret, shop.clock.now()) }))).toEqual(MISMATCH)
    const unknown = await strange.answer({ code: '123456' }, crypto.randomUUID())
    expect(told(unknown)).toEqual(OVER)
  })

  it('changes of the factor do not extend a sign-in beyond 15 minutes', async () => {
    const shopper = await join()
    await shopper.turnOnTotp()
    await shopper.turnOnEmail()
    let { challenge, answer } = await shopper.signIn()
    for (let minutes = 0; minutes < 14; minutes += 2) {
      challenge = (await answer({ method: 'SOFTWARE_TOKEN_MFA' }, challenge.id)).json.challenge
      shop.clock.advance(120_000)
    }
    expect(Date.parse(challenge.expiresAt)).toBeGreaterThan(+shop.clock.now())
    shop.clock.advance(60_000)
    expect(told(await answer({ method: 'SOFTWARE_TOKEN_MFA' }, challenge.id))).toEqual(OVER)
  })
})

describe('a code', () => {
  it('a code has three tries, by message and by app [B-8.6] [B-8.8] [B-9.42]', async () => {
    const shopper = await join()
    const { secret } = await shopper.turnOnTotp()
    const byApp = await shopper.signIn()
    const right = () => appCode(secret, shop.clock.now())
    for (let n = 0; n < 3; n++) expect(told(await byApp.answer({ code: otherThan(right()) }))).toEqual(MISMATCH)
    expect(told(await byApp.answer({ code: right() }))).toEqual(TOO_MANY)
    expect((await (await shopper.signIn()).answer({ code: right() })).json.success).toBe(true)

    const reader = await join()
    await reader.turnOnEmail()
    const byMail = await reader.signIn()
    const code = await reader.newest(reader.email)
    for (let n = 0; n < 3; n++) expect(told(await byMail.answer({ code: otherThan(code) }))).toEqual(MISMATCH)
    expect(told(await byMail.answer({ code }))).toEqual(EXPIRED)
  })

  it('an answer without a valid code is refused [B-8.9]', async () => {
    const shopper = await join()
    await shopper.turnOnTotp()
    const { answer } = await shopper.signIn()
    for (const code of ['12345', '1234567', 'abc', '<b>'])
      expect((await answer({ code })).json.errors).toEqual({ code: ['Please enter the complete 6-digit code'] })
    expect((await answer({ code: '' })).json.errors).toEqual({ code: ['Please enter the confirmation code'] })
    expect(told(await answer({}))).toEqual([400, 'InvalidParameterException', 'Please check your input and try again.'])
  })

  it('a code of an app counts once, in one challenge only, and no older code counts after it', async () => {
    const shopper = await join()
    const { secret } = await shopper.turnOnTotp()
    const code = appCode(secret, shop.clock.now())
    const before = appCode(secret, new Date(+shop.clock.now() - 30_000))
    expect((await (await shopper.signIn()).answer({ code })).json.success).toBe(true)
    for (const spent of [code, before])
      expect(told(await (await shopper.signIn()).answer({ code: spent }))).toEqual(MISMATCH)
    const after = appCode(secret, new Date(+shop.clock.now() + 30_000))
    expect((await (await shopper.signIn()).answer({ code: after })).json.success).toBe(true)
  })

  it('one of many concurrent right guesses is accepted [B-9.43]', async () => {
    const shopper = await join()
    const { secret } = await shopper.turnOnTotp()
    const { browser, challenge, answer } = await shopper.signIn()
    const code = appCode(secret, shop.clock.now())
    const answers = await Promise.all(Array.from({ length: few(40, 200) }, () => answer({ code })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(new Set(answers.map(({ json }) => json.code))).toEqual(new Set([undefined, 'ChallengeExpired']))
    expect((await browser.post('/api/auth/challenge', { id: challenge.id, code })).status).toBe(401)
    const sessions = await shop.services.db
      .selectFrom('session')
      .select('id')
      .where('user_id', '=', shopper.userId)
      .execute()
    expect(sessions).toHaveLength(2)
  })

  it('one of 30 concurrent right guesses is accepted, each in its own challenge', async () => {
    const shopper = await join()
    const { secret } = await shopper.turnOnTotp()
    const ways = await Promise.all(Array.from({ length: 30 }, () => shopper.signIn()))
    const code = appCode(secret, shop.clock.now())
    const answers = await Promise.all(ways.map(({ answer }) => answer({ code })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ json }) => json.code === 'CodeMismatchException')).toHaveLength(29)
  })

  it('60 concurrent wrong guesses at a code of three tries count as three', async () => {
    const shopper = await join()
    await shopper.turnOnEmail()
    const { answer } = await shopper.signIn()
    const code = otherThan(await shopper.newest(shopper.email))
    const answers = await Promise.all(Array.from({ length: 60 }, () => answer({ code })))
    expect(answers.filter(({ json }) => json.code === 'CodeMismatchException')).toHaveLength(3)
    expect(answers.filter(({ json }) => json.code === 'ExpiredCodeException')).toHaveLength(57)
  })
})

describe('a recovery code', () => {
  it('a recovery code replaces any code, once, in any spelling, and its owner is notified', async () => {
    const shopper = await join()
    const { recoveryCodes } = await shopper.turnOnTotp()
    await shopper.turnOnEmail()
    const [first, second] = recoveryCodes as [string, string]
    const { challenge, answer } = await shopper.signIn()
    expect(challenge.type).toBe('SELECT_MFA_TYPE')
    const app = (await answer({ method: 'SOFTWARE_TOKEN_MFA' })).json.challenge
    expect((await answer({ code: first.toUpperCase().replace('-', ' ') }, app.id)).json.success).toBe(true)
    expect((await shop.outbox(shopper.email))[0]?.text).toContain('A recovery code was used to sign in; 9 are left.')

    const again = await shopper.signIn()
    const mail = (await again.answer({ method: 'EMAIL_OTP' })).json.challenge
    expect(told(await again.answer({ code: first }, mail.id))).toEqual(MISMATCH)
    expect((await again.answer({ code: second }, mail.id)).json.success).toBe(true)
  })

  it('a recovery code has three tries in a challenge', async () => {
    const shopper = await join()
    const { recoveryCodes } = await shopper.turnOnTotp()
    const { answer } = await shopper.signIn()
    for (let n = 0; n < 3; n++) expect(told(await answer({ code: 'aaaaa-aaaaa' }))).toEqual(MISMATCH)
    expect(told(await answer({ code: recoveryCodes[0]! }))).toEqual(TOO_MANY)
  })

  it('one of 20 concurrent calls uses up a recovery code', async () => {
    const shopper = await join()
    const { recoveryCodes } = await shopper.turnOnTotp()
    const ways = await Promise.all(Array.from({ length: 20 }, () => shopper.signIn()))
    const answers = await Promise.all(ways.map(({ answer }) => answer({ code: recoveryCodes[0]! })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

it('a change of the password voids a sign-in in progress', async () => {
  const shopper = await join()
  const { secret } = await shopper.turnOnTotp()
  const { answer } = await shopper.signIn()
  const json = { currentPassword: PASSWORD, newPassword: 'Changed-Since4!' }
  expect((await shopper.me.post('/api/auth/change-password', json)).status).toBe(200)
  expect(told(await answer({ code: appCode(secret, shop.clock.now()) }))).toEqual(OVER)
})

it('a signed-in user is refused a second sign-in, by cookie or by token [B-4.10]', async () => {
  const shopper = await join()
  const REFUSED = [409, 'UserAlreadyAuthenticatedException', 'You are already signed in.']
  const json = { email: shopper.email, password: PASSWORD }
  expect(told(await shopper.browser.post('/api/auth/login', json))).toEqual(REFUSED)
  expect(told(await shopper.browser.post('/api/auth/passkey'))).toEqual(REFUSED)
  const headers = { authorization: `Bearer ${shopper.idToken}`, origin: ORIGIN }
  expect(told(await shop.call('/api/auth/login', { json, headers }))).toEqual(REFUSED)
})
