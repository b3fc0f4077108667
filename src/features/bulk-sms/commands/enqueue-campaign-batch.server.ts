import { sql } from 'kysely'
import { z } from 'zod'
import { tellBatch } from '#features/notifications/commands/message-batches.server.ts'
import type { Context } from '#kernel/context.ts'
import { tellStaff } from '#kernel/realtime-topics.server.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { defineJob, type JobData } from '#platform/jobs/jobs.server.ts'
import type { Audience, SmsFilter } from '../contract.ts'
import { addUp, nextIds, partitionAudience } from '../queries/audience.server.ts'
import type { LeftOut } from '../rules.ts'

/** `from` is the position in the audience. A repeated job finds another position in the row and does nothing. */
export const ENQUEUE_CAMPAIGN_BATCH = defineJob('enqueue-campaign-batch', {
  campaignId: z.uuid(),
  from: z.string().nullable(),
})
export type CampaignStep = JobData<typeof ENQUEUE_CAMPAIGN_BATCH>

/**
 * Enqueues the messages of the next batch of recipients. The campaign's row stays locked, so that batches run one after another under any
 * number of workers. The batch, its messages, the cursor and the next job commit together, so that a crash skips or repeats no recipient.
 * @returns the next step; null when this worker has none.
 */
export async function enqueueCampaignBatch(
  ctx: Context,
  { campaignId, from }: CampaignStep,
): Promise<CampaignStep | null> {
  return transact(ctx, async tx => {
    tx.onCommit(ctx => tellStaff(ctx, 'sms'))
    const campaign = await tx.db
      .selectFrom('sms_campaign')
      .select([
        'audience',
        'body',
        'cursor',
        'filter',
        'finished_at',
        'ids',
        'processed_count',
        'queued',
        'skipped',
        'state',
      ])
      .where('id', '=', campaignId)
      .forUpdate()
      .executeTakeFirst()
    if (campaign?.state !== 'running' || campaign.finished_at || campaign.cursor !== from) return null
    const audience: Audience = {
      to: campaign.audience as Audience['to'],
      ids: campaign.ids,
      filter: campaign.filter as SmsFilter,
    }
    const { piece, next } = await nextIds(tx, audience, from)
    const { reachable, leftOut } = await partitionAudience(tx, piece)
    const told = await tellBatch(tx, campaignId, reachable, campaign.body)
    const skipped = campaign.skipped as Partial<Record<LeftOut, number>>
    addUp(skipped, leftOut)
    if (told.size < reachable.length) addUp(skipped, { same_phone: reachable.length - told.size })
    await tx.db
      .updateTable('sms_campaign')
      .set({
        cursor: piece.at(-1) ?? from,
        processed_count: campaign.processed_count + piece.length,
        queued: campaign.queued + told.size,
        skipped: JSON.stringify(skipped),
        // Deletes the ids and search words, which are useless after the last piece.
        ...(next === null && { finished_at: tx.now(), ids: sql`'{}'`, filter: sql`filter - 'q'` }),
      })
      .where('id', '=', campaignId)
      .execute()
    if (next === null) return null
    const step: CampaignStep = { campaignId, from: next }
    await enqueue(tx, ENQUEUE_CAMPAIGN_BATCH, step)
    return step
  })
}

/** Enqueues the next piece of campaigns whose job was lost. */
export async function resumeCampaigns(ctx: Context): Promise<void> {
  const rows = await ctx.db
    .selectFrom('sms_campaign')
    .select(['id', 'cursor'])
    .where('state', '=', 'running')
    .where('finished_at', 'is', null)
    .limit(100)
    .execute()
  for (const { id, cursor } of rows) await enqueue(ctx, ENQUEUE_CAMPAIGN_BATCH, { campaignId: id, from: cursor })
}
