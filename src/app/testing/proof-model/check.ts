import { expect } from 'vitest'
import { type Account, holderOf, type Tab, type World } from './world.ts'

type Row = { giveaway: number; slot: number; userId: string | null; isFree: boolean }

/** The live entries in the shop's tables. */
async function liveEntries({ shop, giveaways }: World): Promise<Row[]> {
  const rows = await shop.services.db
    .selectFrom('giveaway_entry')
    .select(['giveaway_id', 'slot_number as slot', 'user_id as userId', 'is_private as isFree'])
    .where(
      'giveaway_id',
      'in',
      giveaways.map(({ id }) => id),
    )
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(({ giveaway_id, ...row }) => ({
    ...row,
    giveaway: giveaways.findIndex(({ id }) => id === giveaway_id),
  }))
}

/** The newest entry of a slot, with the person who made it. */
function entrantOf({ entries }: World, { giveaway, slot }: { giveaway: number; slot: number }) {
  const entry = entries.findLast(one => one.giveaway === giveaway && one.slot === slot)
  expect(entry, `slot ${slot} of box ${giveaway} was entered by a step`).toBeDefined()
  return entry!
}

/** Names on stored cards and forms, once for each. */
async function writtenNames({ shop, addresses }: World): Promise<string[]> {
  const names = addresses.map(({ name }) => name)
  const senders = await shop.services.db.selectFrom('mail_sender').select('name').where('name', 'in', names).execute()
  const asked = await shop.services.db
    .selectFrom('free_entry_request')
    .select('name')
    .where('name', 'in', names)
    .execute()
  return [...senders, ...asked].map(({ name }) => name).toSorted()
}

/** Runs a deletion. It removes only the holder's entries and forms, and none of an unproven address. */
export async function expectErasedOnly(world: World, account: Account, work: () => Promise<string>): Promise<string> {
  const person = holderOf(world, account)
  const [entries, names] = [await liveEntries(world), await writtenNames(world)]
  const outcome = await work()
  if (outcome === 'ok') account.isOpen = false
  const keyOf = ({ giveaway, slot }: Row) => `${giveaway} ${slot}`
  const left = new Set((await liveEntries(world)).map(keyOf))
  for (const entry of entries.filter(one => !left.has(keyOf(one)))) {
    const made = entrantOf(world, entry)
    expect(outcome, 'a refused deletion removes nothing').toBe('ok')
    expect(made.person, `entry ${keyOf(entry)} removed by a deletion of person ${person}`).toBe(person)
    if (!account.isProven) expect(entry.isFree, `free entry ${keyOf(entry)} removed by an unproven account`).toBe(false)
  }
  const kept = await writtenNames(world)
  for (const { name, owner } of world.addresses) {
    const countIn = (list: string[]) => list.filter(one => one === name).length
    if (countIn(kept) < countIn(names))
      expect([owner, account.isProven], `words of ${name} erased by person ${person}`).toEqual([person, true])
  }
  return outcome
}

/** Expects that each account holds, and each signed-in browser reads, only entries and data of its own person. */
export async function expectOwnOnly(world: World): Promise<void> {
  for (const row of await liveEntries(world)) {
    if (row.userId === null) continue
    const account = world.accounts.find(({ id }) => id === row.userId)!
    const where = `entry ${row.giveaway} ${row.slot} of account ${account.address}`
    expect(account.isOpen, `${where} is held by an open account`).toBe(true)
    expect(entrantOf(world, row).person, `${where}, its entrant and its holder`).toBe(holderOf(world, account))
  }
  for (const tab of world.tabs) await expectTabReadsOwn(world, tab)
}

async function expectTabReadsOwn(world: World, tab: Tab): Promise<void> {
  const { json: session } = await tab.browser.token()
  if (!session?.user) return
  const { person, account } = tab
  const address = world.addresses[account.address]!
  const who = `person ${person} in a tab of account ${account.address}`
  expect([session.user.id, account.isOpen], who).toEqual([account.id, true])
  expect(holderOf(world, account), `${who} opens an account of`).toBe(person)
  if (session.user.role) expect([address.owner, account.isProven], `${who} has a role`).toEqual([person, true])
  const me = tab.browser.as(session.idToken)

  const { json: listed, text } = await me.get('/api/my/entries?limit=100')
  expect(listed.entries, text).toBeDefined()
  for (const { giveawayId, slotNumber: slot } of listed.entries) {
    const giveaway = world.giveaways.findIndex(({ id }) => id === giveawayId)
    expect(entrantOf(world, { giveaway, slot }).person, `${who} lists slot ${slot} of box ${giveaway}`).toBe(person)
  }
  const exported = await me.get('/api/my/export')
  expect(exported.status, exported.text).toBe(200)
  for (const [at, other] of world.addresses.entries()) {
    const isTheirs = other.owner === person && account.isProven
    const words = [other.street, other.birthDate, other.name].filter(word => exported.text.includes(word))
    if (!isTheirs) expect(words, `${who} reads the words of address ${at}`).toEqual([])
  }
}
