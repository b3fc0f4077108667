import { sql } from 'kysely'
import { z } from 'zod'
import { type Context, within } from '#adapters/context.ts'
import { tellStaff } from '#adapters/realtime-topics.server.ts'
import { tellBatch } from '#features/notifications/commands/message-batches.server.ts'
import { defineJob, type JobData } from '#platform/jobs.server.ts'
import type { Audience, SmsFilter } from '../contract.ts'
import { addUp, nextIds, partitionAudience } from '../queries/audience.server.ts'
import type { LeftOut } from '../rules.ts'

/** `from` is the position in the audience. A repeated job finds another position in the row and does nothing. */
export const ENQUEUE_CAMPAIGN_BATCH = defineJob('walk-sms-campaign', {
  campaignId: z.uuid(),
  from: z.string().nullable(),
})
export type CampaignStep = JobData<typeof ENQUEUE_CAMPAIGN_BATCH>

/**
 * Runs the next piece of the walk. The campaign's row stays locked, so that pieces run one after another under any number of workers. The
 * piece, its messages, the position and the next job commit together, so that a crash skips or repeats no recipient. @returns the next
 * step; null when this worker has none.
 */
export async function enqueueCampaignBatch(
  ctx: Context,
  { campaignId, from }: CampaignStep,
): Promise<CampaignStep | null> {
  const then = await ctx.db.transaction().execute(async trx => {
    const inner = within(ctx, trx)
    const campaign = await trx
      .selectFrom('sms_campaign')
      .select([
        'audience',
        'body',
        'filter',
        'ids',
        'looked_at',
        'queued',
        'skipped',
        'state',
        'walked_at',
        'walked_to',
      ])
      .where('id', '=', campaignId)
      .forUpdate()
      .executeTakeFirst()
    if (campaign?.state !== 'running' || campaign.walked_at || campaign.walked_to !== from) return null
    const audience: Audience = {
      to: campaign.audience as Audience['to'],
      ids: campaign.ids,
      filter: campaign.filter as SmsFilter,
    }
    const { piece, next } = await nextIds(inner, audience, from)
    const { reachable, leftOut } = await partitionAudience(inner, piece)
    const told = await tellBatch(inner, campaignId, reachable, campaign.body)
    const skipped = campaign.skipped as Partial<Record<LeftOut, number>>
    addUp(skipped, leftOut)
    if (told.size < reachable.length) addUp(skipped, { same_phone: reachable.length - told.size })
    await trx
      .updateTable('sms_campaign')
      .set({
        walked_to: piece.at(-1) ?? from,
        looked_at: campaign.looked_at + piece.length,
        queued: campaign.queued + told.size,
        skipped: JSON.stringify(skipped),
        // Deletes the ids and search words, which are useless after the last piece.
        ...(next === null && { walked_at: ctx.now(), ids: sql`'{}'`, filter: sql`filter - 'q'` }),
      })
      .where('id', '=', campaignId)
      .execute()
    if (next === null) return null
    const step: CampaignStep = { campaignId, from: next }
    await ctx.jobs.enqueue(trx, ENQUEUE_CAMPAIGN_BATCH, step)
    return step
  })
  tellStaff(ctx, 'sms')
  return then
}

/** Enqueues the next piece of campaigns whose job was lost. */
export async function resumeCampaigns(ctx: Context): Promise<void> {
  const rows = await ctx.db
    .selectFrom('sms_campaign')
    .select(['id', 'walked_to'])
    .where('state', '=', 'running')
    .where('walked_at', 'is', null)
    .limit(100)
    .execute()
  for (const { id, walked_to } of rows)
    await ctx.jobs.enqueue(ctx.db, ENQUEUE_CAMPAIGN_BATCH, { campaignId: id, from: walked_to })
}
