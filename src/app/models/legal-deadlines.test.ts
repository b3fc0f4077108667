import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { afterAll, expect, it } from 'vitest'
import { DUTIES } from '#features/giveaways/obligations/duties.ts'
import { TASKS } from '#features/winners/rules.ts'
import { firstOf } from '../testing/suites/again.ts'
import { dutyDeadlines } from './testing/deadlines/duty-deadlines.ts'
import { keptDeadlines, mailDeadlines } from './testing/deadlines/entry-deadlines.ts'
import { openDeadlineShop, walk } from './testing/deadlines/walk.ts'
import { answerDeadlines, taskDeadlines } from './testing/deadlines/winner-deadlines.ts'

/** How long before a start a giveaway is announced: no duty rests on it. */
const NO_DEADLINES = ['ANNOUNCED_HOURS']

/** Every deadline that the law features know, crossed by a clock that jumps. */
const shop = await openDeadlineShop()
afterAll(() => shop.shop.close())

// In the order of time, because a witness never signs a time before its last one: each row begins where the clock has been latest.
let latest = +shop.shop.clock.now()
const ROWS = [
  ...dutyDeadlines(shop),
  ...taskDeadlines(shop),
  ...answerDeadlines(shop),
  ...mailDeadlines(shop),
  ...keptDeadlines(shop),
].map(row => ({
  ...row,
  make: async () => {
    latest = Math.max(latest, +shop.shop.clock.now())
    await shop.setClock(latest)
    return row.make()
  },
}))

it.each(
  firstOf(
    ROWS.map(row => [row.name, row] as const),
    4,
  ),
)('%s is crossed once by a jumping clock [B-26.23]', async (_, row) => {
  await walk(shop, row)
})

it('each duty, each task and each constant of a deadline has a row', async () => {
  const covered = new Set([...ROWS.flatMap(({ covers }) => covers), ...NO_DEADLINES])
  const names = new Set([...DUTIES.map(({ id }) => `duty ${id}`), ...TASKS.map(task => `task ${task}`)])
  const root = new URL('../../features/', import.meta.url)
  const files = globSync('{giveaways,winners}/**/*.ts', { cwd: root }).filter(file => !/test|seed/.test(file))
  for (const file of files) {
    const source = await readFile(new URL(file, root), 'utf8')
    for (const [, name] of source.matchAll(/^(?:export )?const ([A-Z_]+_(?:HOURS|DAYS|MONTHS|YEARS)) =/gm))
      names.add(name!)
  }
  expect([...names].filter(name => !covered.has(name))).toEqual([])
  expect(names.size).toBeGreaterThan(DUTIES.length + TASKS.length + 10)
})

it('nothing was done twice: credits, entries and the ledger agree', () => shop.expectAudited())
