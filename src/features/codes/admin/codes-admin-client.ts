import type { InferResponseType } from 'hono/client'
import { clientOf, transport } from '#platform/client/browser.ts'
import { call } from '#platform/client/call.ts'
import { invalidate } from '#platform/client/invalidate.ts'
import type { CodesAdminApi } from '../admin-api.server.ts'

/** The staff's calls of this feature. */
export const codesClient = clientOf<CodesAdminApi>().admin

export type ShownCoupon = InferResponseType<typeof codesClient.codes.$get>['codes'][number]
export type ShownDetail = InferResponseType<(typeof codesClient.codes)[':id']['$get']>
export type ShownUse = InferResponseType<(typeof codesClient.codes)[':id']['uses']['$get']>['uses'][number]

/** Of every question about codes; what follows it narrows down. */
export const ADMIN_CODES = 'admin-codes'

/** After a write: what this browser kept of codes is old. @returns when the list on the screen is new again. */
export const codesChanged = () => invalidate(['/api/admin/codes'], [ADMIN_CODES])

/** A coupon as it is now, whatever was kept of it. */
export function readCoupon(id: string): Promise<ShownDetail> {
  transport.invalidate(`/api/admin/codes/${id}`)
  return call(codesClient.codes[':id'].$get({ param: { id } }))
}
