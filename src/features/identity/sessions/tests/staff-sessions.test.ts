import { beforeEach, describe, expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { setRole } from '../../accounts/commands/accounts.server.ts'
import { openBrowser } from '../../testing/browser.ts'

const START = new Date('2026-03-02T12:00:00Z')
const shop = await testShop({ now: START })
beforeEach(() => shop.clock.set(START))

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let people = 0

/** A browser with a staff sign-in. */
async function staffBrowser() {
  const email = `staff-${people++}@example.com`
  const { user } = await openBrowser(shop).join(email)
  await setRole(shop.system, { userId: user.id, role: 'owner' })
  shop.clock.advance(1000)
  const browser = openBrowser(shop)
  await browser.signIn(email)
  const token = (idleSeconds?: number) =>
    browser.post(
      '/api/auth/token',
      undefined,
      idleSeconds === undefined ? {} : { 'x-idle-seconds': String(idleSeconds) },
    )
  return { browser, token, userId: user.id }
}
const profileBy = (idToken: string) => shop.call('/api/my/profile', { as: { userId: '', email: '', idToken } })

describe('a session of staff', () => {
  it('ends 30 minutes after the last action, although its page renews the token [B-4.44]', async () => {
    const { token } = await staffBrowser()
    for (const idle of [10, 20, 29]) {
      shop.clock.advance(idle === 29 ? 9 * MINUTE : 10 * MINUTE)
      expect((await token(idle * 60)).status, `${idle} min`).toBe(200)
    }
    shop.clock.advance(MINUTE)
    const over = await token(30 * 60)
    expect([over.status, over.json.code]).toEqual([401, 'NotAuthorizedException'])
    // A late action does not restore the session.
    expect((await token(0)).status).toBe(401)
  })

  it('continues while its user acts, for 12 hours [B-4.44]', async () => {
    const { token } = await staffBrowser()
    for (let passed = 0; passed < 12 * HOUR - 20 * MINUTE; passed += 20 * MINUTE) {
      shop.clock.advance(20 * MINUTE)
      if (passed + 20 * MINUTE < 12 * HOUR) expect((await token(5)).status, `${passed / MINUTE}`).toBe(200)
    }
    shop.clock.advance(20 * MINUTE)
    expect((await token(0)).status).toBe(401)
  })

  it('gives tokens of at most 15 minutes, which end with the session', async () => {
    const { browser, token } = await staffBrowser()
    const lifeOf = ({ expiresAt }: { expiresAt: string }) => (Date.parse(expiresAt) - +shop.clock.now()) / MINUTE
    expect(lifeOf((await browser.token()).json)).toBe(15)
    shop.clock.advance(25 * MINUTE)
    const { json } = await token(25 * 60)
    expect(lifeOf(json)).toBe(5)
    expect((await profileBy(json.idToken)).status).toBe(200)
    shop.clock.advance(5 * MINUTE)
    expect((await profileBy(json.idToken)).status).toBe(401)
  })

  it('gives no token to the page that waits for a confirmation once it has ended [B-4.44]', async () => {
    const email = `staff-${people}@example.com`
    const { browser } = await staffBrowser()
    const wait = async () => (await browser.post('/api/auth/auto-sign-in', { email })).status
    shop.clock.advance(29 * MINUTE)
    expect(await wait()).toBe(200)
    shop.clock.advance(31 * MINUTE)
    expect(await wait()).toBe(401)
    expect((await browser.token()).status).toBe(401)
  })

  it('a shopper who becomes staff gets a new session: the old one ends at once', async () => {
    const browser = openBrowser(shop)
    const { user } = await browser.join('made-staff@example.com')
    shop.clock.advance(100 * 24 * HOUR)
    expect((await browser.token()).status).toBe(200)
    await setRole(shop.system, { userId: user.id, role: 'support' })
    shop.clock.advance(1000)
    expect((await browser.token()).status).toBe(401)
  })
})

it('leaves sessions of shoppers as they are: 365 days, tokens of 60 minutes [B-4.44]', async () => {
  const browser = openBrowser(shop)
  await browser.join('shopper@example.com')
  shop.clock.advance(364 * 24 * HOUR)
  const { status, json } = await browser.post('/api/auth/token', undefined, { 'x-idle-seconds': '90000' })
  expect(status).toBe(200)
  expect(Date.parse(json.expiresAt) - +shop.clock.now()).toBe(HOUR)
})
