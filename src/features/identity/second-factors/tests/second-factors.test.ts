import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { newSecret, uriOf } from '../../factors/totp.server.ts'
import { openBrowser, otherThan, PASSWORD } from '../../testing/browser.ts'
import { appCode, joinShop } from '../../testing/factors.ts'

const shop = await testShop({ connections: 20 })

let joined = 0
const join = () => joinShop(shop, `enrol-${joined++}@example.com`)
const MFA = '/api/auth/mfa'
const everyRow = async (table: 'second_factor' | 'factor_enrolment' | 'recovery_code' | 'verification_code') =>
  JSON.stringify(await shop.services.db.selectFrom(table).selectAll().execute())

describe('an authenticator app', () => {
  it('an issuer has no colon, which apps read as its end', () => {
    const uri = uriOf('Outpost: Field Gear', newSecret(), 'sam@example.com')
    expect(decodeURIComponent(uri)).toContain('/Outpost Field Gear:sam@example.com?')
    expect(new URL(uri).searchParams.get('issuer')).toBe('Outpost Field Gear')
  })

  it('an app begins with a secret as text, URI and QR code, and is enabled by its first code', async () => {
    const shopper = await join()
    const begun = await shopper.me.post(`${MFA}/totp`)
    expect(begun.json).toMatchObject({ success: true, enabled: false, secret: expect.stringMatching(/^[A-Z2-7]{32}$/) })
    const uri = new URL(begun.json.uri)
    expect([uri.protocol, uri.host, uri.searchParams.get('secret')]).toEqual(['otpauth:', 'totp', begun.json.secret])
    expect(uri.searchParams.get('issuer')).toBe('Redoubt')
    expect(begun.json.qr.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/)
    expect(begun.headers.get('cache-control')).toBe('no-store')
    expect((await shopper.signIn()).json.success).toBe(true)

    const wrong = await shopper.me.post(`${MFA}/totp`, {
      code: otherThan(appCode(begun.json.secret, shop.clock.now())),
    })
    expect(wrong.json.code).toBe('CodeMismatchException')
    const done = await shopper.me.post(`${MFA}/totp`, { code: appCode(begun.json.secret, shop.clock.now()) })
    expect(done.json).toMatchObject({ success: true, enabled: true })
    expect((await shopper.me.get(MFA)).json.totp).toEqual({ enabled: true, addedAt: shop.clock.now().toISOString() })
    expect((await shop.outbox(shopper.email))[0]?.text).toContain('A sign-in method was added: authenticator app.')
  })

  it('the secret of an app is sealed for its owner only', async () => {
    const [one, other] = [await join(), await join()]
    const { secret } = await one.turnOnTotp()
    await other.turnOnTotp()
    const { secret: waiting } = (await one.me.post(`${MFA}/totp`)).json
    for (const text of [secret, waiting]) {
      expect(await everyRow('second_factor')).not.toContain(text)
      expect(await everyRow('factor_enrolment')).not.toContain(text)
    }
    const { db } = shop.services
    const { secret: sealed } = await db
      .selectFrom('second_factor')
      .select('secret')
      .where('user_id', '=', one.userId)
      .executeTakeFirstOrThrow()
    await db.updateTable('second_factor').set({ secret: sealed }).where('user_id', '=', other.userId).execute()
    const { answer } = await other.signIn()
    await db.deleteFrom('second_factor').where('user_id', '=', other.userId).execute()
    expect((await answer({ code: appCode(secret, shop.clock.now()) })).status).toBe(400)
  })

  it('the code that enabled an app does not sign in', async () => {
    const shopper = await join()
    const { secret } = (await shopper.me.post(`${MFA}/totp`)).json
    const code = appCode(secret, shop.clock.now())
    await shopper.me.post(`${MFA}/totp`, { code })
    expect((await (await shopper.signIn()).answer({ code })).json.code).toBe('CodeMismatchException')
  })

  it('an app has 10 minutes and three tries for its first code', async () => {
    const shopper = await join()
    const first = (await shopper.me.post(`${MFA}/totp`)).json.secret
    shop.clock.advance(10 * 60_000)
    const late = await shopper.me.post(`${MFA}/totp`, { code: appCode(first, shop.clock.now()) })
    expect([late.status, late.json.code]).toEqual([400, 'ExpiredCodeException'])
    const { secret } = (await shopper.me.post(`${MFA}/totp`, { password: PASSWORD })).json
    const code = appCode(secret, shop.clock.now())
    for (let n = 0; n < 3; n++) await shopper.me.post(`${MFA}/totp`, { code: otherThan(code) })
    expect((await shopper.me.post(`${MFA}/totp`, { code })).json.code).toBe('ExpiredCodeException')
  })
})

describe('codes by text message and e-mail', () => {
  it('SMS and e-mail codes are enabled by a code sent there, SMS by default to the profile’s phone', async () => {
    const shopper = await join()
    const begun = await shopper.me.post(`${MFA}/sms`)
    expect(begun.json).toMatchObject({ enabled: false, sentTo: '••• ••• 0100' })
    const code = await shopper.newest('+18015550100')
    expect((await shopper.me.post(`${MFA}/sms`, { code: otherThan(code) })).json.code).toBe('CodeMismatchException')
    expect((await shopper.me.post(`${MFA}/sms`, { code })).json.enabled).toBe(true)
    expect((await shopper.turnOnEmail()).json.enabled).toBe(true)
    expect((await shopper.me.get(MFA)).json).toMatchObject({
      totp: { enabled: false, addedAt: null },
      sms: { enabled: true, phone: '••• ••• 0100' },
      email: { enabled: true, address: 'e•••@example.com' },
      passkeys: [],
    })
    const bad = await shopper.me.post(`${MFA}/sms`, { phone: '555' })
    expect(bad.json.errors).toEqual({ phone: ['Please enter a valid US phone number (10-11 digits)'] })
  })

  it('codes expire after 10 minutes and are stored as hashes', async () => {
    const shopper = await join()
    await shopper.me.post(`${MFA}/email`)
    const code = await shopper.newest(shopper.email)
    expect(await everyRow('verification_code')).not.toContain(`"${code}"`)
    shop.clock.advance(10 * 60_000)
    expect((await shopper.me.post(`${MFA}/email`, { code })).json.code).toBe('ExpiredCodeException')
  })
})

describe('recovery codes', () => {
  it('recovery codes are ten, shown once with the first factor, hashed, and void after new ones [B-9.48]', async () => {
    const shopper = await join()
    const { recoveryCodes } = await shopper.turnOnTotp()
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
    expect(await everyRow('recovery_code')).not.toContain(recoveryCodes[0]!.replace('-', ''))
    expect((await shopper.turnOnEmail()).json.recoveryCodes).toBeUndefined()
    expect((await shopper.me.get(MFA)).json.recoveryCodes).toEqual({ left: 10 })

    const renewed = await shopper.me.post(`${MFA}/recovery-codes`)
    expect(renewed.json.recoveryCodes).toHaveLength(10)
    expect(renewed.headers.get('cache-control')).toBe('no-store')
    const { challenge, answer } = await shopper.signIn()
    const mail = (await answer({ method: challenge.methods[0] })).json.challenge
    expect((await answer({ code: recoveryCodes[0]! }, mail.id)).status).toBe(400)
    expect((await answer({ code: renewed.json.recoveryCodes[9] }, mail.id)).json.success).toBe(true)
    expect((await shopper.me.get(MFA)).json.recoveryCodes).toEqual({ left: 9 })
  })

  it('recovery codes need a second factor, and go with the last one', async () => {
    const shopper = await join()
    expect((await shopper.me.post(`${MFA}/recovery-codes`)).json.code).toBe('not_found')
    await shopper.turnOnTotp()
    expect((await shopper.me.remove(`${MFA}/totp`)).status).toBe(204)
    expect((await shopper.me.get(MFA)).json.recoveryCodes).toEqual({ left: 0 })
    expect((await shopper.signIn()).json.success).toBe(true)
  })

  it('recovery codes are not stored for a repeated request', async () => {
    const shopper = await join()
    await shopper.turnOnTotp()
    const headers = { authorization: `Bearer ${shopper.idToken}`, 'idempotency-key': 'codes-1' }
    const { json } = await shopper.browser.post(`${MFA}/recovery-codes`, {}, headers)
    const { rows } = await shop.services.pool.query('select body from idempotency_key')
    expect(JSON.stringify(rows)).not.toContain(json.recoveryCodes[0])
  })

  it('nothing of a sign-in is stored for a repeated request: tokens, challenges, password hashes', async () => {
    const shopper = await join()
    await shopper.turnOnTotp()
    const headers = { authorization: `Bearer ${shopper.idToken}`, 'idempotency-key': 'proof-1' }
    const renewed = await shopper.browser.post('/api/auth/reauthenticate', { password: PASSWORD }, headers)
    const token = await shopper.browser.post('/api/auth/token', undefined, { 'idempotency-key': 'token-1' })
    const asked = await openBrowser(shop).post(
      '/api/auth/login',
      { email: shopper.email, password: PASSWORD },
      { 'idempotency-key': 'login-1' },
    )
    expect([renewed, token, asked].map(({ status }) => status)).toEqual([200, 200, 200])
    expect([renewed, token, asked].map(each => each.headers.get('cache-control'))).toEqual(Array(3).fill('no-store'))
    const { rows } = await shop.services.pool.query(
      `select key from idempotency_key where key in ('proof-1', 'token-1', 'login-1')`,
    )
    expect(rows).toEqual([])
  })
})

describe('changing sign-in methods', () => {
  it('a change of factors requires a sign-in of the last five minutes, or the password', async () => {
    const shopper = await join()
    await shopper.turnOnTotp()
    shop.clock.advance(5 * 60_000)
    const calls = [
      () => shopper.me.post(`${MFA}/totp`),
      () => shopper.me.post(`${MFA}/sms`),
      () => shopper.me.post(`${MFA}/email`),
      () => shopper.me.post(`${MFA}/passkeys`),
      () => shopper.me.post(`${MFA}/recovery-codes`),
      () => shopper.me.remove(`${MFA}/totp`),
      () => shopper.me.remove(`${MFA}/passkeys`),
      () => shopper.me.remove(`${MFA}/passkeys/${crypto.randomUUID()}`),
    ]
    for (const call of calls) {
      const { status, json } = await call()
      expect([status, json.code]).toEqual([403, 'ReauthenticationRequired'])
    }
    const wrong = await shopper.me.remove(`${MFA}/totp`, { password: 'nope' })
    expect([wrong.status, wrong.json.code, wrong.json.detail]).toEqual([
      400,
      'IncorrectPassword',
      'That is not your current password.',
    ])
    expect((await shopper.me.post(`${MFA}/email`, { password: PASSWORD })).status).toBe(200)
    expect((await shopper.me.remove(`${MFA}/totp`, { password: PASSWORD })).status).toBe(204)
  })

  it('a reauthentication allows changes for five minutes, in this session and its next tokens', async () => {
    const shopper = await join()
    shop.clock.advance(3_000_000)
    const stale = shopper.browser.as((await shopper.browser.token()).json.idToken)
    expect((await stale.post(`${MFA}/totp`)).status).toBe(403)
    expect((await stale.post('/api/auth/reauthenticate', { password: 'nope' })).json.code).toBe('IncorrectPassword')
    expect((await stale.post('/api/auth/reauthenticate', {})).json.code).toBe('InvalidParameterException')
    const renewed = await stale.post('/api/auth/reauthenticate', { password: PASSWORD })
    expect((await shopper.browser.as(renewed.json.idToken).post(`${MFA}/totp`)).status).toBe(200)
    const next = shopper.browser.as((await shopper.browser.token()).json.idToken)
    expect((await next.post(`${MFA}/totp`)).status).toBe(200)
    shop.clock.advance(301_000)
    expect((await next.post(`${MFA}/totp`)).status).toBe(403)
  })

  it('a change of factors leaves other sessions alone and notifies the owner of each removal', async () => {
    const shopper = await join()
    const other = await shopper.signIn()
    await shopper.turnOnEmail()
    await shopper.me.remove(`${MFA}/email`)
    expect((await shop.outbox(shopper.email))[0]?.text).toContain('A sign-in method was removed: e-mail codes.')
    expect((await other.browser.token()).status).toBe(200)
    expect((await shopper.me.remove(`${MFA}/email`)).json.code).toBe('not_found')
  })

  it('a change of factors requires a signed-in user', async () => {
    for (const path of ['totp', 'sms', 'email', 'passkeys', 'recovery-codes'])
      expect((await shop.call(`${MFA}/${path}`, { json: {} })).status).toBe(401)
    expect((await shop.call(MFA)).status).toBe(401)
  })
})
