import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { registerUser } from '../registration/commands/register.server.ts'
import { signIn } from '../sign-in/commands/sign-in.server.ts'
import { openBrowser, otherThan, PASSWORD, PERSON } from '../testing/browser.ts'
import { forgotPassword } from './commands/reset-password.server.ts'

const shop = await testShop({ connections: 30 })

const NEW = 'Brand-New-Pass2!'

async function codeFor(email: string) {
  const browser = openBrowser(shop)
  const answer = await browser.post('/api/auth/forgot-password', { email })
  expect(answer.status).toBe(200)
  await shop.settleJobs()
  return browser.codeFor(email)
}
const verify = (email: string, code: string) => openBrowser(shop).post('/api/auth/verify-reset-code', { email, code })
const reset = (email: string, code: string, newPassword = NEW) =>
  openBrowser(shop).post('/api/auth/reset-password', { email, code, newPassword })

describe('a password reset', () => {
  it('a reset sets a new password, ends every session and notifies the owner [B-7.31]', async () => {
    const email = 'reset@example.com'
    const old = openBrowser(shop)
    const { idToken } = await old.join(email)
    shop.clock.advance(1000)
    const code = await codeFor(email)
    expect((await verify(email, code)).json).toEqual({ success: true })
    expect((await reset(email, code)).json).toEqual({ success: true, message: 'Password Reset Successful!' })

    expect((await old.token()).status).toBe(401)
    expect((await shop.call('/api/my/profile', { as: { userId: '', email, idToken } })).status).toBe(401)
    expect((await openBrowser(shop).signIn(email, PASSWORD)).status).toBe(401)
    expect((await openBrowser(shop).signIn(email, NEW)).json.success).toBe(true)
    expect((await shop.outbox(email))[0]?.subject).toBe('Your Redoubt password was changed')
    expect((await reset(email, code)).json.code).toBe('CodeMismatchException')
  })

  it('wrong codes of both calls count together, three in all [B-9.42]', async () => {
    const email = 'reset-tries@example.com'
    await openBrowser(shop).join(email)
    const code = await codeFor(email)
    const wrong = otherThan(code)
    const answers = [await verify(email, wrong), await reset(email, wrong), await verify(email, wrong)]
    expect(answers.map(answer => answer.json.code)).toEqual(Array(3).fill('CodeMismatchException'))
    expect((await verify(email, code)).json.code).toBe('ExpiredCodeException')
    expect((await reset(email, code)).json.code).toBe('ExpiredCodeException')
  })

  it('a reset answers the same for an unknown address', async () => {
    const email = 'reset-nobody@example.com'
    expect(await codeFor(email)).toBe('')
    expect(await shop.outbox(email)).toEqual([])
    for (let n = 0; n < 3; n++) expect((await verify(email, '000000')).json.code).toBe('CodeMismatchException')
    expect((await verify(email, '000000')).json.code).toBe('ExpiredCodeException')
  })

  it('concurrent resets happen once [B-9.41]', async () => {
    const email = 'reset-race@example.com'
    await openBrowser(shop).join(email)
    const code = await codeFor(email)
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => reset(email, code, `Racing-Pass${n}!`)))
    expect(answers.filter(answer => answer.status === 200)).toHaveLength(1)
    expect(answers.filter(answer => answer.status >= 500)).toEqual([])
  })

  it('a reset requires a valid e-mail and all digits of the code [B-5.12]', async () => {
    const asked = await openBrowser(shop).post('/api/auth/forgot-password', { email: 'nobody' })
    expect([asked.status, asked.json.errors]).toEqual([400, { email: ['Please enter a valid email address'] }])
    for (const code of ['12345', '1234567', '12345a']) {
      for (const answer of [await verify('x@example.com', code), await reset('x@example.com', code)])
        expect([answer.status, Object.keys(answer.json.errors)], code).toEqual([400, ['code']])
    }
  })

  it('a reset expires by the clock and requires a good password [B-5.12]', async () => {
    const email = 'reset-late@example.com'
    await openBrowser(shop).join(email)
    const code = await codeFor(email)
    const short = await reset(email, code, 'Aa1!')
    expect(short.json.errors).toEqual({ newPassword: ['Password must be at least 8 characters long'] })
    shop.clock.advance(10 * 60_000)
    expect((await reset(email, code)).json.code).toBe('ExpiredCodeException')
  })
})

it('the reset reveals accounts where the setting allows it [B-8.4]', async () => {
  const open = {
    ...shop.system,
    settings: { ...shop.system.settings, auth: { ...shop.system.settings.auth, revealAccounts: true } },
  }
  await openBrowser(shop).join('revealed@example.com')
  const unknown = { email: 'unrevealed@example.com', password: PASSWORD }
  await expect(registerUser(open, { ...PERSON, phone: '+18015550100', email: 'revealed@example.com' })).rejects.toThrow(
    'An account with this email already exists.',
  )
  await expect(signIn(open, unknown)).rejects.toThrow('Account not found. Please check your email.')
  await expect(forgotPassword(open, unknown.email)).rejects.toThrow('Account not found. Please check your email.')
})
