import { sql } from 'kysely'
import { z } from 'zod'
import {
  dropBatch,
  openBatch,
  pauseBatch,
  resumeBatch,
  tellBatch,
} from '#features/notifications/commands/message-batches.server.ts'
import { listBatchMessageIds } from '#features/notifications/queries/message-batches.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { tellStaff } from '#kernel/realtime-topics.server.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { DAY_MS } from '#kernel/values/durations.ts'
import { refusals, refuse as refuseAny } from '#platform/errors.ts'
import { defineJob, type JobData } from '#platform/jobs/jobs.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { isUuid } from '#platform/values/uuid.ts'
import { type Audience, PICKED_AT_ONCE, SMS_ERRORS, type SmsFilter } from '../contract.ts'
import { addUp, listNextIds, readAudienceParts, readPreview } from '../queries/audience.server.ts'
import { type LeftOut, wholeSms, wordsFault } from '../rules.ts'

const refuse = refusals(SMS_ERRORS)

type NewCampaign = Audience & { message: string; again?: string | undefined }

/**
 * Starts a campaign; a job enqueues the messages batch by batch.
 * @throws invalid_input for a message that is too long beside the shop's short name.
 * @returns the campaign's id.
 * @throws nobody_opted_in when the preview already shows no reachable user; same_text unless the last campaign with this text is `again`
 */
export async function startCampaign(ctx: Context, campaign: NewCampaign): Promise<string> {
  const { to, message, again } = campaign
  const fault = wordsFault(ctx.settings.brand.shortName, message)
  if (fault) throw refuseAny('invalid_input', {}, { message: [fault] })
  const preview = await readPreview(ctx, campaign)
  if (preview.isComplete && preview.reachable === 0) throw refuse('nobody_opted_in')
  const id = newId()
  const hash = ctx.keyedHash(`sms:${message.toLowerCase().replace(/\s+/g, ' ')}`)
  await transact(ctx, async tx => {
    // Of two concurrent campaigns with one text, the second sees the first.
    await sql`select pg_advisory_xact_lock(hashtext(${`sms:${hash}`}))`.execute(tx.db)
    await refuseSameText(tx, hash, again)
    await openBatch(tx, id)
    await tx.db
      .insertInto('sms_campaign')
      .values({
        id,
        text: message,
        body: wholeSms(tx.settings.brand.shortName, message),
        text_hash: hash,
        audience: to,
        ids: sql`${to === 'selected' ? campaign.ids : []}::uuid[]`,
        filter: JSON.stringify(to === 'filtered' ? campaign.filter : {}),
        created_by: tx.actor?.userId ?? null,
        created_at: tx.now(),
      })
      .execute()
    await writeAuditLog(tx, {
      action: 'sent SMS',
      subject: { type: 'sms-campaign', id, label: message },
      after: { to, message },
    })
    await enqueue(tx, ENQUEUE_CAMPAIGN_BATCH, { campaignId: id, from: null })
  })
  return id
}

async function refuseSameText(ctx: DataContext, hash: string, again: string | undefined): Promise<void> {
  const same = await ctx.db
    .selectFrom('sms_campaign')
    .select(['id', 'created_at', 'queued'])
    .where('text_hash', '=', hash)
    .where('created_at', '>', new Date(+ctx.now() - DAY_MS))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!same || same.id === again) return
  throw refuse('same_text', { campaignId: same.id, sentAt: same.created_at.toISOString(), queued: same.queued })
}

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
  const messageIds = await listBatchMessageIds(ctx, campaignId, PICKED_AT_ONCE)
  return { sent: messageIds.length, failed: picked.size - messageIds.length, messageIds, campaignId }
}

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
    if (steer === 'pause') await pauseBatch(tx, id)
    if (steer === 'cancel') await dropBatch(tx, id)
    if (steer === 'resume') {
      await resumeBatch(tx, id)
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

/** `from` is the position in the audience. A repeated job finds another position in the row and does nothing. */
export const ENQUEUE_CAMPAIGN_BATCH = defineJob('enqueue-campaign-batch', {
  campaignId: z.uuid(),
  from: z.string().nullable(),
})
type CampaignStep = JobData<typeof ENQUEUE_CAMPAIGN_BATCH>

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
    const { piece, next } = await listNextIds(tx, audience, from)
    const { reachable, leftOut } = await readAudienceParts(tx, piece)
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
