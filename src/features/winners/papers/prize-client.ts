import { clientOf } from '#kernel/client/browser.ts'
import { invalidate } from '#kernel/client/query-client.ts'
import type { PrizesApi } from '../prizes-api.server.ts'

export const prizesClient = () => clientOf<PrizesApi>()

export const MY_PRIZES = ['my', 'prizes'] as const

/** Invalidates all views of the prize after an answer. */
export const prizesChanged = () => invalidate(MY_PRIZES)
