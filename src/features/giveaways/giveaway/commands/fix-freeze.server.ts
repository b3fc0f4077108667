import { formatClose } from '@redoubt/draw/log/log-leaf.ts'
import { appendToLog } from '#features/draw-log/log/commands/append-to-log.server.ts'
import { findCreateLeaf, logCreated } from '#features/draw-log/tree/commands/log-giveaway.server.ts'
import type { TransactionContext } from '#kernel/context.ts'
import { freezeDateOf, zoneOfGiveaway } from '../rules.ts'
import { roundFrom } from './round-from.server.ts'

type Closed = { id: string; closedAt: Date }

/**
 * Fixes when the list of a closed giveaway is frozen, and with it the round that decides, by the close leaf. The caller holds the
 * giveaway's lock alone. Nothing happens for a giveaway whose freeze is fixed already.
 * @param freezesAt for an early draw: now. By the rules otherwise.
 */
export async function fixFreeze(tx: TransactionContext, { id, closedAt }: Closed, freezesAt?: Date): Promise<void> {
  const { create } = (await findCreateLeaf(tx, id)) ?? (await logCreated(tx, id))
  const freeze = freezesAt ?? (await freezeDate(tx, { id, closedAt }, create.mail))
  const fixed = await tx.db
    .updateTable('giveaway')
    .set({ freezes_at: freeze })
    .where('id', '=', id)
    // An early draw moves a freeze that the close had fixed.
    .$if(freezesAt === undefined, query => query.where('freezes_at', 'is', null))
    .executeTakeFirst()
  if (fixed.numUpdatedRows === 0n) return
  const { round } = await roundFrom(tx.beacon.chain, freeze, create.gap)
  await appendToLog(tx, {
    kind: 'close',
    giveawayId: id,
    text: formatClose({ giveaway: id, at: +closedAt, freeze: +freeze, round }),
  })
}

async function freezeDate(tx: TransactionContext, { id, closedAt }: Closed, mailInHours: number): Promise<Date> {
  const giveaway = await tx.db
    .selectFrom('giveaway')
    .select('published_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return freezeDateOf(closedAt, mailInHours, zoneOfGiveaway(giveaway, tx.now()))
}
