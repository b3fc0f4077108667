import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, it, vi } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { disableUser } from '../../accounts/commands/accounts.server.ts'
import { openBrowser, otherThan, PASSWORD } from '../../testing/browser.ts'
import { openEmailCodeBrowser } from '../testing/email-code-browser.ts'

const shop = await testShop({ connections: 30 })

let made = 0
const newEmail = () => `attacked-${made++}@example.com`
const told = ({ status, json }: { status: number; json: { code: string } }) => [status, json.code]
const MISMATCH = [400, 'CodeMismatchException']
const EXPIRED = [400, 'ExpiredCodeException']
type Answer = Awaited<ReturnType<ReturnType<typeof openEmailCodeBrowser>['post']>>
/** The visible parts of an answer; a code of the form XXXXXX is left out. */
const seen = ({ status, json, headers }: Answer) => {
  const { requestId: _, ...rest } = json
  const cookies = headers.getSetCookie().map(line => line.replace(/=[^;]*/, ''))
  return JSON.stringify([status, rest, cookies])
}

const sessionsOf = async (email: string) => {
  const rows = shop.services.db.selectFrom('session as s').innerJoin('users as u', 'u.id', 's.user_id')
  return (await rows.select('s.id').where('u.email', '=', email).execute()).length
}

it('twenty right guesses at once begin one session [B-10.68]', async () => {
  const email = newEmail()
  await openBrowser(shop).join(email)
  const before = await sessionsOf(email)
  const browser = openEmailCodeBrowser(shop)
  const code = await browser.codeFor(email)
  const answers = await Promise.all(Array.from({ length: 20 }, () => browser.verify(email, code)))
  expect(answers.filter(({ json }) => json.idToken)).toHaveLength(1)
  expect(answers.filter(({ status }) => status >= 400)).toHaveLength(19)
  expect(await sessionsOf(email)).toBe(before + 1)
})

it('twenty registrations at once with one proof create one account and one session [B-10.71]', async () => {
  const email = newEmail()
  const browser = openEmailCodeBrowser(shop)
  const { registrationToken } = (await browser.signInByCode(email)).json
  const answers = await Promise.all(Array.from({ length: 20 }, () => browser.register(email, registrationToken)))
  expect(answers.filter(({ json }) => json.idToken)).toHaveLength(1)
  expect(await sessionsOf(email)).toBe(1)
})

it('a hundred guesses at once have three tries, and the right code is void after them [B-10.68]', async () => {
  const email = newEmail()
  await openBrowser(shop).join(email)
  const browser = openEmailCodeBrowser(shop)
  const code = await browser.codeFor(email)
  const wrong = Array.from({ length: 100 }, (_, n) => String(n).padStart(6, '0')).filter(guess => guess !== code)
  const answers = await Promise.all(wrong.map(guess => browser.verify(email, guess)))
  expect(answers.filter(answer => told(answer)[1] === MISMATCH[1])).toHaveLength(3)
  expect(answers.filter(answer => told(answer)[1] === EXPIRED[1])).toHaveLength(wrong.length - 3)
  expect(told(await browser.verify(email, code))).toEqual(EXPIRED)
  expect((await browser.token()).status).toBe(401)
})

describe('a stranger', () => {
  it('can neither use nor use up a code that another browser asked for [B-10.68]', async () => {
    const email = newEmail()
    await openBrowser(shop).join(email)
    const owner = openEmailCodeBrowser(shop)
    const code = await owner.codeFor(email)
    const stranger = openEmailCodeBrowser(shop)
    expect(told(await stranger.verify(email, code))).toEqual(MISMATCH)
    // A browser with an id of its own, which asked for a code of another address.
    await stranger.request('elsewhere@example.com')
    for (let n = 0; n < 5; n++) expect(told(await stranger.verify(email, otherThan(code)))).toEqual(MISMATCH)
    expect(told(await stranger.verify(email, code))).toEqual(MISMATCH)
    // The stranger's own request sends the owner an e-mail and leaves the owner's code valid.
    await stranger.request(email)
    await shop.settleJobs()
    expect((await owner.verify(email, code)).json.success).toBe(true)
  })

  it('cannot use a code that was sent before the owner signed in [B-10.68]', async () => {
    const email = newEmail()
    await openBrowser(shop).join(email)
    const stranger = openEmailCodeBrowser(shop)
    const early = await stranger.codeFor(email)
    shop.clock.advance(1000)
    expect((await openEmailCodeBrowser(shop).signInByCode(email)).json.success).toBe(true)
    expect(told(await stranger.verify(email, early))).toEqual(MISMATCH)
  })

  it('cannot register another address with the proof of their own, nor with a proof of another browser [B-10.71]', async () => {
    const [own, others] = [newEmail(), newEmail()]
    const stranger = openEmailCodeBrowser(shop)
    const { registrationToken } = (await stranger.signInByCode(own)).json
    expect(told(await stranger.register(others, registrationToken))).toEqual([400, 'EmailProofExpired'])
    const thief = openEmailCodeBrowser(shop)
    await thief.request(own)
    expect(told(await thief.register(own, registrationToken))).toEqual([400, 'EmailProofExpired'])
    expect(told(await openEmailCodeBrowser(shop).register(own, registrationToken))).toEqual([400, 'EmailProofExpired'])
    expect((await stranger.register(own, registrationToken)).json.success).toBe(true)
  })

  it('keeps nothing of a registration of an address whose owner makes the account by a code [B-10.71]', async () => {
    const email = newEmail()
    const stranger = openBrowser(shop)
    await stranger.register({ email, phone: '8015550199' })
    const sent = await stranger.codeFor(email)
    const owner = openEmailCodeBrowser(shop)
    const { user, idToken } = await owner.joinByCode(email)
    expect(told(await stranger.confirm(email, sent))).toEqual(MISMATCH)
    expect((await stranger.signIn(email)).status).toBe(401)
    expect((await stranger.post('/api/auth/auto-sign-in', { email })).json.success).toBe(false)
    const profile = (await owner.as(idToken).get('/api/my/profile')).json
    expect([profile.id, profile.phone]).toEqual([user.id, '+18015550142'])
  })

  it('cannot use a code for another purpose: reset, confirmation, checkout and proof are apart [B-10.68]', async () => {
    const email = newEmail()
    await openBrowser(shop).join(email)
    const browser = openEmailCodeBrowser(shop)
    const code = await browser.codeFor(email)
    const reset = await browser.post('/api/auth/reset-password', { email, code, newPassword: PASSWORD })
    expect(told(reset)).toEqual(MISMATCH)
    expect(told(await browser.register(email, code))).toEqual([400, 'EmailProofExpired'])
    await browser.post('/api/auth/forgot-password', { email })
    await shop.settleJobs()
    const resetCode = await browser.codeFor(email).then(async () => (await shop.outbox(email))[1]!.text)
    const digits = /\b\d{6}\b/.exec(resetCode)![0]
    expect(told(await browser.verify(email, digits === code ? otherThan(digits) : digits))).toEqual(MISMATCH)

    const fresh = newEmail()
    await browser.register(fresh, 'none')
    await browser.post('/api/auth/register', {
      email: fresh,
      password: PASSWORD,
      name: 'Robin Gale',
      phone: '8015550100',
      birthDate: '1990-05-17',
    })
    expect(told(await browser.verify(fresh, (await shop.outbox(fresh))[0]!.text.match(/\b\d{6}\b/)![0]))).toEqual(
      MISMATCH,
    )
  })

  it('cannot begin or end a sign-in from another site, and a session has a new cookie [B-10.68]', async () => {
    const email = newEmail()
    await openBrowser(shop).join(email)
    const browser = openEmailCodeBrowser(shop)
    const code = await browser.codeFor(email)
    const foreign = { origin: 'https://evil.example' }
    for (const [path, body] of [
      ['', { email }],
      ['/verify', { email, code }],
      ['/register', { email, registrationToken: 'x' }],
    ] as const) {
      const answer = await browser.post(`/api/auth/email-codes${path}`, body, foreign)
      expect([answer.status, answer.headers.getSetCookie()], path).toEqual([403, []])
    }
    // A session cookie planted before the sign-in is replaced.
    browser.cookies.set('redoubt.session_token', 'planted.by-a-stranger')
    expect((await browser.verify(email, code)).json.success).toBe(true)
    expect(browser.cookies.get('redoubt.session_token')).not.toBe('planted.by-a-stranger')
  })
})

describe('the existence of an account', () => {
  it('shows in no answer, no cookie, no e-mail and no step before the right code [B-10.67]', async () => {
    const [known, disabled, waiting, unknown] = [newEmail(), newEmail(), newEmail(), newEmail()]
    await openBrowser(shop).join(known)
    await disableUser(shop.system, (await openBrowser(shop).join(disabled)).user.id)
    await openBrowser(shop).register({ email: waiting })
    await shop.settleJobs()
    const scrypt = vi.spyOn(crypto, 'scrypt')
    syncBuiltinESMExports()
    const stories = []
    for (const email of [known, disabled, waiting, unknown]) {
      const browser = openEmailCodeBrowser(shop)
      const before = (await shop.outbox(email)).length
      const parts = [seen(await browser.request(email))]
      await shop.settleJobs()
      const emails = await shop.outbox(email)
      const code = await browser.codeFor(email).then(async () => browser.codeFor(email))
      const { subject, text } = emails[0]!
      parts.push(`${emails.length - before} ${subject} ${text.replace(/\b\d{6}\b/g, 'CODE')}`)
      for (let n = 0; n < 4; n++) parts.push(seen(await browser.verify(email, otherThan(code))))
      stories.push(JSON.stringify(parts))
    }
    const hashes = scrypt.mock.calls.length
    scrypt.mockRestore()
    syncBuiltinESMExports()
    expect(new Set(stories).size).toBe(1)
    expect(hashes).toBe(0)
    expect(stories[0]).not.toContain('Robin')
  })
})

it('a database copy holds neither code nor proof [B-10.68]', async () => {
  const email = newEmail()
  const browser = openEmailCodeBrowser(shop)
  const code = await browser.codeFor(email)
  const { registrationToken } = (await browser.verify(email, code)).json
  const rows = await shop.services.db.selectFrom('verification_code').selectAll().execute()
  const stored = JSON.stringify(rows)
  expect(stored).not.toContain(registrationToken)
  expect(rows.some(({ code_hash }) => code_hash.includes(code))).toBe(false)
})
