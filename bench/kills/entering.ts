import { randomBytes } from 'node:crypto'
import { markOf } from '@redoubt/draw/entries/entry-leaf.ts'
import { parseReceipt } from '@redoubt/draw/entries/receipt.ts'
import { parseNote, verifyNote } from '@redoubt/draw/log/note.ts'
import { newId } from '#platform/values/ids.server.ts'
import { Broken, type User } from './client.ts'
import { type Giveaway, newUser, type Prepare, refused, type World } from './world.ts'

const SLOTS = 1000
const CLAIMS = 3
/** Refusals of a claim that came after the freeze. */
const LATE = ['giveaway_ended', 'already_frozen']

/** Takes the next slot of a giveaway. */
const nextSlot = (giveaway: Giveaway): number => ++giveaway.slots

export const claim: Prepare = async (world, chance) => {
  const giveaway = world.giveaways.at(-1)!
  const user = await newUser(world, CLAIMS)
  const slots = Array.from({ length: CLAIMS }, () => nextSlot(giveaway))
  const hasNonce = chance.below(2) === 0
  return async () => {
    for (const slot of slots) await enter(world, { giveaway, user, slot, hasNonce })
  }
}

type Claim = { giveaway: Giveaway; user: User; slot: number; hasNonce: boolean }

/** Claims one slot and keeps the promise of its receipt. @returns false when the list was frozen before. */
async function enter(world: World, { giveaway, user, slot, hasNonce }: Claim, mayBeLate = false): Promise<boolean> {
  const { client, promises } = world
  const mark = hasNonce ? markOf(randomBytes(16).toString('hex')) : undefined
  const body = { slots: [slot], ...(mark && { marks: [mark] }) }
  const answer = await client.call(`/api/giveaways/${giveaway.id}/entries`, user, body, newId())
  // After a lost response the slot is already the user's, so read the receipt with the user's entries.
  const own =
    answer.tries > 1 && answer.status !== 200 ? await ownReceipt(world, { giveaway, user, slot }) : answer.json.receipt
  if (answer.status !== 200 && !own) {
    if (mayBeLate && LATE.includes(answer.json.code)) return false
    throw refused(`The claim of slot ${slot} by ${user.email}`, answer)
  }
  promises.claim.push({ giveawayId: giveaway.id, slot, userId: user.userId })
  promises.receipt.push({ ...(await readReceipt(world, own, { giveaway, slot, mark })), slot, userId: user.userId })
  giveaway.entries++
  return true
}

async function ownReceipt(
  { client }: World,
  { giveaway, user, slot }: Omit<Claim, 'hasNonce'>,
): Promise<string | null> {
  const { json } = await client.call('/api/my/entries', user)
  type Entry = { slotNumber: number; giveawayId: string; receipt: string | null }
  return json.entries.find((entry: Entry) => entry.slotNumber === slot && entry.giveawayId === giveaway.id)?.receipt
}

type Expected = { giveaway: Giveaway; slot: number; mark: string | undefined }

/** Reads a receipt like its owner. @throws Broken when it is not signed, or names another entry. */
async function readReceipt({ rig }: World, note: string | null, { giveaway, slot, mark }: Expected) {
  const { receiptKey } = await rig.logKeys()
  if (!note || !verifyNote(note, receiptKey)) throw new Broken(`The receipt of slot ${slot} is not signed: ${note}`)
  const receipt = parseReceipt(parseNote(note).body)
  const leaf = receipt.leaves[0]!
  const fields = leaf.split(' ')
  const isRight = fields[0] === 'enter' && fields[2] === String(slot) && (!mark || fields[5] === mark)
  if (receipt.giveaway !== giveaway.id || receipt.leaves.length !== 1 || !isRight)
    throw new Broken(`The receipt of slot ${slot} of ${giveaway.id} is of another entry: ${note}`)
  return { giveawayId: giveaway.id, leaf, by: receipt.by }
}

/** A claim beside the freeze: entered into the frozen list, or refused. */
export async function prepareLateClaim(world: World, giveaway: Giveaway): Promise<() => Promise<void>> {
  const user = await newUser(world, 1)
  const slot = nextSlot(giveaway)
  return async () => void (await enter(world, { giveaway, user, slot, hasNonce: true }, true))
}

/** Adds a giveaway that later rounds enter and draw. Not Bronze, because auto-entry would enter members. */
export async function addGiveaway({ client, staff, giveaways }: World): Promise<void> {
  const title = `Pack ${newId().slice(-8)}`
  const startDate = new Date(Date.now() - 86_400_000).toISOString()
  const giveaway = { title, description: 'Goods in a box.', tier: 'Silver', totalSlots: SLOTS, startDate }
  const answer = await client.call('/api/giveaways', staff, giveaway)
  if (answer.status !== 200) throw refused('A new giveaway', answer)
  giveaways.push({ id: answer.json.id, title, slots: 0, entries: 0 })
}

/** True when the entered giveaway has enough slots taken for the next giveaway. */
export const isNextDue = ({ giveaways }: World) => giveaways.at(-1)!.slots >= CLAIMS
