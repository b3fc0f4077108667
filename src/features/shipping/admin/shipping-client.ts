import type { InferResponseType } from 'hono/client'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import type { ShippingApi } from '../api.server.ts'

export const zonesClient = clientOf<ShippingApi>().admin.shipping.zones

/** First part of the query key. */
const ZONES = 'admin-shipping-zones'

export type ShownZones = InferResponseType<typeof zonesClient.$get>
export type ShownZone = ShownZones['zones'][number]

export const zonesQuery = { queryKey: [ZONES], queryFn: () => call(zonesClient.$get()) }

/** Reads the zones of staff again. */
export const zonesChanged = () => invalidate([ZONES])
