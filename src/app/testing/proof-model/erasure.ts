import { expect } from 'vitest'
import { entrantOf, liveEntries, openPrizes, type Row } from './check.ts'
import { type Account, holderOf, type World } from './world.ts'

/** Words of cards and forms that stand under a name. */
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

const heldNow = async (world: World) => [...(await liveEntries(world)), ...(await openPrizes(world))]
const keyOf = ({ giveaway, slot }: Row) => `${giveaway} ${slot}`

/**
 * Runs a deletion. It removes entries, prizes and words only of the person to whom the account belongs, and none of an unproven address.
 */
export async function expectErasedOnly(world: World, account: Account, work: () => Promise<string>): Promise<string> {
  const person = holderOf(world, account)
  const [held, names] = [await heldNow(world), await writtenNames(world)]
  const outcome = await work()
  if (outcome === 'ok') account.isOpen = false
  const left = new Set((await heldNow(world)).map(keyOf))
  for (const row of held.filter(one => !left.has(keyOf(one)))) {
    expect(outcome, 'a refused deletion removes nothing').toBe('ok')
    expect(entrantOf(world, row).person, `entry ${keyOf(row)} removed by a deletion of person ${person}`).toBe(person)
    if (!account.isProven) expect(row.isFree, `free entry ${keyOf(row)} removed by an unproven account`).toBe(false)
  }
  const kept = await writtenNames(world)
  for (const { name, owner } of world.addresses) {
    const countIn = (list: string[]) => list.filter(one => one === name).length
    if (countIn(kept) < countIn(names))
      expect([owner, account.isProven], `words of ${name} erased by person ${person}`).toEqual([person, true])
  }
  return outcome
}
