import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, it, vi } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { networkError } from '#kernel/client/calls/api-error.ts'
import { COMMON_ERRORS } from '#platform/errors.ts'
import { disableUser } from '../accounts/commands/accounts.server.ts'
import { forgotPassword } from '../passwords/commands/reset-password.server.ts'
import { openBrowser, PASSWORD } from '../testing/browser.ts'
import { IDENTITY_ERRORS } from '../user/contract.ts'
import { signIn } from './commands/sign-in.server.ts'

const shop = await testShop()
await openBrowser(shop).join('known@example.com')
const gone = await openBrowser(shop).join('disabled@example.com')
await disableUser(shop.system, gone.user.id)
await openBrowser(shop).register({ email: 'waiting@example.com' })

const PEOPLE = ['known@example.com', 'disabled@example.com', 'waiting@example.com', 'nobody@example.com']
/** The visible parts of an answer. */
const seen = ({ status, json }: Awaited<ReturnType<ReturnType<typeof openBrowser>['post']>>) => {
  const { requestId: _, ...rest } = json
  return JSON.stringify([status, rest])
}

describe('existence of an account', () => {
  it.each([
    ['login', { password: 'wrong' }],
    ['forgot-password', {}],
    ['resend-code', {}],
    ['verify-reset-code', { code: '123456' }],
    ['reset-password', { code: '123456', newPassword: PASSWORD }],
  ])('%s does not reveal who has an account', async (call, more) => {
    const answers = await Promise.all(
      PEOPLE.map(email => openBrowser(shop).post(`/api/auth/${call}`, { email, ...more })),
    )
    expect(new Set(answers.map(seen)).size).toBe(1)
  })

  it('the time of a sign-in does not reveal an account: an unknown address costs a hash too', async () => {
    await openBrowser(shop).signIn('nobody@example.com', 'wrong')
    const scrypt = vi.spyOn(crypto, 'scrypt')
    syncBuiltinESMExports()
    const hashesOf = async (email: string) => {
      scrypt.mockClear()
      await openBrowser(shop).signIn(email, 'wrong')
      return scrypt.mock.calls.map(([password, , length, options]) => ({ password, length, options }))
    }
    const [unknown, known] = [await hashesOf('nobody@example.com'), await hashesOf('known@example.com')]
    scrypt.mockRestore()
    syncBuiltinESMExports()
    expect(known).toHaveLength(1)
    expect(unknown).toEqual(known)
  })

  it('sign-in and reset reveal accounts when the setting allows it [B-8.3]', async () => {
    const open = {
      ...shop.system,
      settings: { ...shop.system.settings, auth: { ...shop.system.settings.auth, revealAccounts: true } },
    }
    const unknown = { email: 'nobody@example.com', password: PASSWORD }
    await expect(signIn(open, unknown)).rejects.toThrow('Account not found. Please check your email.')
    await expect(signIn(open, { ...unknown, email: 'known@example.com', password: 'wrong' })).rejects.toThrow(
      'Invalid email or password.',
    )
    await expect(forgotPassword(open, 'nobody@example.com')).rejects.toThrow(
      'Account not found. Please check your email.',
    )
    await expect(forgotPassword(open, 'waiting@example.com')).rejects.toThrow(
      'Please check your email and confirm your account.',
    )
    await forgotPassword(open, 'known@example.com')
  })

  it('a registration of a known address reveals no account at sign-in, and adds no tries', async () => {
    const asked = async (email: string) => {
      const stranger = openBrowser(shop)
      await stranger.register({ email, password: 'Strangers-Own1!' })
      const answer = await stranger.signIn(email, 'Strangers-Own1!')
      const { id, expiresAt: _, ...challenge } = answer.json.challenge
      const guess = await stranger.post('/api/auth/challenge', { id, code: '000000' })
      return JSON.stringify([answer.status, { ...answer.json, challenge }, seen(guess)])
    }
    const answers = await Promise.all([...PEOPLE.slice(0, 3), 'free@example.com'].map(asked))
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('CONFIRM_SIGN_UP')
    // The reset code of the test before may leave later than this e-mail.
    const subjects = (await shop.outbox('known@example.com')).map(({ subject }) => subject)
    expect(subjects).toContain('You already have a Redoubt account')
    expect((await openBrowser(shop).signIn('known@example.com')).json.success).toBe(true)
  })
})

it('identity errors have the messages of the catalogue [B-5.9] [B-8.1] [B-8.2] [B-8.3] [B-8.4] [B-8.5] [B-8.6] [B-8.7] [B-8.8] [B-8.9] [B-8.11]', () => {
  const messages = Object.fromEntries(Object.entries(IDENTITY_ERRORS).map(([code, { message }]) => [code, message]))
  expect(messages).toMatchObject({
    UserNotConfirmedException: 'Please check your email and confirm your account.',
    NotAuthorizedException: 'Invalid email or password.',
    UserNotFoundException: 'Account not found. Please check your email.',
    UsernameExistsException: 'An account with this email already exists.',
    InvalidPasswordException:
      'Password must be at least 8 characters with uppercase, lowercase, number, and special character',
    CodeMismatchException: 'Invalid verification code. Please check your email.',
    LimitExceededException: 'Too many attempts. Please try again later.',
    ExpiredCodeException: 'Verification code has expired. Please request a new one.',
    InvalidParameterException: 'Please check your input and try again.',
  })
  expect(networkError().message).toBe('Network error. Please check your connection and try again.')
  expect(COMMON_ERRORS.internal.message).toBe('An error occurred. Please try again.')
})
