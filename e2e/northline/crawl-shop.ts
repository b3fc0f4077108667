import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import { TABS } from '#app/dashboard/tabs.ts'
import type { RunningServer } from '#app/server.ts'
import { writtenEmails } from '#app/testing/strings/written-emails.ts'
import { listMessages } from '#features/notifications/queries/messages.server.ts'
import { visit } from '../browser.ts'
import { faultsOf, saidIn } from '../facts/page-faults.ts'
import { wordsOf } from '../facts/pdf-words.ts'
import { readAnswers } from '../facts/public-answers.ts'
import { FILES, type Found, VISITS } from '../facts/visits.ts'
import { goTo, visitsOf } from '../facts/walk.ts'
import { PASSWORD } from '../shopper.ts'
import { WIDTHS } from '../widths.ts'
import NORTHLINE from './brand.json' with { type: 'json' }

type Document = { kind: string; version: number }
type Crawled = { browser: Browser; server: RunningServer; email: string; giveaway: string; orderId: string }

/** Goods of the demo, which a new shop does not have. */
const OF_THE_DEMO = /star-fort/
const OF_A_SHOPPER = TABS.map(tab => `/dashboard?tab=${tab}`)

/**
 * Every page, file, e-mail, message and public answer of a shop that an owner has made theirs: none says a name of the demo, and each page fits,
 * is accessible, and can be read in both themes at both widths.
 */
export async function crawlShop({ browser, server, email, giveaway, orderId }: Crawled): Promise<void> {
  const { address: origin, shop } = server
  const found: Found = {
    ...{ giveaways: [giveaway], open: giveaway, drawn: giveaway, orderId },
    ...{ prize: `/prizes/${orderId}`, unsubscribe: '/unsubscribe', terms: 1 },
  }
  const { documents } = (await (await fetch(`${origin}/api/legal`)).json()) as { documents: Document[] }
  // An earlier version keeps the words of its time.
  found.terms = documents.find(({ kind }) => kind === 'terms')!.version
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address!).pathname)
  const known = visitsOf(VISITS, found).filter(({ path, as }) => as === 'guest' && !OF_THE_DEMO.test(path))
  const paths = [...new Set([...known.map(({ path }) => path), ...listed])]
  const own = [`/orders/${orderId}`, `/orders/${orderId}/receipt`, '/notifications', ...OF_A_SHOPPER]
  const { headers, cookies } = await signIn(origin, email)
  const faults: string[] = []
  for (const width of WIDTHS) {
    const { context, page } = await visit(browser, { origin, width, zone: NORTHLINE.place.timeZone })
    await context.addInitScript(`localStorage.setItem('age_verified', 'true')`)
    const look = async (path: string) => {
      await goTo(page, { path, as: 'guest' })
      const seen = await faultsOf(page, { isWhole: true })
      faults.push(...seen.map(fault => `${path} at ${width} px: ${fault}`))
    }
    for (const path of paths) await look(path)
    await context.addCookies(cookies)
    await context.addInitScript(`localStorage.setItem('redoubt.signed-in', '1')`)
    for (const path of own) await look(path)
    await context.close()
  }
  const texts: [string, string[]][] = await readAnswers(origin, [giveaway, 'camp-lantern', 'about-our-shop'])
  const files = visitsOf(FILES, found).filter(({ path }) => !path.startsWith('/api/prizes/'))
  for (const { path } of files) texts.push([path, (await wordsOf(await fetch(origin + path, { headers }))).split('\n')])
  for (const { name, subject, text, html } of await writtenEmails(shop.system))
    texts.push([name, [subject, text, html]])
  await askForSms(origin, headers)
  const messages = await listMessages(shop.system, undefined, 1000)
  expect([...new Set(messages.map(({ channel }) => channel))].sort()).toEqual(['email', 'push', 'sms'])
  for (const { id, channel, subject, text, html } of messages)
    texts.push([`${channel} ${id}`, [subject, text, html ?? '']])
  expect(texts.length).toBeGreaterThan(60)
  faults.push(...texts.flatMap(([name, blocks]) => blocks.flatMap(saidIn).map(fault => `${name} says ${fault}`)))
  expect(faults).toEqual([])
}

/** A shopper's consent, and the SMS that follows. */
async function askForSms(origin: string, headers: Record<string, string>): Promise<void> {
  for (const [path, body] of [
    ['my/profile', { smsConsent: true }],
    ['sms/send-welcome', { phone: '(801) 555-0142' }],
  ] as const) {
    const answer = await fetch(`${origin}/api/${path}`, {
      ...{ method: 'POST', headers: { ...headers, 'content-type': 'application/json' } },
      body: JSON.stringify(body),
    })
    expect(answer.status, path).toBe(200)
  }
}

async function signIn(origin: string, email: string) {
  const answer = await fetch(`${origin}/api/auth/login`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json', origin } },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const cookies = answer.headers.getSetCookie().map(line => {
    const [name, value] = line.split(';')[0]!.split('=') as [string, string]
    return { name, value, url: origin }
  })
  const { idToken } = (await answer.json()) as { idToken: string }
  return { cookies, headers: { authorization: `Bearer ${idToken}` } }
}
