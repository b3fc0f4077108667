import { describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { Refusal } from '#platform/errors.ts'
import { openBrowser, otherThan, PASSWORD } from '../testing/browser.ts'
import { readConfirmationLink, readResetLink } from '../user/rules.ts'
import { spendSignIn } from './limits.server.ts'

const shop = await testShop({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' } })

const NEW = 'Brand-New-Pass2!'
const DAY_S = 24 * 3600
/** Guesses per day, rotating through the networks; GUESSES=10000 runs the whole campaign. */
const GUESSES = Number(process.env.GUESSES ?? 1500)
const NETWORKS = 1000

type Browser = ReturnType<typeof openBrowser>
const from = (network: string) => ({ 'x-forwarded-for': network })
const network = (n: number) => `10.${(n >> 8) & 255}.${n & 255}.7`
const post = (browser: Browser, at: string, call: string, json: object) =>
  browser.post(`/api/auth/${call}`, json, from(at))
const signIn = (browser: Browser, at: string, email: string, password = PASSWORD) =>
  post(browser, at, 'login', { email, password })
async function join(email: string) {
  const browser = openBrowser(shop)
  const { idToken } = await browser.join(email)
  return { browser, me: browser.as(idToken) }
}
const emails = async (email: string, subject: RegExp) =>
  (await shop.outbox(email)).filter(message => subject.test(message.subject ?? ''))
async function resetLink(email: string) {
  await shop.settleJobs()
  const [sentEmail] = await emails(email, /reset code/)
  return readResetLink(new URL(/http\S+/.exec(sentEmail!.text)![0]).hash)!
}

describe('guesses of strangers at the password', () => {
  it('the owner’s browsers, session and reset stay as they were, and another network is not locked [B-8.7]', async () => {
    const email = 'guessed-at@example.com'
    const { browser, me } = await join(email)
    for (let n = 0; n < 10; n++) expect((await signIn(openBrowser(shop), '10.9.9.9', email, 'nope')).status).toBe(401)
    const eleventh = await signIn(openBrowser(shop), '10.9.9.9', email)
    expect([eleventh.status, eleventh.json.detail]).toEqual([429, 'Too many attempts. Please try again later.'])

    expect((await me.post('/api/auth/reauthenticate', { password: PASSWORD })).status).toBe(200)
    // Another network works, and so does the strangers' network with a known browser.
    expect((await signIn(openBrowser(shop), '10.8.8.8', email)).json.success).toBe(true)
    await browser.post('/api/auth/logout')
    expect((await signIn(browser, '10.9.9.9', email)).json.success).toBe(true)
  })

  it('guesses by strangers get the same answers for an address without an account', async () => {
    for (const email of ['guessed-at@example.com', 'nobody-at-all@example.com']) {
      const seen: number[] = []
      for (let n = 0; n < 11; n++) seen.push((await signIn(openBrowser(shop), '10.7.7.7', email, 'nope')).status)
      expect(seen, email).toEqual([...Array(10).fill(401), 429])
    }
  })

  it('guesses from a thousand networks are slowed to 136 a day, and the owner still signs in', async () => {
    const email = 'besieged@example.com'
    const { browser } = await join(email)
    await browser.post('/api/auth/logout')
    const began = shop.clock.now()
    let evaluated = 0
    const waits: number[] = []
    for (let n = 0; n < GUESSES; n++) {
      const refused = await spendSignIn({ ...shop.system, ip: network(n % NETWORKS) }, { account: email }).catch(e => e)
      if (refused instanceof Refusal) waits.push(Number(refused.details.retryAfter))
      else evaluated++
      shop.clock.advance((DAY_S * 1000) / GUESSES)
    }
    expect(evaluated).toBeGreaterThan(100)
    expect(evaluated).toBeLessThanOrEqual(136)
    // A delay and no lock: the longest wait is 15 minutes.
    expect(Math.max(...waits)).toBeLessThanOrEqual(900)
    expect((await signIn(browser, '10.1.1.1', email)).json.success).toBe(true)

    // A new browser gets in after the stated delay.
    const fresh = openBrowser(shop)
    const early = await signIn(fresh, '203.0.113.5', email)
    if (early.status !== 200) {
      const seconds = Number(early.headers.get('retry-after'))
      expect(seconds).toBeLessThanOrEqual(900)
      shop.clock.advance(seconds * 1000)
      expect((await signIn(fresh, '203.0.113.5', email)).json.success).toBe(true)
    }
    shop.clock.set(began)
  })

  it('guesses by strangers do not stop a new browser of a user who reads the account’s e-mail', async () => {
    const email = 'new-browser@example.com'
    await join(email)
    // Strangers have used up every free turn and hold the next one.
    for (let n = 0; n < 36; n++)
      await spendSignIn({ ...shop.system, ip: network(n) }, { account: email }).catch(() => {})
    const fresh = openBrowser(shop)
    expect((await signIn(fresh, '203.0.113.9', email)).status).toBe(429)
    expect((await post(fresh, '203.0.113.9', 'forgot-password', { email })).status).toBe(200)
    const { code } = await resetLink(email)
    expect((await post(fresh, '203.0.113.9', 'verify-reset-code', { email, code })).status).toBe(200)
    // The old password still works; reading the mail was enough to make the browser known.
    expect((await signIn(fresh, '203.0.113.9', email)).json.success).toBe(true)
  })

  it('guesses spend no tries of a known browser of another account', async () => {
    const email = 'not-yours@example.com'
    await join(email)
    const { browser: mallory } = await join('mallory@example.com')
    await mallory.post('/api/auth/logout')
    for (let n = 0; n < 10; n++) await signIn(mallory, '10.6.6.6', email, 'nope')
    expect((await signIn(mallory, '10.6.6.6', email, 'nope')).status).toBe(429)
    expect((await signIn(openBrowser(shop), '10.5.5.5', email)).json.success).toBe(true)
  })
})

describe('requests of strangers for e-mails', () => {
  it('the owner’s reset stays possible, from a known browser and from another network [B-9.42]', async () => {
    const email = 'flooded-reset@example.com'
    const { browser } = await join(email)
    await browser.post('/api/auth/logout')
    const seen: number[] = []
    for (let n = 0; n < 12; n++)
      seen.push((await post(openBrowser(shop), '10.4.4.4', 'forgot-password', { email })).status)
    expect(seen).toEqual([...Array(10).fill(200), 429, 429])
    expect((await post(browser, '10.4.4.4', 'forgot-password', { email })).status).toBe(200)
    expect((await post(openBrowser(shop), '10.3.3.3', 'forgot-password', { email })).status).toBe(200)
  })

  it('e-mails requested from many networks are spaced by an hour at most', async () => {
    const email = 'mail-bombed@example.com'
    const began = shop.clock.now()
    let sent = 0
    const waits: number[] = []
    for (let n = 0; n < 288; n++) {
      const { status, headers } = await post(openBrowser(shop), network(n), 'forgot-password', { email })
      if (status === 200) sent++
      else waits.push(Number(headers.get('retry-after')))
      shop.clock.advance(300_000)
    }
    expect(sent).toBeLessThanOrEqual(50)
    expect(Math.max(...waits)).toBeLessThanOrEqual(3600)
    shop.clock.set(began)
  })

  it('requests and wrong guesses by strangers do not void a code that the owner asked for', async () => {
    const email = 'own-code@example.com'
    await join(email)
    const owner = openBrowser(shop)
    await post(owner, '10.2.2.2', 'forgot-password', { email })
    const { code } = await resetLink(email)
    shop.clock.advance(1000)
    const stranger = openBrowser(shop)
    await post(stranger, '10.2.2.3', 'forgot-password', { email })
    await shop.settleJobs()
    for (let n = 0; n < 6; n++) {
      const guesser = n % 2 ? stranger : openBrowser(shop)
      const answer = await post(guesser, '10.2.2.3', 'verify-reset-code', { email, code: otherThan(code) })
      expect(answer.status).toBe(400)
    }
    expect((await post(owner, '10.2.2.2', 'reset-password', { email, code, newPassword: NEW })).status).toBe(200)
    expect((await signIn(owner, '10.2.2.2', email, NEW)).json.success).toBe(true)
  })

  it('strangers cannot use up the link of an e-mail, and one reset voids every other code', async () => {
    const email = 'linked@example.com'
    await join(email)
    const mallory = openBrowser(shop)
    await post(mallory, '10.2.3.4', 'forgot-password', { email })
    const { code, codeId } = await resetLink(email)
    for (let n = 0; n < 4; n++) await post(mallory, '10.2.3.4', 'verify-reset-code', { email, code: otherThan(code) })
    expect((await post(mallory, '10.2.3.4', 'verify-reset-code', { email, code })).json.code).toBe(
      'ExpiredCodeException',
    )
    const owner = openBrowser(shop)
    // The last release's links and pages name the id `letter`.
    expect(readResetLink(`#${new URLSearchParams({ email, code, letter: codeId })}`)).toEqual({ email, code, codeId })
    const verify = { email, code, letter: codeId }
    expect((await post(owner, '10.2.3.5', 'verify-reset-code', verify)).status).toBe(200)
    const reset = () => post(owner, '10.2.3.5', 'reset-password', { email, code, codeId, newPassword: NEW })
    expect((await reset()).status).toBe(200)
    expect((await reset()).json.code).toBe('CodeMismatchException')
  })

  it('a delayed registration of the owner ends its delay with any e-mail that arrived', async () => {
    const email = 'registered-by-others@example.com'
    for (let n = 0; n < 24; n++)
      await post(openBrowser(shop), network(n), 'register', {
        email,
        password: 'Mallorys-Own1!',
        name: 'Mallory',
        phone: '8015550100',
        birthDate: '1990-05-17',
      })
    const owner = openBrowser(shop)
    const early = await owner.register({ email })
    expect(early.status).toBe(429)
    expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(3600)
    const [sentEmail] = await shop.outbox(email)
    const link = readConfirmationLink(new URL(/http\S+/.exec(sentEmail!.text)![0]).hash)!
    expect((await owner.post('/api/auth/reject-registration', link)).status).toBe(200)
    expect((await owner.register({ email })).status).toBe(200)
  })
})

it('the table of delays has no address', async () => {
  const rows = await shop.services.db.selectFrom('growing_delay').select('key').execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/example|10\./)
})

it('a known browser has a signed cookie that names no account and that a changed value voids', async () => {
  const email = 'marked@example.com'
  const { browser } = await join(email)
  await browser.post('/api/auth/logout')
  const value = browser.cookies.get('redoubt.browser')!
  expect(decodeURIComponent(value)).not.toContain('marked')
  for (let n = 0; n < 10; n++) await signIn(openBrowser(shop), '10.11.1.1', email, 'nope')
  browser.cookies.set('redoubt.browser', `x${value}`)
  expect((await signIn(browser, '10.11.1.1', email)).status).toBe(429)
  browser.cookies.set('redoubt.browser', value)
  expect((await signIn(browser, '10.11.1.1', email)).json.success).toBe(true)
})
