import { expect, it } from 'vitest'
import { testShop } from '#app/testing/shop.ts'
import { openBrowser } from '../../testing/browser.ts'
import { openEmailCodeBrowser } from '../testing/email-code-browser.ts'

const shop = await testShop({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' } })

const from = (network: number) => ({ 'x-forwarded-for': `198.51.${network}.7` })
const request = (email: string, network: number) =>
  openBrowser(shop).post('/api/auth/email-codes', { email }, from(network))

it('an address with an account and one without meet the same limit of e-mails, together with resets [B-10.67]', async () => {
  await openBrowser(shop).join('counted@example.com')
  for (const [email, network] of [
    ['counted@example.com', 1],
    ['uncounted@example.com', 2],
  ] as const) {
    const statuses = []
    for (let n = 0; n < 9; n++) statuses.push((await request(email, network)).status)
    const reset = await openBrowser(shop).post('/api/auth/forgot-password', { email }, from(network))
    statuses.push(reset.status, (await request(email, network)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  }
})

it('all strangers together wait between e-mails to one address, from however many networks [B-10.67]', async () => {
  const statuses = []
  for (let network = 10; network < 35; network++) statuses.push((await request('bombed@example.com', network)).status)
  expect(statuses.filter(status => status === 200)).toHaveLength(20)
})

it('one network sends 50 e-mails an hour to any addresses, and a known browser is not held up by it [B-10.67]', async () => {
  const browser = openEmailCodeBrowser(shop)
  const known = 'known-here@example.com'
  const send = (email: string) => browser.post('/api/auth/email-codes', { email }, from(50))
  await browser.joinByCode(known)
  const statuses = []
  for (let n = 0; n < 51; n++) statuses.push((await request(`spammed-${n}@example.com`, 50)).status)
  expect(statuses.filter(status => status === 200)).toHaveLength(50)
  expect((await send(known)).status).toBe(200)
})

it('guesses at codes are counted for each network [B-10.68]', async () => {
  const browser = openEmailCodeBrowser(shop)
  await browser.post('/api/auth/email-codes', { email: 'guessed@example.com' }, from(60))
  const guess = () =>
    browser.post('/api/auth/email-codes/verify', { email: 'guessed@example.com', code: '000000' }, from(60))
  const statuses = await Promise.all(Array.from({ length: 110 }, guess))
  expect(statuses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(10)
})
