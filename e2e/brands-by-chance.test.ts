import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writtenEmails } from '#app/testing/strings/written-emails.ts'
import { listMessages } from '#features/notifications/queries/messages.server.ts'
import { STATE_NAMES } from '#kernel/shipping/us-states.ts'
import type { Db } from '#platform/db/database.server.ts'
import { brandsByChance } from './facts/brands-by-chance.ts'
import { namesOfTheDemo } from './facts/names-of-the-demo.ts'
import { type ShopOfFacts, startShopOfFacts } from './facts/shop-of-facts.ts'
import { FILES } from './facts/visits.ts'

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

/** The answers of the API that a guest gets, with addresses of `found` in place of ids. */
async function readAnswers(ids: readonly string[]): Promise<[string, string][]> {
  const { paths } = await shop.read<{ paths: Record<string, { get?: object }> }>('/openapi.json')
  const asked = Object.entries(paths).flatMap(([path, { get }]) => {
    if (!get || /^\/api\/(admin|my)\b|[{]\w+[}].*[{]/.test(path)) return []
    return path.includes('{') ? ids.map(id => path.replace(/\{\w+\}/, id)) : [path]
  })
  const answers: [string, string][] = []
  for (const path of asked) {
    const answer = await fetch(shop.origin + path)
    if (answer.ok && /json|text/.test(answer.headers.get('content-type') ?? ''))
      answers.push([path, await answer.text()])
  }
  return answers
}

/** Strings of a JSON answer, or lines of a text. */
function textsOf(answer: string): string[] {
  const found: string[] = []
  try {
    JSON.parse(answer, (_key, value) => {
      if (typeof value === 'string') found.push(value)
      return value
    })
    return found
  } catch {
    return answer.split('\n')
  }
}

it.each([0, 1, 2])(
  `files, public answers of the API, e-mails and messages say no name of the demo, under brand %i of the seed ${SEED} [B-1.22] [B-1.23]`,
  async at => {
    const named = BRANDS[at]!
    await shop.change(named)
    const company = JSON.stringify(named.contact.company).slice(1, -1)
    await expect.poll(() => shop.wordsOf('/api/legal', 'guest')).toContain(company)
    const found = await shop.find()
    const read = new Map<string, string[]>()
    for (const file of Object.values(FILES).flatMap(place => (typeof place === 'string' ? [] : place(found))))
      read.set(file.path, (await shop.wordsOf(file.path, file.as)).split('\n'))
    const { products } = await shop.read<{ products: { id: string }[] }>('/products?limit=3')
    const answers = await readAnswers([found.open, found.drawn, products[0]!.id])
    expect(answers.length).toBeGreaterThan(25)
    for (const [path, answer] of answers) read.set(path, textsOf(answer))
    for (const { name, subject, text, html } of await writtenEmails(shop.system)) read.set(name, [subject, text, html])
    for (const { id, subject, text } of await listMessages(shop.system, undefined, 1000))
      read.set(`message ${id}`, [subject, text])
    const said = [...read].flatMap(([name, blocks]) =>
      blocks.flatMap(block => {
        const word = namesOfTheDemo(block)
        return word ? [`${name} says ${word}: ${block.slice(0, 200)}`] : []
      }),
    )
    expect(said).toEqual([])
  },
)

it('the check finds the shop and the place of the demo, and passes formats, lists and people of the demo', () => {
  for (const text of [
    'Welcome to Redoubt',
    'PO Box 2100, Provo, UT 84603',
    '8 p.m. Mountain time',
    'the State of Utah',
    '8:00 MST',
  ])
    expect(namesOfTheDemo(text), text).toBeDefined()
  for (const text of [
    'redoubt/list/2 x',
    'redoubt-verify.mjs',
    'shopper@redoubt.test',
    Object.values(STATE_NAMES).join(', '),
  ])
    expect(namesOfTheDemo(text), text).toBeUndefined()
})
