import type { Bundle } from '@redoubt/draw/bundle.ts'
import { sha256Hex } from '@redoubt/draw/bytes.ts'
import { replay } from '@redoubt/draw/entries/replay.ts'
import { sql } from 'kysely'
import { readHolderOfPerson } from '#features/draw-log/tree/queries/holders.server.ts'
import { IS_IN_DRAW } from '#features/giveaways/giveaway/queries/entry-conditions.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { runCostly } from '#kernel/costly/run-costly.server.ts'
import { readBundle } from './bundle.server.ts'

/** An entry of the draw as its row in the database says. */
export type DrawRow = { id: string; slot: number; person: string }

/**
 * Compares the rows of the draw with the frozen list. Every row must belong to the holder that the list names, else the prize could go to
 * another person than the published winner.
 * @returns the rows, and a sentence about the first difference.
 */
export async function checkRowsOfList(ctx: DataContext, giveawayId: string, bundle: Bundle) {
  const createHash = sha256Hex(bundle.create.leaf)
  const tree = { giveaway: giveawayId, slots: bundle.slots, createHash }
  const { list } = replay(bundle.entries.split('\n'), tree)
  const { rows } = await sql<DrawRow>`
    select e.id, e.slot_number as slot, coalesce(e.user_id, e.mail_sender_id, e.id) as person
    from giveaway_entry e where e.giveaway_id = ${giveawayId} and ${IS_IN_DRAW}`.execute(ctx.db)
  const holders = new Map(list.map(({ number, holder }) => [number, holder]))
  for (const { slot, person } of rows) {
    const holder = holders.get(slot)
    if (holder === undefined) return { rows, fault: `Number ${slot} is in the database and not in the sealed list.` }
    if ((await readHolderOfPerson(ctx, giveawayId, person)) !== holder)
      return { rows, fault: `Number ${slot} belongs to another person than in the sealed list.` }
  }
  const fault = rows.length < list.length ? 'An entry of the sealed list is no longer in the database.' : undefined
  return { rows, fault }
}

/** Steps of the verifier that only the round can settle. */
const BY_ROUND: readonly number[] = [9, 10, 11]

/** Faults of the evidence of a witnessed freeze, found by the public verifier. What the round has still to settle is no fault. */
export async function listFaultsOfEvidence(ctx: Context, giveawayId: string): Promise<string[]> {
  const bundle = await readBundle(ctx, giveawayId)
  // The verifier brings BLS along, which only draws need.
  const { verifyBundle } = await import('@redoubt/draw/verify.ts')
  const { steps } = await runCostly(ctx, 'proofs', async () => verifyBundle(bundle))
  const failed = steps.filter(({ step, ok }) => !ok && (bundle.drawn || !BY_ROUND.includes(step)))
  if (bundle.drawn || failed.length > 0) return failed.map(({ sentence }) => sentence)
  const { fault } = await checkRowsOfList(ctx, giveawayId, bundle)
  return fault ? [fault] : []
}
