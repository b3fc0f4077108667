import { batchMessageIds } from '#features/notifications/queries/message-batches.server.ts'
import type { Context } from '#kernel/context.ts'
import { isUuid } from '#platform/values/uuid.ts'
import { PICKED_AT_ONCE } from '../contract.ts'
import { enqueueCampaignBatch } from './enqueue-campaign-batch.server.ts'
import { startCampaign } from './start-campaign.server.ts'

/**
 * Starts a campaign for selected users and returns after all of them were checked. If this process dies first, the campaign's job
 * continues.
 * @param recipients of which only the ids are read.
 * @throws nobody_opted_in, same_text
 */
export async function sendBulk(
  ctx: Context,
  {
    recipients,
    message,
    again,
  }: { recipients: readonly { id: string }[]; message: string; again?: string | undefined },
) {
  const picked = new Set(recipients.map(({ id }) => id.toLowerCase()))
  const ids = [...picked].filter(isUuid)
  const campaignId = await startCampaign(ctx, { to: 'selected', ids, filter: {}, message, again })
  let step = await enqueueCampaignBatch(ctx, { campaignId, from: null })
  while (step) step = await enqueueCampaignBatch(ctx, step)
  const messageIds = await batchMessageIds(ctx, campaignId, PICKED_AT_ONCE)
  return { sent: messageIds.length, failed: picked.size - messageIds.length, messageIds, campaignId }
}
