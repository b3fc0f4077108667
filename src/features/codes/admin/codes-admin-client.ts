import type { InferResponseType } from 'hono/client'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import type { CodesAdminApi } from '../admin-api.server.ts'

export const codesClient = clientOf<CodesAdminApi>().admin

export type ShownCoupon = InferResponseType<typeof codesClient.codes.$get>['codes'][number]
export type ShownDetail = InferResponseType<(typeof codesClient.codes)[':id']['$get']>
export type ShownUse = InferResponseType<(typeof codesClient.codes)[':id']['uses']['$get']>['uses'][number]

/** First part of every query key about codes. */
export const ADMIN_CODES = 'admin-codes'

/** Invalidates the response cache for codes after a write. @returns resolves when the list is fresh. */
export const codesChanged = () => invalidate([ADMIN_CODES])

/** Fetches a coupon, bypassing the response cache. */
export function readCoupon(id: string): Promise<ShownDetail> {
  return call(codesClient.codes[':id'].$get({ param: { id } }))
}
