import type { TransactionContext } from '#kernel/context.ts'
import { logCreated } from '../../tree/commands/log-giveaway.server.ts'
import { type CreateLeaf, createLeafOf } from '../queries/create-leaf.server.ts'

/** The create leaf of a giveaway. One that was published by an earlier release gets it now. */
export async function logCreatedOnce(tx: TransactionContext, giveawayId: string): Promise<CreateLeaf> {
  const logged = await createLeafOf(tx, giveawayId)
  if (logged) return logged
  await logCreated(tx, giveawayId)
  return (await createLeafOf(tx, giveawayId))!
}
