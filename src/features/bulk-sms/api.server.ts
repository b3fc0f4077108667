import { byId, defineRoute, freshStaff, newApi, perMinute, staff } from '#kernel/api/api.server.ts'
import { readAfter } from '#kernel/api/read-after.server.ts'
import { sendBulk, startCampaign, steerCampaign } from './commands/campaigns.server.ts'
import * as shapes from './contract.ts'
import { previewOf } from './queries/audience.server.ts'
import { campaignOf, listCampaigns, recipientsOf, reportOf } from './queries/campaigns.server.ts'

/** Starting a bulk SMS is rare. */
const sending = freshStaff('sms.send', perMinute(20))

const bulk = defineRoute('post', '/admin/sms/bulk', sending, {
  summary: 'Send an SMS to selected users; users without an opt-in in the shop’s records are left out',
  body: shapes.BulkBody,
  answers: shapes.BulkSent,
})

const preview = defineRoute('post', '/admin/sms/preview', staff('sms.send'), {
  summary: 'Preview which users of a selection, of a filter or of all users can get an SMS, and why the others cannot',
  body: shapes.PreviewBody,
  answers: shapes.Preview,
  isRead: true,
})

const start = defineRoute('post', '/admin/sms/campaigns', sending, {
  summary: 'Create a campaign that sends an SMS to a selection, a filter or all users, in the background',
  body: shapes.CampaignBody,
  answers: shapes.Campaign,
})

const list = defineRoute('get', '/admin/sms/campaigns', staff('sms.send'), {
  summary: 'List campaigns with their progress, newest first',
  query: shapes.CampaignQuery,
  answers: shapes.Campaigns,
})

const report = defineRoute('get', '/admin/sms/campaigns/{id}', staff('sms.send'), {
  summary: 'Get the results of a campaign, with the reasons',
  params: byId,
  answers: shapes.Report,
})

const recipients = defineRoute('get', '/admin/sms/campaigns/{id}/recipients', staff('sms.send'), {
  summary: 'List the recipients of a campaign, page by page',
  params: byId,
  query: shapes.RecipientQuery,
  answers: shapes.Recipients,
})

const steer = <P extends string>(path: P, summary: string, guard = staff('sms.send')) =>
  defineRoute('post', path, guard, {
    summary,
    params: byId,
    answers: shapes.Campaign,
  })
const pause = steer(
  '/admin/sms/campaigns/{id}/pause',
  'Pause a campaign; holds every message that no provider has accepted yet',
)
const resume = steer('/admin/sms/campaigns/{id}/resume', 'Resume a paused campaign', freshStaff('sms.send'))
const cancel = steer('/admin/sms/campaigns/{id}/cancel', 'Cancel a campaign; unsent messages are never sent')

/** API routes of bulk SMS. */
export const bulkSmsApi = () =>
  newApi()
    .openapi(bulk, async c => c.json(await sendBulk(c.var.ctx, c.req.valid('json')), 200))
    .openapi(preview, async c => c.json(await previewOf(c.var.ctx, c.req.valid('json')), 200))
    .openapi(start, async c =>
      c.json(await campaignOf(c.var.ctx, await startCampaign(c.var.ctx, c.req.valid('json'))), 200),
    )
    .openapi(list, async c => c.json(await listCampaigns(c.var.ctx, c.req.valid('query')), 200))
    .openapi(report, async c => c.json(await reportOf(c.var.ctx, c.req.valid('param').id), 200))
    .openapi(recipients, async c =>
      c.json(await recipientsOf(c.var.ctx, c.req.valid('param').id, c.req.valid('query')), 200),
    )
    .openapi(pause, async c => c.json(await readAfter(c, campaignOf, steerCampaign, 'pause'), 200))
    .openapi(resume, async c => c.json(await readAfter(c, campaignOf, steerCampaign, 'resume'), 200))
    .openapi(cancel, async c => c.json(await readAfter(c, campaignOf, steerCampaign, 'cancel'), 200))

export type BulkSmsApi = ReturnType<typeof bulkSmsApi>
