import { freshStaff, perMinute, staff } from '#kernel/api/api.server.ts'
import { byId, defineRoute, newApi } from '#kernel/api/define-route.server.ts'
import { readAfter } from '#kernel/api/read-after.server.ts'
import { pick } from '#platform/errors.ts'
import { sendBulk, startCampaign, steerCampaign } from './commands/campaigns.server.ts'
import * as shapes from './contract.ts'
import { SMS_ERRORS } from './contract.ts'
import { readPreview } from './queries/audience.server.ts'
import { listCampaigns, readCampaign, readRecipients, readReport } from './queries/campaigns.server.ts'

/** Starting a bulk SMS is rare. */
const sending = freshStaff('sms.send', perMinute(20))

/** API routes of bulk SMS. */
export const bulkSmsApi = () =>
  newApi(
    defineRoute('post', '/admin/sms/bulk', sending, {
      summary: 'Send an SMS to selected users; users without an opt-in in the shop’s records are left out',
      body: shapes.BulkBody,
      answers: shapes.BulkSent,
      refuses: [SMS_ERRORS],
      handler: ({ ctx, body }) => sendBulk(ctx, body),
    }),

    defineRoute('post', '/admin/sms/preview', staff('sms.send'), {
      summary:
        'Preview which users of a selection, of a filter or of all users can get an SMS, and why the others cannot',
      body: shapes.PreviewBody,
      answers: shapes.Preview,
      isRead: true,
      handler: ({ ctx, body }) => readPreview(ctx, body),
    }),

    defineRoute('post', '/admin/sms/campaigns', sending, {
      summary: 'Create a campaign that sends an SMS to a selection, a filter or all users, in the background',
      body: shapes.CampaignBody,
      answers: shapes.Campaign,
      refuses: [SMS_ERRORS],
      handler: async ({ ctx, body }) => readCampaign(ctx, await startCampaign(ctx, body)),
    }),

    defineRoute('get', '/admin/sms/campaigns', staff('sms.send'), {
      summary: 'List campaigns with their progress, newest first',
      query: shapes.CampaignQuery,
      answers: shapes.Campaigns,
      handler: ({ ctx, query }) => listCampaigns(ctx, query),
    }),

    defineRoute('get', '/admin/sms/campaigns/{id}', staff('sms.send'), {
      summary: 'Get the results of a campaign, with the reasons',
      params: byId,
      answers: shapes.Report,
      refuses: [pick(SMS_ERRORS, 'campaign_not_found')],
      handler: ({ ctx, params }) => readReport(ctx, params.id),
    }),

    defineRoute('get', '/admin/sms/campaigns/{id}/recipients', staff('sms.send'), {
      summary: 'List the recipients of a campaign, page by page',
      params: byId,
      query: shapes.RecipientQuery,
      answers: shapes.Recipients,
      refuses: [pick(SMS_ERRORS, 'campaign_not_found')],
      handler: ({ ctx, params, query }) => readRecipients(ctx, params.id, query),
    }),

    defineRoute('post', '/admin/sms/campaigns/{id}/pause', staff('sms.send'), {
      summary: 'Pause a campaign; holds every message that no provider has accepted yet',
      params: byId,
      answers: shapes.Campaign,
      refuses: [SMS_ERRORS],
      handler: call => readAfter(call, readCampaign, steerCampaign, 'pause'),
    }),

    defineRoute('post', '/admin/sms/campaigns/{id}/resume', freshStaff('sms.send'), {
      summary: 'Resume a paused campaign',
      params: byId,
      answers: shapes.Campaign,
      refuses: [SMS_ERRORS],
      handler: call => readAfter(call, readCampaign, steerCampaign, 'resume'),
    }),

    defineRoute('post', '/admin/sms/campaigns/{id}/cancel', staff('sms.send'), {
      summary: 'Cancel a campaign; unsent messages are never sent',
      params: byId,
      answers: shapes.Campaign,
      refuses: [SMS_ERRORS],
      handler: call => readAfter(call, readCampaign, steerCampaign, 'cancel'),
    }),
  )

export type BulkSmsApi = ReturnType<typeof bulkSmsApi>
