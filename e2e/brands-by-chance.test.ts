import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writtenEmails } from '#app/testing/strings/written-emails.ts'
import { firstOf } from '#app/testing/suites/again.ts'
import { listMessages } from '#features/notifications/queries/messages.server.ts'
import { STATE_NAMES } from '#kernel/shipping/us-states.ts'
import type { Db } from '#platform/db/database.server.ts'
import { testBrowser } from './browser.ts'
import { brandsByChance } from './facts/brands-by-chance.ts'
import { namesOfTheDemo } from './facts/names-of-the-demo.ts'
import { faultsOf, saidIn } from './facts/page-faults.ts'
import { readAnswers } from './facts/public-answers.ts'
import { type ShopOfFacts, startShopOfFacts } from './facts/shop-of-facts.ts'
import { FILES, VISITS } from './facts/visits.ts'
import { goTo, nameOf, pageOf, READERS, visitsOf } from './facts/walk.ts'

const browser = await testBrowser()

/** A failure names its seed; `BRAND_SEED=…` makes the same brands. */
const SEED = Number(process.env.BRAND_SEED ?? Math.floor(Math.random() * 1e9))
const BRANDS = brandsByChance(SEED)

/** The first brand stands before the seed, so that rules, orders and messages of the demo are its own; the place is another for all. */
async function fillSettings(db: Db): Promise<void> {
  const chosen = { ...BRANDS[0], isOpen: true, place: { timeZone: 'America/New_York', lawState: 'NY' } }
  await sql`update shop_settings set chosen = ${JSON.stringify(chosen)}::jsonb`.execute(db)
  await sql`update shop_zone set zone = 'America/New_York'`.execute(db)
}

let folder: string
let shop: ShopOfFacts
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brands-by-chance-'))
  shop = await startShopOfFacts(folder, fillSettings)
})
afterAll(async () => {
  await shop?.stop()
  await rm(folder, { recursive: true, force: true })
})

const CASES = firstOf([0, 1, 2])

it.each(CASES)(
  `files, public answers of the API, e-mails and messages say no name of the demo, under brand %i of the seed ${SEED} [B-1.22] [B-1.23]`,
  async at => {
    const named = BRANDS[at]!
    await shop.change(named)
    const company = JSON.stringify(named.contact.company).slice(1, -1)
    await expect.poll(() => shop.wordsOf('/api/legal', 'guest')).toContain(company)
    const found = await shop.find()
    const read = new Map<string, string[]>()
    for (const file of visitsOf(FILES, found)) read.set(file.path, (await shop.wordsOf(file.path, file.as)).split('\n'))
    const { products } = await shop.read<{ products: { id: string }[] }>('/products?limit=3')
    const answers = await readAnswers(shop.origin, [found.open, found.drawn, products[0]!.id])
    expect(answers.length).toBeGreaterThan(25)
    for (const [path, texts] of answers) read.set(path, texts)
    for (const { name, subject, text, html } of await writtenEmails(shop.system)) read.set(name, [subject, text, html])
    for (const { id, subject, text } of await listMessages(shop.system, undefined, 1000))
      read.set(`message ${id}`, [subject, text])
    const said = [...read].flatMap(([name, blocks]) => blocks.flatMap(saidIn).map(fault => `${name} says ${fault}`))
    expect(said).toEqual([])
  },
)

it.each(CASES)(
  `every page at 320 px fits, can be read in both themes and says no name of the demo, under brand %i of the seed ${SEED} [B-1.22] [B-1.25] [B-2.110]`,
  async at => {
    await shop.change(BRANDS[at]!)
    const found = await shop.find()
    await Promise.all([shop.fillCart('premium-monthly', 'shopper'), shop.fillCart('star-fort-t-shirt', 'member')])
    const faults: string[] = []
    for (const as of firstOf(READERS)) {
      const page = await pageOf(browser, shop, as, { width: 320, zone: 'America/New_York' })
      for (const place of visitsOf(VISITS, found).filter(visit => visit.as === as)) {
        await goTo(page, place)
        faults.push(...(await faultsOf(page)).map(fault => `${nameOf(place)}: ${fault}`))
      }
      await page.context().close()
    }
    expect(faults).toEqual([])
  },
)

it('the check finds the shop and the place of the demo, and passes formats, lists and people of the demo', () => {
  for (const text of [
    'Welcome to Redoubt',
    'PO Box 2100, Provo, UT 84603',
    '8 p.m. Mountain time',
    'the State of Utah',
    '8:00 MST',
    'Yuki T., Utah, and 8:00 MST',
  ])
    expect(namesOfTheDemo(text), text).toBeDefined()
  for (const text of [
    'redoubt/list/2 x',
    'redoubt-verify.mjs',
    'shopper@redoubt.test',
    's•••@redoubt.test',
    'Yuki T., Utah',
    Object.values(STATE_NAMES).join(', '),
  ])
    expect(namesOfTheDemo(text), text).toBeUndefined()
})
