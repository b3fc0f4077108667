import type { InferResponseType } from 'hono/client'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import type { StorefrontApi } from '../api.server.ts'

export const storefrontClient = clientOf<StorefrontApi>().admin

/** First parts of query keys. */
export const MENUS = 'admin-menus'

export const HOME = 'admin-home'

export const ANNOUNCEMENTS = 'admin-announcements'

export type ShownAnnouncement = InferResponseType<typeof storefrontClient.announcements.$get>['announcements'][number]

export const menusQuery = { queryKey: [MENUS], queryFn: () => call(storefrontClient.menus.$get()) }

export const homeQuery = { queryKey: [HOME], queryFn: () => call(storefrontClient.home.$get()) }

/** Reads the home page of staff again. */
export const homeChanged = () => invalidate([HOME])
