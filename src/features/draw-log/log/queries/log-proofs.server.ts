import { base64Of } from '@redoubt/draw/bytes.ts'
import { parsePolicy, quorumAt } from '@redoubt/draw/log/policy.ts'
import { sql } from 'kysely'
import type { DataContext } from '#kernel/context.ts'
import type { ShopLog } from '../contract.ts'
import { LOG_TREE } from '../log-tree.server.ts'
import { readInclusion } from '../stored-tree.server.ts'
import { readSigner } from './log-keys.server.ts'
import { readPolicy, readPolicyText } from './policies.server.ts'

/** A signed checkpoint with the cosignatures so far. */
export type SignedCheckpoint = { size: number; checkpoint: string }
export type Quorum = SignedCheckpoint & { reachedAt: Date }

/** Checkpoints read at a time. */
const PAGE = 20

/** The first checkpoint with its quorum that contains a leaf, by the policy of the leaf's giveaway. */
export async function findQuorum(ctx: DataContext, index: number): Promise<Quorum | null> {
  const leaf = await ctx.db.selectFrom('shop_log').select('giveaway_id').where('index', '=', index).executeTakeFirst()
  if (!leaf) return null
  const policy = parsePolicy(await readPolicy(ctx, leaf.giveaway_id))
  for (let after = index; ; ) {
    const page = await checkpointsAfter(ctx, after, PAGE)
    for (const { size, checkpoint } of page) {
      const seconds = quorumAt(policy, checkpoint)
      if (seconds !== null) return { size, checkpoint, reachedAt: new Date(seconds * 1000) }
    }
    if (page.length < PAGE) return null
    after = page.at(-1)!.size
  }
}

/** Cosigned checkpoints of more than `size` leaves, the smallest first. */
async function checkpointsAfter(ctx: DataContext, size: number, limit: number): Promise<SignedCheckpoint[]> {
  const { rows } = await sql<SignedCheckpoint>`
    select p.size, p.note || string_agg(c.line, '' order by c.witness) as checkpoint
    from log_checkpoint p join cosignature c on c.size = p.size
    where p.size > ${size} group by p.size order by p.size limit ${limit}`.execute(ctx.db)
  return rows
}

/** The newest checkpoint, with the cosignatures that it has. Null before the first one. */
export async function findNewestCheckpoint(ctx: DataContext): Promise<SignedCheckpoint | null> {
  const { rows } = await sql<SignedCheckpoint>`
    select p.size, p.note || coalesce((select string_agg(c.line, '' order by c.witness) from cosignature c where c.size = p.size), '') as checkpoint
    from log_checkpoint p order by p.size desc limit 1`.execute(ctx.db)
  return rows[0] ?? null
}

/** What the shop serves as its checkpoint: the newest with a quorum of the current policy, else the newest. */
export async function findServedCheckpoint(ctx: DataContext): Promise<SignedCheckpoint | null> {
  const newest = await findNewestCheckpoint(ctx)
  if (!newest) return null
  const policy = parsePolicy(await readPolicyText(ctx))
  const { rows } = await sql<SignedCheckpoint>`
    select p.size, p.note || string_agg(c.line, '' order by c.witness) as checkpoint
    from log_checkpoint p join cosignature c on c.size = p.size
    group by p.size order by p.size desc limit ${PAGE}`.execute(ctx.db)
  return rows.find(({ checkpoint }) => quorumAt(policy, checkpoint) !== null) ?? newest
}

/** Whether a checkpoint has a leaf. */
export async function isPublished(ctx: DataContext, index: number): Promise<boolean> {
  const newest = await findNewestCheckpoint(ctx)
  return newest !== null && newest.size > index
}

/** The public facts of the log. */
export async function readLogFacts(ctx: DataContext): Promise<ShopLog> {
  const [log, receipt] = [await readSigner(ctx, 'log'), await readSigner(ctx, 'receipt')]
  return { origin: log.name, logKey: log.vkey, receiptKey: receipt.vkey, policy: await readPolicyText(ctx) }
}

/** A leaf with the proof that a checkpoint contains it, in the form of a bundle (Base64). */
export type LoggedLeaf = { leaf: string; index: number; proof: string[]; checkpoint: string }

/**
 * A leaf of the log with its proof, against the first checkpoint with a quorum, else against the newest.
 * @throws when no checkpoint has the leaf yet.
 */
export async function readLoggedLeaf(ctx: DataContext, index: number): Promise<LoggedLeaf> {
  const { leaf } = await ctx.db
    .selectFrom('shop_log')
    .select('leaf')
    .where('index', '=', index)
    .executeTakeFirstOrThrow()
  const against = (await findQuorum(ctx, index)) ?? (await findNewestCheckpoint(ctx))
  if (!against || against.size <= index) throw new Error(`No checkpoint has leaf ${index} of the log yet.`)
  const { size, checkpoint } = against
  const proof = await readInclusion(ctx, LOG_TREE, { index, size })
  return { leaf, index, proof: proof.map(base64Of), checkpoint }
}
