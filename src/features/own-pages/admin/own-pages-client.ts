import type { InferResponseType } from 'hono/client'
import { clientOf } from '#kernel/client/browser.ts'
import { call } from '#kernel/client/calls/call.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import type { OwnPagesApi } from '../api.server.ts'

export const ownPagesClient = clientOf<OwnPagesApi>().admin.pages

export type ShownPage = InferResponseType<typeof ownPagesClient.$get>['pages'][number]

/** First part of every query key about pages of staff. */
export const OWN_PAGES = 'admin-own-pages'

/** Reads again what shows pages. */
export const ownPagesChanged = () => invalidate([OWN_PAGES])

export const readPage = (id: string): Promise<ShownPage> => call(ownPagesClient[':id'].$get({ param: { id } }))
