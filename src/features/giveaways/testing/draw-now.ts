import { replay } from '@redoubt/draw/entries/replay.ts'
import type { TestShop } from '#app/testing/shop.ts'
import { selectWinner } from '#features/draws/commands/select-winner.server.ts'
import { tendDraws } from '#features/draws/commands/tend-draws.server.ts'
import type { DrawProof } from '#features/draws/contract.ts'

type DrawingShop = Pick<TestShop, 'system' | 'services' | 'clock' | 'call'>

/** More than the gap of a demo. */
const PAST_ROUND_MS = 12_000

/** Freezes a giveaway before its date, has the freeze witnessed, and draws by its round. The clock goes on to the round. */
export async function drawNow(shop: DrawingShop, giveaway: { id: string; title: string }): Promise<DrawProof> {
  const { id: giveawayId, title } = giveaway
  await selectWinner(shop.system, { giveawayId, method: 'random', title, reason: 'A test' })
  await drawDue(shop)
  return (await shop.call(`/api/giveaways/${giveawayId}/draw`)).json
}

/** Freezes what is due, lets the rounds come, and draws. @returns how many winners were drawn. */
export async function drawDue(shop: DrawingShop): Promise<number> {
  const before = await tendDraws(shop.system)
  shop.clock.advance(PAST_ROUND_MS)
  const after = await tendDraws(shop.system)
  return before.winnersSelected + after.winnersSelected
}

/** The numbers in the frozen list of a giveaway, by its entry tree. */
export async function frozenNumbers(shop: DrawingShop, { id }: { id: string }): Promise<number[]> {
  const { db } = shop.services
  const leaves = await db
    .selectFrom('draw_leaf')
    .select('leaf')
    .where('giveaway_id', '=', id)
    .orderBy('index')
    .execute()
  const { slots } = await db
    .selectFrom('giveaway')
    .select('total_slots as slots')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const lines = leaves.map(({ leaf }) => leaf)
  const { list } = replay(lines, { giveaway: id, slots, createHash: lines[0]!.split(' ')[2]! })
  return list.map(({ number }) => number)
}
