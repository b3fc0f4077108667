import { z } from 'zod'
import { UsersFilters } from '#features/users/contract.ts'
import { model, strictModel } from '#kernel/api/openapi/model.ts'
import { PAGE_QUERY, searchWords } from '#kernel/api/page-query.ts'
import { ifMissing } from '#kernel/values/inputs/field-sentences.ts'
import { badRequest, conflict, type ErrorTable, notFound } from '#platform/errors.ts'
import { LEFT_OUT, type LeftOut, NO_WORDS, NOBODY_FOUND, plainWords, wordsFault } from './rules.ts'

export const SMS_ERRORS = {
  nobody_opted_in: badRequest(NOBODY_FOUND),
  /** Details: `campaignId`, `sentAt` and `queued` of the earlier campaign. */
  same_text: conflict('The same message was sent in the last 24 hours. Send it again only if you intend to.'),
  campaign_not_found: notFound('We could not find this campaign.'),
  campaign_state: conflict('This campaign is {state} already.'),
} as const satisfies ErrorTable

/** Maximum number of users selected by hand: as many as the search shows. */
export const PICKED_AT_ONCE = 500

const message = z
  .string(ifMissing(NO_WORDS))
  .max(1000, { error: 'Message must be 1000 characters or less', abort: true })
  .superRefine((text, check) => {
    // The shop's short name takes room too: `startCampaign` counts it.
    const fault = wordsFault('', text)
    if (fault) check.addIssue({ code: 'custom', message: fault })
  })
  .transform(plainWords)
  .meta({ minLength: 1, maxLength: 1000 })

/**
 * The campaign with this message that staff mean to repeat (`campaignId` of `same_text`). A newer campaign needs a new confirmation, so
 * that repeated clicks send one.
 */
const again = z.uuid().optional()

const claim = (length: number) => z.string().max(length).nullish()
export const BulkBody = strictModel('BulkSms', {
  /** Only the ids are read; all other data comes from the database. */
  recipients: z
    .array(
      z.strictObject({ id: z.string().max(200), email: claim(254), phone: claim(50), name: claim(200) }),
      ifMissing(NOBODY_FOUND),
    )
    .max(PICKED_AT_ONCE, `At most ${PICKED_AT_ONCE} people at once.`),
  message,
  source: z.literal('admin').default('admin'),
  again,
})
export const BulkSent = model('BulkSmsSent', {
  /** Queued messages; each leaves outside quiet hours where its recipient lives. */
  sent: z.int(),
  /** Recipients left out. */
  failed: z.int(),
  messageIds: z.array(z.string()),
  campaignId: z.string(),
})

/** The filters of the list of people, with the search words. */
const filter = z.strictObject({ ...UsersFilters.shape, q: searchWords(200) })
export type SmsFilter = z.infer<typeof filter>

const audience = {
  to: z.enum(['selected', 'filtered', 'all']),
  /** For `selected`. */
  ids: z.array(z.uuid().toLowerCase()).max(PICKED_AT_ONCE, `At most ${PICKED_AT_ONCE} people at once.`).default([]),
  /** For `filtered`: the parameters of the list of people. */
  filter: filter.default({}),
}
export const PreviewBody = strictModel('SmsPreviewBody', audience)
export const CampaignBody = strictModel('SmsCampaignBody', { ...audience, message, again })
export type Audience = z.infer<typeof PreviewBody>

const reasons = z.partialRecord(z.enum(Object.keys(LEFT_OUT) as [LeftOut, ...LeftOut[]]), z.int())
export const Preview = model('SmsPreview', {
  /** How many of the checked users can get the SMS. */
  reachable: z.int(),
  processedCount: z.int(),
  /** False when more users are checked only while the campaign runs. */
  isComplete: z.boolean(),
  leftOut: reasons,
})

export const Campaign = model('SmsCampaign', {
  id: z.string(),
  /** The text without and with label and ending. */
  message: z.string(),
  whole: z.string(),
  to: z.enum(['selected', 'filtered', 'all']),
  state: z.enum(['queueing', 'sending', 'paused', 'cancelled', 'done']),
  createdAt: z.iso.datetime(),
  createdBy: z.string().nullable(),
  processedCount: z.int(),
  queued: z.int(),
  sent: z.int(),
  /** No longer wanted at delivery, cancelled, or over the phone's monthly cap. */
  dropped: z.int(),
  /** Given up after failures of the provider. */
  failed: z.int(),
  leftOut: reasons,
})
export type Campaign = z.infer<typeof Campaign>

export const CampaignQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().max(200).optional(),
})
export const Campaigns = z.object({ campaigns: z.array(Campaign), nextCursor: z.string().nullable() })
export const Report = Campaign.extend({
  /** Reasons why messages did not leave. */
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** When the next waiting message is due: in the morning or at the next attempt. */
  nextAt: z.iso.datetime().nullable(),
}).meta({ id: 'SmsReport' })

export const RecipientQuery = z.strictObject({
  ...PAGE_QUERY,
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
