import { z } from 'zod'
import type { Context } from '#kernel/context.ts'
import { enqueue, transact } from '#kernel/transaction.server.ts'
import { defineJob, type JobData } from '#platform/jobs/jobs.server.ts'
import { newId } from '#platform/values/ids.server.ts'
import { defineEmail, paragraphsOf } from '../email.ts'
import { listUsers } from '../queries/recipients.server.ts'
import { notifyUsers } from './notify.server.ts'

/** Number of users handled in one transaction. */
const PIECE = 500

type OfferCampaign = {
  /** The subject of the e-mail and the title of the push. */
  subject: string
  /** Plain text of the e-mail; an empty line begins a paragraph. */
  body: string
  /** The text of the SMS; without it, no SMS is sent. */
  sms?: string
  /** The text of the push; without it, no push is sent. */
  push?: string
}

export const offerCampaignEmail = defineEmail({
  preview: { subject: 'A week of offers', body: 'Every plate carrier.\n\nUntil Sunday.' },
  write: ({ origin }, { subject, body }: Pick<OfferCampaign, 'subject' | 'body'>) => ({
    subject,
    body: paragraphsOf(body),
    action: { label: 'To the store', url: `${origin}/store` },
  }),
  unproven: 'no words',
})

/** The position of a walk through all users. Queue and field have their former names, because a walk goes on after an upgrade, and after a way back. */
export const SEND_OFFER_CAMPAIGN = defineJob('send-promotion', { promotionId: z.uuid(), after: z.string().nullable() })
type CampaignStep = JobData<typeof SEND_OFFER_CAMPAIGN>

/** Sends an offer to every user who wants offers, once each, in the background. @returns its id. */
export async function sendOfferCampaign(ctx: Context, { subject, body, sms, push }: OfferCampaign): Promise<string> {
  const id = newId()
  await transact(ctx, async tx => {
    await tx.db
      .insertInto('offer_campaign')
      .values({
        id,
        subject,
        body,
        sms: sms ?? null,
        push_body: push ?? null,
        created_by: tx.actor?.userId ?? null,
        created_at: tx.now(),
      })
      .execute()
    await enqueue(tx, SEND_OFFER_CAMPAIGN, { promotionId: id, after: null })
  })
  return id
}

/** Handles the next users of the walk. The next job is enqueued in the same transaction, so that a crash skips no user. */
export async function tellOfferCampaign(ctx: Context, { promotionId: campaignId, after }: CampaignStep): Promise<void> {
  const campaign = await ctx.db
    .selectFrom('offer_campaign')
    .select(['id', 'subject', 'body', 'sms', 'push_body'])
    .where('id', '=', campaignId)
    .executeTakeFirstOrThrow()
  const { subject, body, sms, push_body: push } = campaign
  const email = offerCampaignEmail(ctx, { subject, body })
  await transact(ctx, async tx => {
    const { people, next } = await listUsers(tx, { after, limit: PIECE })
    await notifyUsers(tx, people, () => ({
      kind: 'promotional_offer',
      onceKey: campaignId,
      email,
      ...(sms ? { sms } : {}),
      ...(push ? { push: { title: subject, body: push, data: {} } } : {}),
    }))
    if (next) await enqueue(tx, SEND_OFFER_CAMPAIGN, { promotionId: campaignId, after: next })
  })
}
