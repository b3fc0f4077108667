import { describe, expect, it } from 'vitest'
import { createUser, hashPassword } from '#features/identity/accounts/commands/accounts.server.ts'
import { transact } from '#kernel/transaction.server.ts'
import { createLogger } from '#platform/log.server.ts'
import { testShop } from '../../testing/shop.ts'

const EMAIL = 'robin.holder@example.com'
const PASSWORD = 'Steady-Anchor-71!'

const lines: string[] = []
const log = createLogger('info', { write: line => void lines.push(line) })
const shop = await testShop({ log, env: { RATE_LIMITS: 'on' } })

/** The security events that a call wrote. */
async function eventsOf(work: () => Promise<unknown>) {
  const from = lines.length
  await work()
  return lines
    .slice(from)
    .map(line => JSON.parse(line))
    .filter(line => line.security)
}

const login = (password: string) => shop.call('/api/auth/login', { json: { email: EMAIL, password } })

describe('the security log', () => {
  it('names the user, the route and the network of an accepted sign-in', async () => {
    const passwordHash = await hashPassword(shop.system, PASSWORD)
    const userId = await transact(shop.system, tx =>
      createUser(tx, {
        email: EMAIL,
        name: 'Robin Holder',
        phone: '+18015550100',
        birthDate: '1990-05-17',
        passwordHash,
        isMailboxProven: true,
      }),
    )
    const events = await eventsOf(() => login(PASSWORD))
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      security: 'authentication',
      outcome: 'accepted',
      path: '/api/auth/login',
      userId,
      hasSession: true,
      network: '127.0.0.1',
    })
    expect(events[0].requestId).toBeTruthy()
  })

  it('has the refusal of a wrong password, of a forged token and of a missing right', async () => {
    const shopper = await shop.addUser()
    const forged = { ...shopper, idToken: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.AAAA' }
    const events = await eventsOf(async () => {
      await login('Wrong-Anchor-71!')
      await shop.call('/api/credits', { as: forged })
      await shop.call('/api/admin/users', { as: shopper })
    })
    expect(events.map(({ security, outcome, refusal, userId }) => [security, outcome, refusal, userId])).toEqual([
      ['authentication', 'refused', 'NotAuthorizedException', undefined],
      ['token refused', 'refused', 'NotAuthorizedException', undefined],
      ['authorization refused', 'refused', 'Unauthorized', shopper.userId],
    ])
  })

  it('has the limit that a caller reached', async () => {
    const events = await eventsOf(async () => {
      for (let n = 0; n <= 600; n++) await shop.call('/api/credits')
    })
    expect(events.at(-1)).toMatchObject({ security: 'limit reached', status: 429, refusal: 'LimitExceededException' })
  })

  it('writes hostile headers as one line', async () => {
    const from = lines.length
    const userAgent = 'x"}{"security":"authentication","outcome":"accepted"}'
    await shop.call('/api/my/profile', { headers: { 'user-agent': userAgent, 'x-request-id': 'a'.repeat(300) } })
    const written = lines.slice(from)
    expect(written).toHaveLength(1)
    expect(written[0]!.trim().split('\n')).toHaveLength(1)
    expect(JSON.parse(written[0]!)).toMatchObject({ security: 'token refused', userAgent })
  })

  it('holds no e-mail address, password, cookie or token', () => {
    const text = lines.join('')
    for (const secret of [EMAIL, PASSWORD, 'Wrong-Anchor', 'eyJ', 'session_token']) expect(text).not.toContain(secret)
  })
})
