import type { InferResponseType } from 'hono/client'
import { clientOf } from '#platform/client/browser.ts'
import { invalidate } from '#platform/client/invalidate.ts'
import type { BulkSmsApi } from './api.server.ts'

/** The staff's calls about SMS to many. */
export const smsClient = clientOf<BulkSmsApi>().admin.sms

export type ShownCampaign = InferResponseType<typeof smsClient.campaigns.$get>['campaigns'][number]
export type ShownPreview = InferResponseType<typeof smsClient.preview.$post>
export type ShownReport = InferResponseType<(typeof smsClient.campaigns)[':id']['$get']>

/** Of every question about campaigns; what follows it narrows down. */
export const SMS = 'admin-sms'
export const SMS_PATHS = ['/api/admin/sms'] as const

/** After a write, or a word of one: campaigns are read anew. */
export const campaignsChanged = () => invalidate(SMS_PATHS, [SMS])
