import { beforeEach, describe, expect, it } from 'vitest'
import { openTestShop, testShop } from '#app/testing/shop.ts'
import { setRole } from '../../accounts/commands/accounts.server.ts'
import { openBrowser } from '../../testing/browser.ts'

const ORIGIN = 'https://shop.test'
const SESSION = '__Host-redoubt.session_token'
const REGISTRATION = '__Host-redoubt.registration'
const BROWSER = '__Host-redoubt.browser'

const shop = await testShop({ origin: ORIGIN })
beforeEach(() => shop.clock.advance(1000))

type Answer = Awaited<ReturnType<ReturnType<typeof openBrowser>['token']>>

const linesOf = (answer: Answer) => answer.headers.getSetCookie()
const namesOf = (answer: Answer) => linesOf(answer).map(line => line.slice(0, line.indexOf('=')))
const lineOf = (answer: Answer, name: string) => linesOf(answer).find(line => line.startsWith(`${name}=`)) ?? ''
/** Max-Age and all other attributes, sorted. */
const attributesOf = (line: string) => line.split('; ').slice(1).sort()
const PROTECTED = ['HttpOnly', 'Path=/', 'SameSite=Lax', 'Secure']

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

  it('a cookie for the whole domain, as another host could set it, does not hide the browser’s own', async () => {
    const [planted, browser] = [openBrowser(shop), openBrowser(shop)]
    await planted.join('planted@example.com')
    const { user } = await browser.join('own@example.com')
    for (const prefix of ['', '__Secure-'])
      browser.cookies.set(`${prefix}redoubt.session_token`, planted.cookies.get(SESSION)!)
    const answer = await browser.token()
    expect([answer.json.user.id, linesOf(answer)]).toEqual([user.id, []])
    browser.cookies.delete(SESSION)
    expect((await browser.token()).status).toBe(401)
  })

  it('a change of rights replaces the cookie, and a late tab does not restore it', async () => {
    const [browser, tab] = [openBrowser(shop), openBrowser(shop)]
    const { user } = await browser.join('risen@example.com')
    tab.cookies.set(SESSION, browser.cookies.get(SESSION)!)
    shop.clock.advance(1000)
    await setRole(shop.system, { userId: user.id, role: 'owner' })
    shop.clock.advance(1000)
    expect(namesOf(await browser.token())).toEqual([SESSION])
    const late = await tab.token()
    expect([late.status, linesOf(late)]).toEqual([200, []])
    shop.clock.advance(60_000)
    expect((await tab.token()).status).toBe(401)
    expect((await browser.token()).json.user.isAdmin).toBe(true)
  })
})

it('only the shop’s own pages can use the cookie', async () => {
  const browser = openBrowser(shop)
  await browser.join('pages@example.com')
  const cookie = `${SESSION}=${browser.cookies.get(SESSION)}`
  const asked = async (headers: Record<string, string>) =>
    (await shop.call('/api/auth/token', { method: 'POST', headers: { cookie, ...headers } })).status
  expect(await asked({ origin: ORIGIN })).toBe(200)
  expect(await asked({})).toBe(403)
  expect(await asked({ origin: 'https://other.shop.test' })).toBe(403)
  expect(await asked({ 'sec-fetch-site': 'same-site' })).toBe(403)
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
