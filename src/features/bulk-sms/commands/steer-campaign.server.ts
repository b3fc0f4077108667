import { dropBatch, holdBatch, releaseBatch } from '#features/notifications/commands/message-batches.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context } from '#kernel/context.ts'
import { tellStaff } from '#kernel/realtime-topics.server.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { SMS_ERRORS } from '../contract.ts'
import { type CampaignStep, ENQUEUE_CAMPAIGN_BATCH } from './enqueue-campaign-batch.server.ts'

const refuse = refusals(SMS_ERRORS)

export type Steer = 'pause' | 'resume' | 'cancel'

const STEERS = {
  pause: { from: ['running'], to: 'paused', action: 'paused' },
  resume: { from: ['paused'], to: 'running', action: 'resumed' },
  cancel: { from: ['running', 'paused'], to: 'cancelled', action: 'cancelled' },
} as const satisfies Record<Steer, { from: readonly string[]; to: string; action: string }>

/**
 * Pauses, resumes or cancels a campaign. Affects every message that no provider has yet, including those that wait for the morning.
 * @throws campaign_not_found, campaign_state when the campaign's state no longer allows it
 */
export async function steerCampaign(ctx: Context, id: string, steer: Steer): Promise<void> {
  const { from, to, action } = STEERS[steer]
  await transact(ctx, async tx => {
    const campaign = await tx.db
      .selectFrom('sms_campaign')
      .select(['state', 'text', 'finished_at', 'cursor'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!campaign) throw refuse('campaign_not_found')
    const { state } = campaign
    if (!(from as readonly string[]).includes(state)) throw refuse('campaign_state', { state })
    await tx.db.updateTable('sms_campaign').set({ state: to }).where('id', '=', id).execute()
    if (steer === 'pause') await holdBatch(tx, id)
    if (steer === 'cancel') await dropBatch(tx, id)
    if (steer === 'resume') {
      await releaseBatch(tx, id)
      const step: CampaignStep = { campaignId: id, from: campaign.cursor }
      if (!campaign.finished_at) await enqueue(tx, ENQUEUE_CAMPAIGN_BATCH, step)
    }
    await writeAuditLog(tx, {
      action,
      subject: { type: 'sms-campaign', id, label: campaign.text },
      before: { state },
      after: { state: to },
    })
    tx.onCommit(ctx => tellStaff(ctx, 'sms'))
  })
}
