import { clientOf } from '#platform/client/browser.ts'
import { invalidate } from '#platform/client/invalidate.ts'
import type { PrizesApi } from '../prizes-api.server.ts'

/** A winner's calls about their prizes. */
export const prizesClient = () => clientOf<PrizesApi>()

export const MY_PRIZES = ['my', 'prizes'] as const

/** After an answer: what shows the prize is read anew. */
export const prizesChanged = () => invalidate(['/api/my/prizes', '/api/prizes', '/api/giveaways'], MY_PRIZES)
