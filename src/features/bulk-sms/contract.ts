import { z } from 'zod'
import { PeopleFilters } from '#features/people/contract.ts'
import type { ErrorTable } from '#platform/errors.ts'
import { LEFT_OUT, type LeftOut, NO_WORDS, NOBODY_FOUND, plainWords, wordsFault } from './rules.ts'

export const SMS_ERRORS = {
  nobody_opted_in: { status: 400, message: NOBODY_FOUND },
  /** Details: `campaignId`, `sentAt` and `queued` of the other. */
  same_text: {
    status: 409,
    message: 'The same message was sent in the last 24 hours. Send it once more only if you mean to.',
  },
  campaign_not_found: { status: 404, message: 'We could not find this campaign.' },
  campaign_state: { status: 409, message: 'This campaign is {state} already.' },
} as const satisfies ErrorTable

/** So many people can be picked by hand: as many as the search shows (checkout-and-admin.md section 9). */
export const PICKED_AT_ONCE = 500

const message = z
  .string(NO_WORDS)
  .max(1000, { abort: true })
  .superRefine((text, check) => {
    const fault = wordsFault(text)
    if (fault) check.addIssue({ code: 'custom', message: fault })
  })
  .transform(plainWords)
  .meta({ minLength: 1, maxLength: 1000 })

/**
 * The campaign with the same message that somebody was told of and means to repeat (`campaignId` of `same_text`). A newer one is asked
 * about anew, so that however often it is pressed, one leaves.
 */
const again = z.uuid().optional()

const claim = (length: number) => z.string().max(length).nullish()
export const BulkBody = z
  .strictObject({
    /** The ids alone are read; all else is asked of the shop's own records. */
    recipients: z
      .array(
        z.strictObject({ id: z.string().max(200), email: claim(254), phone: claim(50), name: claim(200) }),
        NOBODY_FOUND,
      )
      .max(PICKED_AT_ONCE, `At most ${PICKED_AT_ONCE} people at once.`),
    message,
    source: z.literal('admin').default('admin'),
    again,
  })
  .meta({ id: 'BulkSms' })
export const BulkSent = z
  .object({
    /** Queued for sending; each leaves by day where its recipient lives. */
    sent: z.int(),
    /** Left out. */
    failed: z.int(),
    messageIds: z.array(z.string()),
    campaignId: z.string(),
  })
  .meta({ id: 'BulkSmsSent' })

/** The filters of the list of people, with what is sought. */
const filter = z.strictObject({ ...PeopleFilters.shape, q: z.string().trim().max(200).optional() })
export type SmsFilter = z.infer<typeof filter>

const audience = {
  to: z.enum(['selected', 'filtered', 'all']),
  /** Of a selection. */
  ids: z.array(z.uuid().toLowerCase()).max(PICKED_AT_ONCE, `At most ${PICKED_AT_ONCE} people at once.`).default([]),
  /** Of a filter: as the list of people is asked. */
  filter: filter.default({}),
}
export const PreviewBody = z.strictObject(audience).meta({ id: 'SmsPreviewBody' })
export const CampaignBody = z.strictObject({ ...audience, message, again }).meta({ id: 'SmsCampaignBody' })
export type Audience = z.infer<typeof PreviewBody>

const reasons = z.partialRecord(z.enum(Object.keys(LEFT_OUT) as [LeftOut, ...LeftOut[]]), z.int())
export const Preview = z
  .object({
    /** Who can be written to, of those that were looked at. */
    reachable: z.int(),
    lookedAt: z.int(),
    /** False where there are more, who are looked at while it is sent. */
    isComplete: z.boolean(),
    leftOut: reasons,
  })
  .meta({ id: 'SmsPreview' })

export const Campaign = z
  .object({
    id: z.string(),
    /** The words, and all of it as it leaves. */
    message: z.string(),
    whole: z.string(),
    to: z.enum(['selected', 'filtered', 'all']),
    state: z.enum(['queueing', 'sending', 'paused', 'cancelled', 'done']),
    createdAt: z.iso.datetime(),
    createdBy: z.string().nullable(),
    lookedAt: z.int(),
    queued: z.int(),
    sent: z.int(),
    /** Not wanted any more when it was to leave, or the phone's month was full. */
    dropped: z.int(),
    /** Given up by the provider. */
    failed: z.int(),
    leftOut: reasons,
  })
  .meta({ id: 'SmsCampaign' })
export type Campaign = z.infer<typeof Campaign>

export const CampaignQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
})
export const Campaigns = z.object({ campaigns: z.array(Campaign), nextCursor: z.string().nullable() })
export const Report = Campaign.extend({
  /** Why messages did not leave, as they say it. */
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** When the next that waits is due: a morning, or another try. */
  nextAt: z.iso.datetime().nullable(),
}).meta({ id: 'SmsReport' })

export const RecipientQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: z.uuid().optional(),
})
export const Recipients = z.object({
  recipients: z.array(
    z.object({
      id: z.string(),
      userId: z.string(),
      name: z.string(),
      email: z.string(),
      state: z.enum(['waiting', 'sent', 'dropped', 'failed']),
      reason: z.string().nullable(),
      sentAt: z.iso.datetime().nullable(),
    }),
  ),
  nextCursor: z.string().nullable(),
})
