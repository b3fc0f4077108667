import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import routes from '#app/routes.ts'
import { FACTS, type Fact, told, UNUSUAL_CHANGE, USUAL_CHANGE } from '#app/testing/strings/setting-facts.ts'
import { testBrowser } from './browser.ts'
import { unexplained } from './facts/fixed-figures.ts'
import { blocksOf } from './facts/read-page.ts'
import { startShopOfFacts } from './facts/shop-of-facts.ts'
import { FILES, type Found, VISITS } from './facts/visits.ts'
import { goTo, nameOf, pageOf, READERS, visitsOf } from './facts/walk.ts'

const browser = await testBrowser()
let folder: string
let shop: Awaited<ReturnType<typeof startShopOfFacts>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-of-facts-'))
  shop = await startShopOfFacts(folder)
})
afterAll(async () => {
  await shop?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Figures that a change of settings leaves, as `visit: setting: words`. */
const RECORDS: readonly RegExp[] = [
  // A membership renews at the price that it began with, and its payments are records.
  /^\/dashboard\?tab=subscription of a member: premium\.monthlyCents: /,
  // An order keeps its number.
  /: brand\.orderPrefix: /,
  // Moments before the change have the clock of their day, and giveaways in public keep the zone of their rules.
  /: place\.timeZone: .*\bM[SD]T\b/,
  /\/rules[^:]*: place\.timeZone: /,
  // The tax of an order that was paid.
  /^\/(api\/)?orders\/[^:]+: tax\.rate: /,
  // Prizes go to residents of the United States, wherever goods are shipped to.
  /: shipping\.countries: .*Shipping within the United States is included/,
]

/** Reads every page and file as each of its readers. @returns the blocks by name of the visit. */
async function walk(found: Found): Promise<Map<string, string[]>> {
  const read = new Map<string, string[]>()
  const visits = visitsOf(VISITS, found)
  await Promise.all(
    READERS.map(async as => {
      const page = await pageOf(browser, shop, as)
      for (const place of visits.filter(visit => visit.as === as)) {
        await goTo(page, place)
        read.set(nameOf(place), await blocksOf(page))
      }
      await page.context().close()
    }),
  )
  for (const file of visitsOf(FILES, found))
    read.set(nameOf(file), (await shop.wordsOf(file.path, file.as)).split('\n'))
  return read
}

it('the walk knows every route and every file of guests and shoppers', async () => {
  expect(Object.keys(VISITS).toSorted()).toEqual(routes.map(({ path = '/' }) => path).toSorted())
  const { paths } = await shop.read<{ paths: Record<string, { get?: { responses: object } }> }>('/openapi.json')
  const files = Object.entries(paths).flatMap(([path, { get }]) => {
    const answer = (get?.responses as { 200?: { content?: object } } | undefined)?.[200]
    const types = Object.keys(answer?.content ?? {})
    return types.some(type => !type.includes('json')) ? [path] : []
  })
  expect(files.filter(path => !/\/admin\//.test(path) && !(path in FILES))).toEqual([])
})

/** The settings that are told by their defaults, as `visit: setting: words`, without records. */
const toldOn = (name: string, blocks: readonly string[]) =>
  blocks
    .flatMap(block => told(block).map(setting => ({ setting, line: `${name}: ${setting}: ${block}` })))
    .filter(({ line }) => !RECORDS.some(record => record.test(line)))

/** Read by staff only, whose screens the walk leaves out. */
const OF_STAFF = ['fee.clientShare']

/** A setting that people read somewhere under the demo's settings, without which a check of its change finds nothing. */
const isRead = (setting: string) =>
  typeof FACTS[setting] !== 'string' && !OF_STAFF.includes(setting) && (FACTS[setting] as Fact).usual.source !== '(?!)'

/** Changes the settings, and waits until the texts that follow by a job are published. */
async function settle(settings: typeof USUAL_CHANGE, { open }: Found) {
  await shop.change(settings)
  for (const path of ['/api/legal', `/giveaways/${open}/rules`])
    await expect.poll(() => shop.wordsOf(path, 'guest'), { message: path }).toContain(settings.contact.company)
}

it('each page and file of a running shop tells the current settings wherever it told the defaults [B-1.22]', async () => {
  const found = await shop.find()
  await Promise.all([shop.fillCart('premium-monthly', 'shopper'), shop.fillCart('star-fort-t-shirt', 'member')])
  await settle(USUAL_CHANGE, found)
  const usual = await walk(await shop.find())
  const toldBefore = new Set([...usual.values()].flatMap(blocks => blocks.flatMap(told)))
  expect(Object.keys(FACTS).filter(setting => isRead(setting) && !toldBefore.has(setting))).toEqual([])
  await settle(UNUSUAL_CHANGE, found)
  const now = await walk(await shop.find())
  const lost = [...usual].flatMap(([name, blocks]) => {
    const settings = new Set(toldOn(name, blocks).map(({ setting }) => setting))
    return [...settings].flatMap(setting => {
      const isTold = now.get(name)?.some(block => (FACTS[setting] as Fact).now.test(block))
      return isTold ? [] : [`${name}: ${setting}`]
    })
  })
  expect([...now].flatMap(([name, blocks]) => toldOn(name, blocks).map(({ line }) => line))).toEqual([])
  expect(lost).toEqual([])
  const same = [...now].flatMap(([name, blocks]) => {
    const before = new Set(name.startsWith('/api/') ? [] : usual.get(name))
    return blocks.filter(block => before.has(block)).map(block => `${unexplained(block)}|${name}: ${block}`)
  })
  expect(same.filter(line => !line.startsWith('|'))).toEqual([])
})
