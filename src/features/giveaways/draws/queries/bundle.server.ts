import type { Bundle } from '@redoubt/draw/bundle.ts'
import { parseFreeze } from '@redoubt/draw/log-leaf.ts'
import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { GIVEAWAY_ERRORS } from '../../contract.ts'
import { policyOf } from '../../log/policies.server.ts'
import { isPublished, loggedLeaf } from '../../log/queries/log-proofs.server.ts'
import { createLeafOf } from '../../tree/commands/log-giveaway.server.ts'

const refuse = refusals(GIVEAWAY_ERRORS)

/**
 * The whole evidence of a frozen giveaway, byte for byte as it was logged. Whoever keeps it computes the winner without the shop.
 * @param isDrawnLeft leaves the draw itself out, as before the draw.
 * @throws not_frozen, evidence_pending until a checkpoint has the newest line.
 */
export async function bundleOf(ctx: Context, giveawayId: string, { isDrawnLeft = false } = {}): Promise<Bundle> {
  const freezes = await ctx.db
    .selectFrom('draw_freeze')
    .select(['slip', 'manifest', 'log_index', 'round'])
    .where('giveaway_id', '=', giveawayId)
    .orderBy('slip')
    .execute()
  const last = freezes.at(-1)
  if (!last) throw refuse('not_frozen')
  const [quorum, draw, create, passed] = await Promise.all([
    ctx.db.selectFrom('freeze_quorum').select('slip').where('giveaway_id', '=', giveawayId).executeTakeFirst(),
    ctx.db
      .selectFrom('draw')
      .select(['log_index', 'signature'])
      .where('giveaway_id', '=', giveawayId)
      .executeTakeFirst(),
    createLeafOf(ctx, giveawayId),
    passedLeaves(ctx, giveawayId),
  ])
  const decisive = freezes.find(({ slip }) => slip === quorum?.slip) ?? last
  if (!create) throw new Error(`Giveaway ${giveawayId} is frozen and has no create leaf.`)
  const { tree } = parseFreeze(last.manifest)
  const drawn = isDrawnLeft ? undefined : draw
  const { chain, publicKey, period, genesis } = ctx.beacon.chain
  const newest = [Number(last.log_index), Number(drawn?.log_index ?? 0), ...(isDrawnLeft ? [] : passed)]
  if (!(await isPublished(ctx, Math.max(...newest)))) throw refuse('evidence_pending')
  const logged = (index: number) => loggedLeaf(ctx, index)
  return {
    format: 'redoubt-bundle/2',
    policy: await policyOf(ctx, giveawayId),
    beacon: { chain, publicKey, period, genesis, round: Number(decisive.round), signature: drawn?.signature ?? null },
    entries: (await leavesOf(ctx, giveawayId, tree.size)).join('\n'),
    slots: create.create.slots,
    create: await logged(create.index),
    freezes: await Promise.all(freezes.map(freeze => logged(Number(freeze.log_index)))),
    drawn: drawn?.log_index ? await logged(Number(drawn.log_index)) : null,
    passed: isDrawnLeft ? [] : await Promise.all(passed.map(logged)),
  }
}

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

async function passedLeaves(ctx: Context, giveawayId: string): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('shop_log')
    .select('index')
    .where('giveaway_id', '=', giveawayId)
    .where('kind', '=', 'passed')
    .orderBy('index')
    .execute()
  return rows.map(({ index }) => Number(index))
}
