import { sha256Hex } from '@redoubt/draw/bytes.ts'
import { parseCreate } from '@redoubt/draw/log/log-leaf.ts'
import type { DataContext } from '#kernel/context.ts'
import { findNewestLeaf } from '../log-tree.server.ts'
import { readSigner } from './log-keys.server.ts'

/** A C2SP policy: the log's key, the witnesses and the quorum. Create leaves name it by its hash. */
export type StoredPolicy = { hash: string; text: string }

/** The policy of giveaways that are published now. @throws Error in a shop without witnesses. */
export const readPolicyText = async (ctx: DataContext): Promise<string> =>
  ctx.witnessPolicy((await readSigner(ctx, 'log')).vkey)

/** Stores the current policy, because a giveaway keeps its policy when the shop changes witnesses. @throws Error in a shop without witnesses. */
export async function storeCurrentPolicy(ctx: DataContext): Promise<StoredPolicy> {
  const text = await readPolicyText(ctx)
  const hash = sha256Hex(text)
  await ctx.db
    .insertInto('log_policy')
    .values({ hash, policy: text, created_at: ctx.now() })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  return { hash, text }
}

/** The policy that the newest create leaf of a giveaway names; the current one without a create leaf. */
export async function readPolicy(ctx: DataContext, giveawayId: string | null): Promise<string> {
  const created = await findNewestLeaf(ctx, giveawayId, 'create')
  if (!created) return readPolicyText(ctx)
  const { policy } = await ctx.db
    .selectFrom('log_policy')
    .select('policy')
    .where('hash', '=', parseCreate(created.leaf).policy)
    .executeTakeFirstOrThrow()
  return policy
}
