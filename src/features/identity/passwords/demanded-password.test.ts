import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { openBrowser, otherThan, PASSWORD } from '../testing/browser.ts'
import { appCode, joinShop } from '../testing/factors.ts'
import { addTemporaryAccount } from '../testing/temporary-account.ts'
import { demandPasswordReset } from './commands/temporary-password.server.ts'

const shop = await testShop({ connections: 20 })

let joined = 0
const join = () => joinShop(shop, `demanded-${joined++}@example.com`)
const told = ({ status, json }: { status: number; json: { code: string; detail: string } }) => [
  status,
  json.code,
  json.detail,
]
const MISMATCH = [400, 'CodeMismatchException', 'Invalid verification code. Please check your email.']

describe('a temporary password', () => {
  const make = (email: string) => addTemporaryAccount(shop, email)

  it('a temporary password leads to NEW_PASSWORD_REQUIRED, and then to the session [B-4.1] [B-5.9] [B-8.5]', async () => {
    const email = 'staff-made@example.com'
    const temporaryPassword = await make(email)
    const browser = openBrowser(shop)
    const { json } = await browser.signIn(email, temporaryPassword)
    expect(json).toMatchObject({ success: false, challenge: { type: 'NEW_PASSWORD_REQUIRED' } })
    const { id } = json.challenge
    const answer = (newPassword: string) => browser.post('/api/auth/challenge', { id, newPassword })
    expect((await answer('short')).json.errors).toEqual({
      newPassword: ['Password must be at least 8 characters long'],
    })
    expect(told(await answer(temporaryPassword))).toEqual([
      400,
      'InvalidPasswordException',
      'Password must be at least 8 characters with uppercase, lowercase, number, and special character',
    ])
    expect((await answer(PASSWORD)).json).toMatchObject({ success: true, user: { email } })
    expect((await answer('Another-Pass1!')).json.code).toBe('ChallengeExpired')
    expect((await openBrowser(shop).signIn(email, temporaryPassword)).status).toBe(401)
    expect((await openBrowser(shop).signIn(email)).json.success).toBe(true)
  })

  it('a temporary password follows the rule, is stored as a hash and differs each time', async () => {
    const passwords = await Promise.all(['tmp-a@example.com', 'tmp-b@example.com', 'tmp-c@example.com'].map(make))
    expect(new Set(passwords).size).toBe(3)
    for (const password of passwords)
      for (const part of [/[a-z]/, /[A-Z]/, /\d/, /[@$!%*?&]/, /^.{16}$/]) expect(password).toMatch(part)
    const rows = await shop.services.db.selectFrom('credential').selectAll().execute()
    for (const password of passwords) expect(JSON.stringify(rows)).not.toContain(password)
    await expect(make('tmp-a@example.com')).rejects.toThrow('An account with this email already exists.')
  })

  it('a temporary password expires after seven days', async () => {
    const email = 'too-late@example.com'
    const temporaryPassword = await make(email)
    const start = shop.clock.now()
    shop.clock.advance(7 * 24 * 3_600_000)
    expect((await openBrowser(shop).signIn(email, temporaryPassword)).json.code).toBe('NotAuthorizedException')
    shop.clock.set(start)
  })

  it('one of 8 concurrent answers replaces a temporary password', async () => {
    const email = 'race-new@example.com'
    const temporaryPassword = await make(email)
    const browser = openBrowser(shop)
    const { id } = (await browser.signIn(email, temporaryPassword)).json.challenge
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        browser.post('/api/auth/challenge', { id, newPassword: `Racing-Pass${n}!` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('a password that must be reset', () => {
  it('a due reset leads to RESET_PASSWORD with a code by e-mail, and ends every session [B-4.8]', async () => {
    const shopper = await join()
    const { secret } = await shopper.turnOnTotp()
    shop.clock.advance(1000)
    await demandPasswordReset(shop.system, shopper.userId)
    expect((await shopper.browser.token()).status).toBe(401)
    const { answer } = await shopper.signIn()
    // The second factor comes before the demanded password.
    const { json } = await answer({ code: appCode(secret, shop.clock.now()) })
    expect(json.challenge.type).toBe('RESET_PASSWORD')
    await shop.settleJobs()
    const code = await shopper.newest(shopper.email)
    expect(told(await answer({ newPassword: 'Brand-New-Pass2!' }, json.challenge.id))[1]).toBe(
      'InvalidParameterException',
    )
    expect(told(await answer({ newPassword: 'Brand-New-Pass2!', code: otherThan(code) }, json.challenge.id))).toEqual(
      MISMATCH,
    )
    const done = await answer({ newPassword: 'Brand-New-Pass2!', code }, json.challenge.id)
    expect(done.json).toMatchObject({ success: true, user: { email: shopper.email } })
  })

  it('the reset of the sign-in screen also ends a due reset', async () => {
    const shopper = await join()
    shop.clock.advance(1000)
    await demandPasswordReset(shop.system, shopper.userId)
    expect((await shopper.signIn()).challenge.type).toBe('RESET_PASSWORD')
    await shop.settleJobs()
    const json = { email: shopper.email, code: await shopper.newest(shopper.email), newPassword: 'Brand-New-Pass3!' }
    expect((await openBrowser(shop).post('/api/auth/reset-password', json)).status).toBe(200)
    expect((await openBrowser(shop).signIn(shopper.email, json.newPassword)).json.success).toBe(true)
  })
})
