import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import {
  listBatchRecipients,
  readBatchCounts,
  readBatchReasons,
} from '#features/notifications/queries/message-batches.server.ts'
import { desc, keyset, type Sorted } from '#kernel/api/keyset.server.ts'
import type { Context } from '#kernel/context.ts'
import { refusals } from '#platform/errors.ts'
import { type Campaign, type Campaigns, type Recipients, type Report, SMS_ERRORS } from '../contract.ts'
import { campaignState } from '../rules.ts'

const refuse = refusals(SMS_ERRORS)

type Row = Sorted &
  Pick<Campaign, 'id' | 'message' | 'whole' | 'to' | 'createdBy' | 'processedCount' | 'queued' | 'leftOut'> & {
    stored: string
    createdAt: Date
    finishedAt: Date | null
  }

const NEWEST = keyset(desc('c.created_at', 'timestamptz'), desc('c.id', 'uuid'))

/** @param which a condition on `sms_campaign c`, with order and limit. */
async function selectCampaigns(ctx: Context, which: RawBuilder<unknown>): Promise<(Campaign & Sorted)[]> {
  const { rows } = await sql<Row>`
    select ${NEWEST.sortKey}, c.id, c.text as message, c.body as whole, c.audience as "to", c.state as stored, c.created_at as "createdAt",
      u.name as "createdBy", c.processed_count as "processedCount", c.queued, c.skipped as "leftOut", c.finished_at as "finishedAt"
    from sms_campaign c left join users u on u.id = c.created_by where ${which}`.execute(ctx.db)
  const counts = await readBatchCounts(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map(({ stored, createdAt, finishedAt, ...row }) => {
    const { isWaiting, ...outcomes } = counts.get(row.id)!
    const state = campaignState(stored, finishedAt !== null, isWaiting)
    return { ...row, ...outcomes, state, createdAt: createdAt.toISOString() }
  })
}

const withoutKey = ({ sortKey: _, ...campaign }: Campaign & Sorted): Campaign => campaign

/** Campaigns, newest first. @throws invalid_input for an unknown cursor. */
export async function listCampaigns(
  ctx: Context,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<z.infer<typeof Campaigns>> {
  const found = await selectCampaigns(ctx, sql`${NEWEST.after(cursor)} order by ${NEWEST.by} limit ${limit + 1}`)
  const { shown, nextCursor } = NEWEST.page(found, limit)
  return { campaigns: shown.map(withoutKey), nextCursor }
}

/** One campaign. @throws campaign_not_found */
export async function readCampaign(ctx: Context, id: string): Promise<Campaign> {
  const [campaign] = await selectCampaigns(ctx, sql`c.id = ${id}`)
  if (!campaign) throw refuse('campaign_not_found')
  return withoutKey(campaign)
}

/** The results of a campaign. @throws campaign_not_found */
export async function readReport(ctx: Context, id: string): Promise<z.infer<typeof Report>> {
  const campaign = await readCampaign(ctx, id)
  const { reasons, nextAt } = await readBatchReasons(ctx, id)
  return {
    ...campaign,
    reasons: reasons.map(({ reason, n }) => ({ reason, count: n })),
    nextAt: nextAt?.toISOString() ?? null,
  }
}

/** The recipients of a campaign, page by page. @throws campaign_not_found */
export async function readRecipients(
  ctx: Context,
  id: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<z.infer<typeof Recipients>> {
  const { recipients, nextCursor } = await listBatchRecipients(ctx, id, { cursor, limit })
  if (recipients.length === 0) await readCampaign(ctx, id)
  return {
    recipients: recipients.map(row => ({ ...row, sentAt: row.sentAt?.toISOString() ?? null })),
    nextCursor,
  }
}
