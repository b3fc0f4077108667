import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestShop } from '#app/testing/shop.ts'
import { setRole } from '../../accounts/commands/accounts.server.ts'
import { openBrowser } from '../../testing/browser.ts'

const ORIGIN = 'https://shop.test'
const SESSION = '__Host-redoubt.session_token'
const OLDER_SESSION = '__Secure-redoubt.session_token'
const REGISTRATION = '__Host-redoubt.registration'
const BROWSER = '__Host-redoubt.browser'

let shop: Awaited<ReturnType<typeof openTestShop>>
beforeAll(async () => {
  shop = await openTestShop({ origin: ORIGIN })
})
beforeEach(() => shop.clock.advance(1000))
afterAll(() => shop.close())

type Browser = ReturnType<typeof openBrowser>
type Answer = Awaited<ReturnType<Browser['token']>>

const linesOf = (answer: Answer) => answer.headers.getSetCookie()
const namesOf = (answer: Answer) => linesOf(answer).map(line => line.slice(0, line.indexOf('=')))
const lineOf = (answer: Answer, name: string) => linesOf(answer).find(line => line.startsWith(`${name}=`)) ?? ''
/** Max-Age and all other attributes, sorted. */
const attributesOf = (line: string) => line.split('; ').slice(1).sort()
const PROTECTED = ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']

/** Moves a cookie to another name, as an older release would have set it. */
function rename(browser: Browser, from: string, to: string) {
  browser.cookies.set(to, browser.cookies.get(from)!)
  browser.cookies.delete(from)
}

let count = 0
/** A browser that signed in before `__Host-` cookies. */
async function olderBrowser() {
  const browser = openBrowser(shop)
  const email = `older-${++count}@example.com`
  const { user, idToken } = await browser.join(email)
  rename(browser, SESSION, OLDER_SESSION)
  shop.clock.advance(1000)
  return { browser, email, user, idToken }
}

describe('over https', () => {
  it('every cookie is bound to this host by its name, and keeps its lifetime', async () => {
    const browser = openBrowser(shop)
    const registered = await browser.register({ email: 'new@example.com' })
    expect(attributesOf(lineOf(registered, REGISTRATION))).toEqual(['HttpOnly', 'Max-Age=3600', ...PROTECTED.slice(1)])
    const confirmed = await browser.confirm('new@example.com', await browser.codeFor('new@example.com'))
    for (const name of [SESSION, BROWSER])
      expect(attributesOf(lineOf(confirmed, name))).toEqual(['HttpOnly', 'Max-Age=31536000', ...PROTECTED.slice(1)])
    expect(attributesOf(lineOf(confirmed, REGISTRATION))).toEqual(['Max-Age=0', 'Path=/', 'Secure'])
    for (const answer of [registered, confirmed])
      expect(namesOf(answer).filter(name => !name.startsWith('__Host-'))).toEqual([])
    expect((await browser.token()).status).toBe(200)
    const gone = await browser.post('/api/auth/logout')
    for (const line of linesOf(gone)) expect(line).toMatch(/^__Host-[^;]+; Max-Age=0; Path=\/; HttpOnly; Secure/)
    expect([...browser.cookies.keys()]).toEqual([BROWSER])
  })

  it('other cookies of an older release still count, and are replaced', async () => {
    const browser = openBrowser(shop)
    const email = 'halfway@example.com'
    await browser.register({ email })
    rename(browser, REGISTRATION, 'redoubt.registration')
    const confirmed = await browser.confirm(email, await browser.codeFor(email))
    expect(confirmed.json.requiresSignIn).toBe(false)
    expect(attributesOf(lineOf(confirmed, 'redoubt.registration'))).toEqual(['Max-Age=0', 'Path=/api', 'Secure'])
    await browser.post('/api/auth/logout')

    rename(browser, BROWSER, 'redoubt.browser')
    const id = browser.cookies.get('redoubt.browser')!.split('.')[0]
    const again = await browser.signIn(email)
    expect(lineOf(again, BROWSER)).toContain(`=${id}.`)
    expect(browser.cookies.has('redoubt.browser')).toBe(false)
  })

  it('a cookie for the whole domain, as another host could set it, does not hide the browser’s own', async () => {
    const { browser: planted } = await olderBrowser()
    const browser = openBrowser(shop)
    const { user } = await browser.join('own@example.com')
    browser.cookies.set(OLDER_SESSION, planted.cookies.get(OLDER_SESSION)!)
    const answer = await browser.token()
    expect([answer.json.user.id, linesOf(answer)]).toEqual([user.id, []])
  })
})

describe('a session of an older release', () => {
  it('a session of an older release continues, and gets its new cookie with the next token', async () => {
    const { browser, email } = await olderBrowser()
    const token = browser.cookies.get(OLDER_SESSION)
    const renewed = await browser.token()
    expect([renewed.status, renewed.json.user.email]).toEqual([200, email])
    // Processes of the older release read the older cookie until the upgrade is complete.
    expect(namesOf(renewed)).toEqual([SESSION])
    expect(attributesOf(lineOf(renewed, SESSION))).toEqual(['HttpOnly', 'Max-Age=31536000', ...PROTECTED.slice(1)])
    expect(browser.cookies.get(OLDER_SESSION)).toBe(token)
    expect(linesOf(await browser.token())).toEqual([])
    browser.cookies.delete(OLDER_SESSION)
    expect((await browser.token()).json.user.email).toBe(email)
  })

  it('signing out ends it under both names', async () => {
    const { browser, idToken } = await olderBrowser()
    await browser.token()
    const kept = [...browser.cookies]
    const answer = await browser.post('/api/auth/logout')
    expect(attributesOf(lineOf(answer, OLDER_SESSION))).toEqual([
      'HttpOnly',
      'Max-Age=0',
      'Path=/api/auth',
      ...PROTECTED.slice(2),
    ])
    expect([...browser.cookies.keys()]).toEqual([BROWSER])
    expect((await browser.as(idToken).get('/api/my/profile')).status).toBe(401)
    for (const name of [SESSION, OLDER_SESSION]) {
      const thief = openBrowser(shop)
      thief.cookies.set(name, new Map(kept).get(name)!)
      expect((await thief.token()).status).toBe(401)
    }
  })

  it('it ends together with another session that the same browser has', async () => {
    const [one, two] = [await olderBrowser(), await olderBrowser()]
    one.browser.cookies.set(SESSION, two.browser.cookies.get(OLDER_SESSION)!)
    await one.browser.post('/api/auth/logout')
    for (const { browser, idToken } of [one, two])
      expect((await browser.as(idToken).get('/api/my/profile')).status).toBe(401)
    expect((await two.browser.token()).status).toBe(401)
  })

  it('a change of rights replaces it, and a late tab does not restore it', async () => {
    const { browser, user } = await olderBrowser()
    const tab = openBrowser(shop)
    tab.cookies.set(OLDER_SESSION, browser.cookies.get(OLDER_SESSION)!)
    await setRole(shop.system, { userId: user.id, role: 'owner' })
    shop.clock.advance(1000)
    expect(namesOf(await browser.token())).toEqual([SESSION])
    const late = await tab.token()
    expect([late.status, linesOf(late)]).toEqual([200, []])
    shop.clock.advance(60_000)
    expect((await tab.token()).status).toBe(401)
    expect((await browser.token()).json.user.isAdmin).toBe(true)
  })

  it('it continues where a process of the older release replaced it', async () => {
    const { browser, user } = await olderBrowser()
    await browser.token()
    const renewed = browser.cookies.get(SESSION)!
    await setRole(shop.system, { userId: user.id, role: 'owner' })
    shop.clock.advance(1000)
    await browser.token()
    rename(browser, SESSION, OLDER_SESSION)
    browser.cookies.set(SESSION, renewed)
    shop.clock.advance(60_000)
    const answer = await browser.token()
    expect([answer.status, namesOf(answer)]).toEqual([200, [SESSION]])
    expect(browser.cookies.get(SESSION)).toBe(browser.cookies.get(OLDER_SESSION))
  })

  it('it does not return for a user who registered in the same browser', async () => {
    const { browser } = await olderBrowser()
    await browser.join('second@example.com')
    expect(browser.cookies.has(OLDER_SESSION)).toBe(false)
  })
})

it('only the shop’s own pages can use the cookie, under either name', async () => {
  const { browser } = await olderBrowser()
  const value = browser.cookies.get(OLDER_SESSION)
  for (const name of [SESSION, OLDER_SESSION]) {
    const asked = async (headers: Record<string, string>) =>
      (await shop.call('/api/auth/token', { method: 'POST', headers: { cookie: `${name}=${value}`, ...headers } }))
        .status
    expect(await asked({ origin: ORIGIN })).toBe(200)
    expect(await asked({})).toBe(403)
    expect(await asked({ origin: 'https://other.shop.test' })).toBe(403)
    expect(await asked({ 'sec-fetch-site': 'same-site' })).toBe(403)
  }
})

it('the cookie opens only the calls of identity, though it is sent to every route', async () => {
  const browser = openBrowser(shop)
  await browser.join('reader@example.com')
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  expect((await shop.call('/api/my/profile', { headers: { cookie } })).status).toBe(401)
})

it('cookies keep their names and paths over http', async () => {
  const demo = await openTestShop({ database: shop.database })
  try {
    const browser = openBrowser(demo)
    const registered = await browser.register({ email: 'http@example.com' })
    expect(lineOf(registered, 'redoubt.registration')).toMatch(/; Max-Age=3600; Path=\/api; HttpOnly; SameSite=Lax$/)
    const confirmed = await browser.confirm('http@example.com', await browser.codeFor('http@example.com'))
    for (const name of ['redoubt.session_token', 'redoubt.browser'])
      expect(lineOf(confirmed, name)).toMatch(/; Max-Age=31536000; Path=\/api\/auth; HttpOnly; SameSite=Lax$/)
    await browser.post('/api/auth/logout')
    expect([...browser.cookies.keys()]).toEqual(['redoubt.browser'])
  } finally {
    await demo.stop()
  }
})
