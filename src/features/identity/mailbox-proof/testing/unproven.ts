import { expect } from 'vitest'
import type { TestShop } from '#app/testing/shop.ts'
import { openEmailCodeBrowser } from '../../email-codes/testing/email-code-browser.ts'
import { openBrowser, PERSON } from '../../testing/browser.ts'
import { appCode } from '../../testing/factors.ts'
import { readConfirmationLink } from '../../user/rules.ts'

export const ADDRESS = { line1: '12 Bastion Way', city: 'Ogden', state: 'UT', postalCode: '84401', country: 'US' }
export const MAKERS_PASSWORD = 'Makers-Choice7!'

export type Browser = ReturnType<typeof openEmailCodeBrowser>
/** An account on an address, and the browser of its maker, who does not read its mail. */
export type Made = { userId: string; email: string; maker: Browser; idToken: string; password: string }

/** Ways to make an account whose mailbox is unproven, for tests that walk all of them. */
export function unprovenAccounts(shop: TestShop) {
  const emailCodeIn = async (email: string) => /\b\d{6}\b/.exec((await shop.outbox(email))[0]!.text)![0]
  const linkIn = async (email: string) => new URL(/http\S+/.exec((await shop.outbox(email))[0]!.text)![0]).hash
  const later = () => shop.clock.advance(1000)
  const userOf = (email: string) =>
    shop.services.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

  /** Registers in a browser of the maker; another browser confirms without the password. */
  const registered =
    (confirm: (email: string) => Promise<object>) =>
    async (email: string): Promise<Made> => {
      const maker = openEmailCodeBrowser(shop)
      const details = { ...PERSON, email, password: MAKERS_PASSWORD }
      expect((await maker.post('/api/auth/register', details)).status).toBe(200)
      const answer = await openBrowser(shop).post('/api/auth/confirm', { email, ...(await confirm(email)) })
      expect(answer.json).toMatchObject({ success: true, requiresSignIn: true })
      const { user, idToken } = (await maker.post('/api/auth/auto-sign-in', { email })).json
      later()
      return { userId: user.id, email, maker, idToken, password: MAKERS_PASSWORD }
    }

  /** Makes the account by staff; the staff member signs in with its temporary password. */
  const byStaff = async (email: string): Promise<Made> => {
    const manager = await shop.addUser({ role: 'manager' })
    const json = { name: 'Robin Gale', email, phone: '8015550100', birthday: '1990-05-17', address: ADDRESS }
    const { userId, tempPassword } = (await shop.call('/api/admin/users/create', { as: manager, json })).json
    const maker = openEmailCodeBrowser(shop)
    const { challenge } = (await maker.signIn(email, tempPassword)).json
    const body = { id: challenge.id, newPassword: MAKERS_PASSWORD }
    const { idToken } = (await maker.post('/api/auth/challenge', body)).json
    later()
    return { userId, email, maker, idToken, password: MAKERS_PASSWORD }
  }

  /** Ways to make an account that is unproven. */
  const MADE = {
    'by staff': byStaff,
    'by a registration whose link another browser pressed': registered(async email => {
      const { code, registration } = readConfirmationLink(await linkIn(email)) as { code: string; registration: string }
      return { code, registration }
    }),
    'by a registration whose code another browser typed': registered(async email => ({
      code: await emailCodeIn(email),
    })),
  }

  /** Adds sign-in methods: an authenticator app with recovery codes, and an enrolment in progress. */
  async function addMethods({ maker, idToken }: Made) {
    const me = maker.as(idToken)
    const { secret } = (await me.post('/api/auth/mfa/totp')).json
    const answer = await me.post('/api/auth/mfa/totp', { code: appCode(secret, shop.clock.now()) })
    expect(answer.status, answer.text).toBe(200)
    expect((await me.post('/api/auth/mfa/sms', { phone: '+18015550177' })).status).toBe(200)
    shop.clock.advance(30_000)
    return { secret }
  }

  return { emailCodeIn, linkIn, userOf, later, MADE, addMethods }
}
