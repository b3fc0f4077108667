import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { networkOf } from '#platform/http/network.server.ts'
import { openBrowser, otherThan, PASSWORD } from '../testing/browser.ts'
import { appCode, joinShop } from '../testing/factors.ts'

const shop = await testShop({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' } })

it('locks an account after ten wrong passwords, known or not, and says when to try again [B-8.7]', async () => {
  await openBrowser(shop).join('locked@example.com')
  for (const email of ['locked@example.com', 'unknown@example.com']) {
    for (let n = 0; n < 10; n++) expect((await openBrowser(shop).signIn(email, 'nope')).status).toBe(401)
    const answer = await openBrowser(shop).signIn(email, PASSWORD)
    expect([answer.status, answer.json.code]).toEqual([429, 'LimitExceededException'])
    expect(answer.json.detail).toBe('Too many attempts. Please try again later.')
    const seconds = Number(answer.headers.get('retry-after'))
    expect([seconds > 60, seconds <= 15 * 60]).toEqual([true, true])
  }
})

it('a successful sign-in clears the tries of the account', async () => {
  const email = 'forgiven@example.com'
  await openBrowser(shop).join(email)
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 9; n++) expect((await openBrowser(shop).signIn(email, 'nope')).status).toBe(401)
    expect((await openBrowser(shop).signIn(email)).status).toBe(200)
  }
})

it('sends ten codes a day to one address [B-9.42]', async () => {
  const browser = openBrowser(shop)
  const email = 'flooded@example.com'
  await browser.register({ email })
  for (let n = 0; n < 9; n++) expect((await browser.post('/api/auth/resend-code', { email })).status).toBe(200)
  expect((await browser.post('/api/auth/resend-code', { email })).status).toBe(429)
  expect((await browser.register({ email })).status).toBe(429)
  expect(await shop.outbox(email)).toHaveLength(10)
})

it('the password of a registration does not clear the tries of an account with the same address', async () => {
  const email = 'guessed-at@example.com'
  await openBrowser(shop).join(email)
  const stranger = openBrowser(shop)
  await stranger.register({ email, password: 'Strangers-Own1!' })
  for (let n = 0; n < 9; n++) expect((await stranger.signIn(email, 'nope')).status).toBe(401)
  expect((await stranger.signIn(email, 'Strangers-Own1!')).json.success).toBe(false)
  expect((await stranger.signIn(email, 'nope')).status).toBe(429)
})

it('sends ten codes a day to one phone, from however many accounts [B-9.42]', async () => {
  const phone = '+18015550166'
  const statuses: number[] = []
  for (let account = 0; account < 3; account++) {
    const { me } = await joinShop(shop, `rings-${account}@example.com`)
    for (let n = 0; n < 4; n++) statuses.push((await me.post('/api/auth/mfa/sms', { phone })).status)
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
})

it('stores no address in the table of limits', async () => {
  const rows = await shop.services.db.selectFrom('rate_limit').select('key').execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/example|127\.0/)
})

it('counts half of an IPv6 address as the network, in any spelling', () => {
  const same = ['2001:db8:0:1::5', '2001:0DB8:0000:0001:ffff::1', '2001:db8::1:0:0:0:9']
  expect(new Set(same.map(networkOf))).toEqual(new Set(['2001:db8:0:1']))
  expect(networkOf('2001:db8:0:2::5')).not.toBe('2001:db8:0:1')
  expect([networkOf('::ffff:10.1.2.3'), networkOf('10.1.2.3')]).toEqual(['10.1.2.3', '10.1.2.3'])
})

it('counts all calls of such a network together, on every route', async () => {
  const ask = (n: number) =>
    shop.call('/api/public/register-referral', {
      json: { email: 'x@example.com' },
      headers: { 'x-forwarded-for': `2001:db8:7:7::${n}` },
    })
  const statuses: number[] = []
  for (let n = 1; n <= 21; n++) statuses.push((await ask(n)).status)
  expect(statuses).toEqual([...Array(20).fill(200), 429])
})

it('gives 30 guesses a day at a second factor, over all challenges, and ten codes [B-8.7]', async () => {
  const shopper = await joinShop(shop, 'guessed@example.com')
  const { secret } = await shopper.turnOnTotp()
  const right = () => appCode(secret, shop.clock.now())
  const seen: string[] = []
  for (let challenge = 0; challenge < 11; challenge++) {
    const { answer } = await shopper.signIn()
    for (let n = 0; n < 3; n++) seen.push((await answer({ code: otherThan(right()) })).json.code)
  }
  expect(seen.slice(0, 30)).toEqual(Array(30).fill('CodeMismatchException'))
  expect(seen.slice(30)).toEqual(Array(3).fill('LimitExceededException'))
  expect((await (await shopper.signIn()).answer({ code: right() })).status).toBe(429)

  const reader = await joinShop(shop, 'ten-codes@example.com')
  await reader.turnOnEmail()
  for (let n = 0; n < 9; n++) expect((await reader.signIn()).challenge.type).toBe('EMAIL_OTP')
  const { json } = await reader.signIn()
  expect([json.status, json.code]).toEqual([429, 'LimitExceededException'])
})

it('wrong guesses at the current password lock out', async () => {
  const shopper = await joinShop(shop, 'stolen-browser@example.com')
  for (let n = 0; n < 10; n++)
    expect((await shopper.me.post('/api/auth/reauthenticate', { password: 'nope' })).status).toBe(400)
  const json = { currentPassword: PASSWORD, newPassword: 'Brand-New-Pass2!' }
  expect((await shopper.me.post('/api/auth/change-password', json)).status).toBe(429)
})
