import { describe, expect, it } from 'vitest'
import { firstOf } from '#app/testing/suites/again.ts'
import { ONCE_KINDS, type OnceKind } from '#kernel/once/kinds.ts'
import { forgetLapsed } from '#kernel/once/marks.server.ts'
import { scenariosOf } from './testing/once-scenarios.ts'
import { openOnceShop } from './testing/once-shop.ts'

const once = await openOnceShop()
const { shop, ways } = once
const scenarios = scenariosOf(once)
const { db, pool } = shop.services

const KINDS = Object.keys(ONCE_KINDS) as OnceKind[]
let people = 0
const newPerson = async () => ({ email: `once-${++people}@example.com`, into: await shop.addUser() })

/** Every kind after the first way to leave, and a merge also by its own mark; after each other way the first kind, and all with `--all`. */
const WAYS = Object.keys(ways)
const kindsAfter = (way: string) => {
  const kinds = KINDS.filter(kind => kind !== 'merged')
  const met = way === WAYS[0] ? kinds : firstOf(kinds)
  return way === 'a merge' ? [...met, 'merged' as const] : met
}

describe.each(WAYS)('after %s', way => {
  it.each(kindsAfter(way))('the mark "%s" refuses a second benefit [B-4.53]', async kind => {
    const who = await newPerson()
    const { use, again } = await scenarios[kind]()
    await ways[way]!(await use(who), who.into)
    await shop.settleJobs()
    expect(await again(who)).toBe('nothing')
  })
})

describe('a mark', () => {
  it.each(firstOf(KINDS, 4))(
    '"%s" counts no more once it has lapsed, also before it is deleted [B-4.53]',
    async kind => {
      const who = await newPerson()
      const { use, gives, again } = await scenarios[kind]()
      await ways[kind === 'merged' ? 'a merge' : 'a deletion by its owner']!(await use(who), who.into)
      await shop.settleJobs()
      await db.updateTable('once_mark').set({ lapses_at: shop.clock.now() }).execute()
      expect(await again(who)).toBe(gives)
    },
  )

  it('lapses 24 months after the deletion and is then deleted [B-4.53]', async () => {
    await forgetLapsed(shop.system)
    await db.deleteFrom('once_mark').execute()
    await once.deleteOwn(await shop.addUser())
    const { rows } = await pool.query(
      "select lapses_at = $1::timestamptz + interval '24 months' as is_right from once_mark",
      [shop.clock.now()],
    )
    expect(rows).toEqual([{ is_right: true }])
    await db.updateTable('once_mark').set({ lapses_at: shop.clock.now() }).execute()
    await forgetLapsed(shop.system)
    expect(await db.selectFrom('once_mark').selectAll().execute()).toEqual([])
  })

  it('names no person: no address, no name, no id of an account or order, and no hash without the key [B-4.53]', async () => {
    const who = await newPerson()
    const as = await (await scenarios.order()).use(who)
    await once.deleteOwn(as)
    const columns = await pool.query(
      `select column_name from information_schema.columns where table_name = 'once_mark' order by 1`,
    )
    expect(columns.rows.map(row => row.column_name)).toEqual(['day', 'hash', 'kind', 'lapses_at', 'uses'])
    const { rows } = await pool.query<{ text: string }>('select row::text as text from once_mark row')
    expect(rows.length).toBeGreaterThan(0)
    for (const word of [who.email, as.userId, 'Sam Porter'])
      expect(rows.filter(row => row.text.includes(word))).toEqual([])
    const { rows: guessed } = await pool.query(
      `select from once_mark where hash in (sha256($1::bytea), sha256($2::bytea))`,
      [who.email, JSON.stringify(['order', who.email])],
    )
    expect(guessed).toEqual([])
  })
})
