import { clientOf, queryClient, transport } from '#platform/client/browser.ts'
import type { PrizesApi } from '../prizes-api.server.ts'

/** A winner's calls about their prizes. */
export const prizesClient = () => clientOf<PrizesApi>()

export const MY_PRIZES = ['my', 'prizes'] as const

/** After an answer: what shows the prize is read anew. */
export async function prizesChanged(): Promise<void> {
  for (const prefix of ['/api/my/prizes', '/api/prizes', '/api/giveaways']) transport.forget(prefix)
  await queryClient.invalidateQueries({ queryKey: MY_PRIZES })
}
