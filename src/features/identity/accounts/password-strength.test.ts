import { describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#app/seed/demo-accounts.ts'
import { testShop } from '#app/testing/shop.ts'
import { transact } from '#kernel/transaction.server.ts'
import { openBrowser, PASSWORD } from '../testing/browser.ts'
import { addTemporaryAccount } from '../testing/temporary-account.ts'
import { createUser } from './commands/accounts.server.ts'
import { hashPassword, refuseWeakPassword } from './passwords.server.ts'

const shop = await testShop()

const COMMON =
  'This password is easy to guess: it is on lists of common and stolen passwords, or close to one. Please choose another one.'
const OWN = 'Please choose a password that is not just your name, your email address or the name of our shop.'
const ROBIN = { email: 'rgale77@example.com', name: 'Robin Gale' }
const codeOf = (password: string) =>
  refuseWeakPassword(shop.system, password, ROBIN, 'password').then(
    () => undefined,
    ({ code }) => code,
  )

describe('a new password', () => {
  it.each([
    'Passw0rd!',
    'P@ssword1',
    'Qwerty123!',
    'Welcome1!',
    'Abcd1234!',
    'Iloveyou1!',
    'Letmein1!',
    'Trustno1!',
    'Aaaaaaa1!',
  ])('a common password is refused: %s [B-5.29]', async password => expect(await codeOf(password)).toBe('WeakPassword'))

  it.each(['Robin1990!', 'rGale77!A', 'Redoubt1!'])(
    'a password that is little more than the user’s own words is refused: %s [B-5.29]',
    async password => expect(await codeOf(password)).toBe('OwnWordPassword'),
  )

  it.each([PASSWORD, 'Fort-Star-7!', 'Redoubt-Test1!', 'Hold-The-Line1!'])(
    'a password that is hard to guess is accepted: %s',
    async password => expect(await codeOf(password)).toBeUndefined(),
  )

  it('the shop’s own name is the one of the settings [B-5.29]', async () => {
    await shop.changeSettings({ brand: { name: 'Northline Outfitters', shortName: 'Nordline' } })
    const codes = await Promise.all(['Northline1!', 'Outfitters9!', 'Nordline77!', 'Redoubt1!xy-Q'].map(codeOf))
    await shop.changeSettings({ brand: { name: 'Redoubt', shortName: 'Redoubt' } })
    expect(codes).toEqual(['OwnWordPassword', 'OwnWordPassword', 'OwnWordPassword', undefined])
  })

  it('the registration refuses a weak password beside the field, before an e-mail is sent', async () => {
    const email = 'weak@example.com'
    const answer = await openBrowser(shop).register({ email, password: 'Passw0rd!' })
    expect([answer.status, answer.json.code, answer.json.errors]).toEqual([400, 'WeakPassword', { password: [COMMON] }])
    expect(await shop.outbox(email)).toEqual([])
    const own = await openBrowser(shop).register({ email, password: 'Robin1990!' })
    expect(own.json.errors).toEqual({ password: [OWN] })
  })

  it('a reset refuses a weak password, and its code stays valid for a better one', async () => {
    const email = 'weak-reset@example.com'
    await openBrowser(shop).join(email)
    const browser = openBrowser(shop)
    await browser.post('/api/auth/forgot-password', { email })
    await shop.settleJobs()
    const code = await browser.codeFor(email)
    const reset = (newPassword: string) => browser.post('/api/auth/reset-password', { email, code, newPassword })
    expect((await reset('Passw0rd!')).json.errors).toEqual({ newPassword: [COMMON] })
    expect((await reset('Brand-New-Pass2!')).status).toBe(200)
  })

  it('a change, and the replacement of a temporary password, refuse a weak password', async () => {
    const browser = openBrowser(shop)
    const { idToken } = await browser.join('weak-change@example.com')
    const json = { currentPassword: PASSWORD, newPassword: 'Passw0rd!' }
    expect((await browser.as(idToken).post('/api/auth/change-password', json)).json.errors).toEqual({
      newPassword: [COMMON],
    })
    const email = 'weak-temporary@example.com'
    const temporaryPassword = await addTemporaryAccount(shop, email)
    const other = openBrowser(shop)
    const { id } = (await other.signIn(email, temporaryPassword)).json.challenge
    const answer = (newPassword: string) => other.post('/api/auth/challenge', { id, newPassword })
    expect((await answer('Passw0rd!')).json.code).toBe('WeakPassword')
    expect((await answer(PASSWORD)).json.success).toBe(true)
  })
})

it('a change of a password that does not exist is refused with its reason', async () => {
  const { idToken } = await shop.addUser()
  const json = { currentPassword: PASSWORD, newPassword: 'Brand-New-Pass2!' }
  const answer = await openBrowser(shop).as(idToken).post('/api/auth/change-password', json)
  expect([answer.status, answer.json.code]).toEqual([409, 'PasswordMissing'])
})

it('passwords chosen before the rule still sign in', async () => {
  for (const [email, password] of [
    ['old-weak@example.com', 'Passw0rd!'],
    ['old-demo@example.com', DEMO_PASSWORD],
  ] as const) {
    const passwordHash = await hashPassword(shop.system, password)
    await transact(shop.system, tx => createUser(tx, { email, name: 'Old Hand', passwordHash, isMailboxProven: true }))
    expect((await openBrowser(shop).signIn(email, password)).json.success).toBe(true)
  }
})
