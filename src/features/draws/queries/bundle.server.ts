import type { Bundle } from '@redoubt/draw/bundle.ts'
import { parseFreeze } from '@redoubt/draw/log/log-leaf.ts'
import { findQuorum, isPublished, readLoggedLeaf } from '#features/draw-log/log/queries/log-proofs.server.ts'
import { readPolicy } from '#features/draw-log/log/queries/policies.server.ts'
import { findCreateLeaf } from '#features/draw-log/tree/commands/log-giveaway.server.ts'
import { GIVEAWAY_ERRORS } from '#features/giveaways/giveaway/contract.ts'
import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/**
 * The whole evidence of a frozen giveaway, byte for byte as it was logged. A reader of it computes the winner without the shop. A
 * passed place is in it once the witnesses cosigned it.
 * @param isDrawnLeft leaves the draw itself out, as before the draw.
 * @throws not_frozen, evidence_pending until a checkpoint has the freeze or the result.
 */
export async function readBundle(ctx: Context, giveawayId: string, { isDrawnLeft = false } = {}): Promise<Bundle> {
  const freezes = await freezesOf(ctx, giveawayId)
  const create = await findCreateLeaf(ctx, giveawayId)
  const last = freezes.at(-1)
  if (!last || !create) throw refuse('not_frozen')
  const [quorum, draw, passed] = await Promise.all([
    ctx.db.selectFrom('freeze_quorum').select('slip').where('giveaway_id', '=', giveawayId).executeTakeFirst(),
    drawOf(ctx, giveawayId),
    passedLeaves(ctx, giveawayId),
  ])
  const drawn = isDrawnLeft ? undefined : draw
  if (!(await isPublished(ctx, drawn?.log_index ?? last.log_index))) throw refuse('evidence_pending')
  const decisive = freezes.find(({ slip }) => slip === quorum?.slip) ?? last
  const { tree } = parseFreeze(last.manifest)
  const { chain, publicKey, period, genesis } = ctx.beacon.chain
  const logged = (index: number) => readLoggedLeaf(ctx, index)
  return {
    format: 'redoubt-bundle/2',
    policy: await readPolicy(ctx, giveawayId),
    beacon: { chain, publicKey, period, genesis, round: decisive.round, signature: drawn?.signature ?? null },
    entries: (await leavesOf(ctx, giveawayId, tree.size)).join('\n'),
    slots: create.create.slots,
    create: await logged(create.index),
    freezes: await Promise.all(freezes.map(freeze => logged(freeze.log_index))),
    drawn: drawn ? await logged(drawn.log_index!) : null,
    passed: drawn ? await Promise.all(passed.map(logged)) : [],
  }
}

const freezesOf = (ctx: Context, giveawayId: string) =>
  ctx.db
    .selectFrom('draw_freeze')
    .select(['slip', 'manifest', 'log_index', 'round'])
    .where('giveaway_id', '=', giveawayId)
    .orderBy('slip')
    .execute()

const drawOf = (ctx: Context, giveawayId: string) =>
  ctx.db.selectFrom('draw').select(['log_index', 'signature']).where('giveaway_id', '=', giveawayId).executeTakeFirst()

async function leavesOf(ctx: Context, giveawayId: string, size: number): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('draw_leaf')
    .select('leaf')
    .where('giveaway_id', '=', giveawayId)
    .where('index', '<', size)
    .orderBy('index')
    .execute()
  return rows.map(({ leaf }) => leaf)
}

/** Passed places up to the first that the witnesses have not cosigned. */
async function passedLeaves(ctx: Context, giveawayId: string): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('shop_log')
    .select('index')
    .where('giveaway_id', '=', giveawayId)
    .where('kind', '=', 'passed')
    .orderBy('index')
    .execute()
  const cosigned: number[] = []
  for (const { index } of rows) {
    if (!(await findQuorum(ctx, index))) break
    cosigned.push(index)
  }
  return cosigned
}
