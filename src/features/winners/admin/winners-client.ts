import { RECORDS } from '#features/changes/changes-client.ts'
import { clientOf, queryClient, transport } from '#platform/client/browser.ts'
import type { WinnersApi } from '../admin-api.server.ts'

/** The staff's calls about winners. */
export const winnersClient = () => clientOf<WinnersApi>().admin.winners

export const ADMIN_WINNERS = ['admin-winners'] as const
export const winnerKey = (id: string) => [...ADMIN_WINNERS, 'one', id] as const

/** After something changed: lists, tasks, open winners, and what else shows who won are read anew. */
export async function winnersChanged(): Promise<void> {
  for (const prefix of ['/api/admin/winners', '/api/giveaways', '/api/admin/records']) transport.forget(prefix)
  await Promise.all(
    [ADMIN_WINNERS, ['giveaways'], [RECORDS]].map(queryKey => queryClient.invalidateQueries({ queryKey })),
  )
}
