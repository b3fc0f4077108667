import { sql } from 'kysely'
import { openBatch } from '#features/notifications/commands/message-batches.server.ts'
import { writeAuditLog } from '#kernel/audit-log.server.ts'
import type { Context, DataContext } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { refusals } from '#platform/errors.ts'
import { newId } from '#platform/values/ids.server.ts'
import { type Audience, SMS_ERRORS } from '../contract.ts'
import { previewOf } from '../queries/audience.server.ts'
import { wholeSms } from '../rules.ts'
import { ENQUEUE_CAMPAIGN_BATCH } from './enqueue-campaign-batch.server.ts'

const refuse = refusals(SMS_ERRORS)

const DAY_MS = 24 * 3_600_000

type NewCampaign = Audience & { message: string; again?: string | undefined }

/**
 * Starts a campaign; a job enqueues the messages batch by batch.
 * @param campaign.message within the length that the schema allows.
 * @returns the campaign's id.
 * @throws nobody_opted_in when the preview already shows no reachable user; same_text unless the last campaign with this text is `again`
 */
export async function startCampaign(ctx: Context, campaign: NewCampaign): Promise<string> {
  const { to, message, again } = campaign
  const preview = await previewOf(ctx, campaign)
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
        body: wholeSms(message),
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
