import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, it, vi } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { setRole } from '../../accounts/commands/accounts.server.ts'
import { openBrowser, otherThan, PASSWORD } from '../../testing/browser.ts'
import { openEmailCodeBrowser } from '../testing/email-code-browser.ts'

const shop = await testShop({ connections: 25 })

let made = 0
const told = ({ status, json }: { status: number; json: { code: string } }) => [status, json.code]
const MINUTE = 60_000

/** A shopper without a password, signed in. */
async function joinByCode() {
  const email = `passwordless-${made++}@example.com`
  const browser = openEmailCodeBrowser(shop)
  const { user, idToken } = await browser.joinByCode(email)
  const profile = async () => (await browser.as(idToken).get('/api/my/profile')).json
  return { email, browser, userId: user.id, me: browser.as(idToken), profile }
}

describe('an account without a password', () => {
  it('answers a sign-in by password as for a wrong password, after the same work [B-10.74]', async () => {
    const { email } = await joinByCode()
    await openBrowser(shop).join('has-password@example.com')
    // The first comparison without a hash makes the one that stands for it.
    await openBrowser(shop).signIn(email, 'Wrong-Pass1!')
    const scrypt = vi.spyOn(crypto, 'scrypt')
    syncBuiltinESMExports()
    const stories = []
    for (const address of [email, 'has-password@example.com', 'unknown-here@example.com']) {
      scrypt.mockClear()
      const { status, json } = await openBrowser(shop).signIn(address, 'Wrong-Pass1!')
      stories.push(JSON.stringify([status, json.code, json.detail, scrypt.mock.calls.length]))
    }
    scrypt.mockRestore()
    syncBuiltinESMExports()
    expect(new Set(stories).size).toBe(1)
    expect(stories[0]).toContain('Invalid email or password.')
    for (const password of ['', 'null', 'undefined'])
      expect((await openBrowser(shop).signIn(email, password)).json.idToken).toBeUndefined()
  })

  it('gets its first password within five minutes of the sign-in, once, and its owner an e-mail [B-10.74]', async () => {
    const { email, me, profile } = await joinByCode()
    expect((await profile()).hasPassword).toBe(false)
    expect(told(await me.post('/api/auth/set-password', { newPassword: 'password' }))[0]).toBe(400)
    expect(told(await me.post('/api/auth/set-password', { newPassword: 'Password1!' }))).toEqual([400, 'WeakPassword'])
    const set = () => me.post('/api/auth/set-password', { newPassword: PASSWORD })
    const answers = await Promise.all(Array.from({ length: 20 }, set))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ json }) => json.code))).toEqual(
      new Set(['PasswordExists']),
    )
    expect((await profile()).hasPassword).toBe(true)
    expect((await openBrowser(shop).signIn(email, PASSWORD)).json.success).toBe(true)
    const emails = (await shop.outbox(email)).filter(({ text }) => text.includes('A password was set.'))
    expect(emails).toHaveLength(1)
  })

  it('confirms who it is by a code by e-mail before a password is set later [B-10.74]', async () => {
    const { email, me, browser } = await joinByCode()
    shop.clock.advance(6 * MINUTE)
    const set = (idToken: string) => browser.as(idToken).post('/api/auth/set-password', { newPassword: PASSWORD })
    expect(told(await me.post('/api/auth/set-password', { newPassword: PASSWORD }))).toEqual([
      403,
      'ReauthenticationRequired',
    ])
    expect(told(await me.post('/api/auth/reauthenticate', { password: PASSWORD }))).toEqual([409, 'PasswordMissing'])
    expect((await me.post('/api/auth/reauthenticate/code')).status).toBe(200)
    const code = await openBrowser(shop).codeFor(email)
    expect(told(await me.post('/api/auth/reauthenticate', { code: otherThan(code) }))[1]).toBe('CodeMismatchException')
    const answers = await Promise.all(Array.from({ length: 20 }, () => me.post('/api/auth/reauthenticate', { code })))
    const confirmed = answers.filter(({ status }) => status === 200)
    expect(confirmed).toHaveLength(1)
    // The code of this purpose signs in nowhere.
    expect((await openEmailCodeBrowser(shop).verify(email, code)).status).toBe(400)
    expect((await set(confirmed[0]!.json.idToken)).status).toBe(200)
    // With a password, the mailbox alone confirms no more.
    expect(told(await me.post('/api/auth/reauthenticate/code'))).toEqual([409, 'PasswordExists'])
    expect(told(await me.post('/api/auth/reauthenticate', { code }))).toEqual([409, 'PasswordExists'])
  })

  it('sets a password by "Forgot password?" [B-10.74]', async () => {
    const { email, profile, browser } = await joinByCode()
    await browser.post('/api/auth/forgot-password', { email })
    await shop.settleJobs()
    const code = await openBrowser(shop).codeFor(email)
    const reset = await browser.post('/api/auth/reset-password', { email, code, newPassword: PASSWORD })
    expect(reset.status).toBe(200)
    expect((await profile()).code).toBe('NotAuthorizedException')
    expect((await openBrowser(shop).signIn(email, PASSWORD)).json.success).toBe(true)
  })

  it('is told so where a password is asked: a change, and the deletion [B-10.74]', async () => {
    const { me } = await joinByCode()
    const change = { currentPassword: PASSWORD, newPassword: 'Another-Word7!' }
    const answer = await me.post('/api/auth/change-password', change)
    expect([answer.status, answer.json.code]).toEqual([409, 'PasswordMissing'])
    const deletion = (more: object) => me.post('/api/my/delete-account', { confirmation: 'DELETE', ...more })
    expect(told(await deletion({ password: PASSWORD }))).toEqual([409, 'PasswordMissing'])
    shop.clock.advance(6 * MINUTE)
    expect(told(await deletion({}))).toEqual([403, 'ReauthenticationRequired'])
    await me.post('/api/auth/reauthenticate/code')
  })

  it('is deleted after a recent sign-in, without a password [B-10.74]', async () => {
    const { email, me } = await joinByCode()
    expect((await me.post('/api/my/delete-account', { confirmation: 'DELETE' })).json.success).toBe(true)
    // The address is free again.
    expect((await openEmailCodeBrowser(shop).signInByCode(email)).json.registrationToken).toEqual(expect.any(String))
  })

  it('of new staff needs a password first [B-10.74]', async () => {
    const { email, userId, browser } = await joinByCode()
    await setRole(shop.system, { userId, role: 'support' })
    shop.clock.advance(1000)
    const { idToken } = (await browser.token()).json
    expect(told(await browser.as(idToken).post('/api/auth/reauthenticate/code'))).toEqual([
      409,
      'StaffPasswordRequired',
    ])
    expect(told(await openEmailCodeBrowser(shop).signInByCode(email))).toEqual([403, 'EmailSignInRefused'])
  })
})
