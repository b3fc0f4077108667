import type { InferResponseType } from 'hono/client'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import type { StorefrontApi } from '../api.server.ts'

export const storefrontClient = clientOf<StorefrontApi>().admin

/** First parts of query keys. */
export const MENUS = 'admin-menus'

export const ANNOUNCEMENTS = 'admin-announcements'

export type ShownAnnouncement = InferResponseType<typeof storefrontClient.announcements.$get>['announcements'][number]

export const menusQuery = { queryKey: [MENUS], queryFn: () => call(storefrontClient.menus.$get()) }
