import { expect } from 'vitest'
import { readPrizes } from '#features/winners/queries/winners.server.ts'
import { holderOf, type Tab, type World } from './world.ts'

export type Row = { giveaway: number; slot: number; userId: string | null; isFree: boolean }

/** Entries that live in open giveaways. */
export async function liveEntries({ shop, giveaways, open }: World): Promise<Row[]> {
  const rows = await shop.services.db
    .selectFrom('giveaway_entry')
    .select(['giveaway_id', 'slot_number as slot', 'user_id as userId', 'is_private as isFree'])
    .where(
      'giveaway_id',
      'in',
      open.map(at => giveaways[at]!.id),
    )
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(({ giveaway_id, ...row }) => ({
    ...row,
    giveaway: giveaways.findIndex(({ id }) => id === giveaway_id),
  }))
}

/** Prizes that their winner can still lose. */
export async function openPrizes({ shop, giveaways }: World): Promise<Row[]> {
  const ids = giveaways.map(({ id }) => id)
  const rows = await shop.services.db
    .selectFrom('winner')
    .select(['id', 'giveaway_id', 'user_id as userId'])
    .where('giveaway_id', 'in', ids)
    .where('ended_at', 'is', null)
    .execute()
  const prizes = await readPrizes(shop.system, rows)
  return rows.map(({ id, giveaway_id, userId }) => {
    const { slot, isPrivate: isFree } = prizes.get(id)!
    return { giveaway: ids.indexOf(giveaway_id), slot, userId, isFree }
  })
}

/** Who made the newest entry of a slot. */
export function entrantOf({ entries }: World, { giveaway, slot }: { giveaway: number; slot: number }) {
  const entry = entries.findLast(one => one.giveaway === giveaway && one.slot === slot)
  expect(entry, `slot ${slot} of box ${giveaway} was entered by a step`).toBeDefined()
  return entry!
}

/**
 * No account holds, and no signed-in browser reads, what its person did not enter or prove. After a step two tabs are read: the newest, and
 * each of the others in its turn. The end of a run reads all.
 */
export async function expectOwnOnly(world: World, tabs: 'some' | 'all'): Promise<void> {
  for (const [kind, rows] of [
    ['entry', await liveEntries(world)],
    ['prize', await openPrizes(world)],
  ] as const)
    for (const row of rows) expectHeldByEntrant(world, row, kind)
  await expectOwnCredits(world)
  await expectOwnFactors(world)
  const others = world.tabs.slice(0, -1)
  const chosen =
    tabs === 'all' ? world.tabs : [...world.tabs.slice(-1), ...others.slice(world.turn % others.length)].slice(0, 2)
  world.turn++
  for (const tab of [...chosen]) await expectTabReadsOwn(world, tab)
  if (tabs === 'some') return
  for (const { browser, account } of world.signedOut)
    expect((await browser.token()).json?.user, `an ended session of account ${account.address}`).toBe(undefined)
}

function expectHeldByEntrant(world: World, row: Row, kind: string): void {
  if (row.userId === null) return
  const account = world.accounts.find(({ id }) => id === row.userId)!
  const where = `${kind} ${row.giveaway} ${row.slot} of account ${account.address}`
  expect(account.isOpen, `${where} is held by an open account`).toBe(true)
  expect(entrantOf(world, row).person, `${where}, its entrant and its holder`).toBe(holderOf(world, account))
}

async function expectOwnCredits(world: World): Promise<void> {
  const { rows } = await world.shop.services.pool.query<{ userId: string; count: number }>(
    `select user_id as "userId", sum(available)::int as count from credit_account where user_id = any($1)
     group by user_id having sum(available) > 0`,
    [world.accounts.map(({ id }) => id)],
  )
  const stored = new Map(rows.map(({ userId, count }) => [userId, count]))
  for (const account of world.accounts) {
    const own = world.credits.filter(one => one.account === account && account.isOpen)
    const where = `credits of account ${account.address}`
    expect(stored.get(account.id) ?? 0, where).toBe(own.reduce((sum, { count }) => sum + count, 0))
    for (const { person } of own)
      expect(person, `${where}, who got them and who holds them`).toBe(holderOf(world, account))
  }
}

/** Sign-in methods are those of the person to whom the account belongs. */
async function expectOwnFactors(world: World): Promise<void> {
  const ids = world.accounts.map(({ id }) => id)
  if (ids.length === 0) return
  const rows = await world.shop.services.db
    .selectFrom('second_factor')
    .select('user_id as userId')
    .where('user_id', 'in', ids)
    .execute()
  const stored = new Set(rows.map(({ userId }) => userId))
  for (const account of world.accounts) {
    const own = account.isOpen ? account.factor : null
    expect(stored.has(account.id), `account ${account.address} has an authenticator`).toBe(own !== null)
    if (own) expect(own.person, `authenticator of account ${account.address}`).toBe(holderOf(world, account))
  }
}

async function expectTabReadsOwn(world: World, tab: Tab): Promise<void> {
  const { json: session } = await tab.browser.token()
  if (!session?.user) {
    world.tabs.splice(world.tabs.indexOf(tab), 1)
    world.signedOut.push(tab)
    return
  }
  const { person, account } = tab
  const address = world.addresses[account.address]!
  const who = `person ${person} in a tab of account ${account.address}`
  expect([session.user.id, account.isOpen], who).toEqual([account.id, true])
  expect(holderOf(world, account), `${who} opens an account of`).toBe(person)
  if (session.user.role) expect([address.owner, account.isProven], `${who} has a role`).toEqual([person, true])
  const me = tab.browser.as(session.idToken)
  await expectOwnLists(world, who, person, me)
  await expectOwnExport(world, who, tab, me)
}

type Me = ReturnType<Tab['browser']['as']>

/** The lists carry receipts and holder secrets of their entries. */
async function expectOwnLists(world: World, who: string, person: number, me: Me): Promise<void> {
  const { json: listed, text } = await me.get('/api/my/entries?limit=100')
  expect(listed.entries, text).toBeDefined()
  for (const { giveawayId, slotNumber: slot } of listed.entries) {
    const giveaway = world.giveaways.findIndex(({ id }) => id === giveawayId)
    expect(entrantOf(world, { giveaway, slot }).person, `${who} lists slot ${slot} of box ${giveaway}`).toBe(person)
  }
  const { json: won } = await me.get('/api/my/prizes')
  for (const { giveaway: of, slotNumber: slot } of won.prizes) {
    const giveaway = world.giveaways.findIndex(({ title }) => title === of.title)
    expect(entrantOf(world, { giveaway, slot }).person, `${who} lists the prize of box ${giveaway}`).toBe(person)
  }
}

async function expectOwnExport(world: World, who: string, { person, account }: Tab, me: Me): Promise<void> {
  const exported = await me.get('/api/my/export')
  expect(exported.status, exported.text).toBe(200)
  for (const [at, other] of world.addresses.entries()) {
    const isTheirs = other.owner === person && account.isProven
    const words = [other.street, other.birthDate, other.name].filter(word => exported.text.includes(word))
    if (!isTheirs) expect(words, `${who} reads the words of address ${at}`).toEqual([])
  }
  for (const [giveaway, { title }] of world.giveaways.entries())
    if (exported.text.includes(title)) {
      const own = world.entries.some(entry => entry.giveaway === giveaway && entry.person === person)
      expect(own, `${who} reads of box ${giveaway}, which this person entered`).toBe(true)
    }
}
