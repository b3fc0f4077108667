import type { InferResponseType } from 'hono/client'
import { clientOf } from '#kernel/client/browser.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import type { BulkSmsApi } from '../api.server.ts'

/** The staff's API calls about bulk SMS. */
export const smsClient = clientOf<BulkSmsApi>().admin.sms

export type ShownCampaign = InferResponseType<typeof smsClient.campaigns.$get>['campaigns'][number]
export type ShownPreview = InferResponseType<typeof smsClient.preview.$post>
export type ShownReport = InferResponseType<(typeof smsClient.campaigns)[':id']['$get']>

/** The query key prefix of all queries about campaigns. */
export const SMS = 'admin-sms'

/** Invalidates campaigns after a write or a signal of one. */
export const campaignsChanged = () => invalidate([SMS])
